/**
 * The fields that a list of the recycle bin is asked for: those of the caller, and those without which an item is none.
 */

/**
 * `needed` comes first. Nothing and `*` mean all, and stay as they are.
 */
export const withNeeded = (needed: ReadonlyArray<string>, fields: string | undefined): string | undefined =>
  fields === undefined || fields.trim() === "" || fields.includes("*")
    ? fields
    : [...new Set([...needed, ...fields.split(",").map((name) => name.trim())])].join(",")
