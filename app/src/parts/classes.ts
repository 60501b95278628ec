/** The class names that are there, in one string. */
export const classes = (...names: ReadonlyArray<string | false | undefined>): string =>
  names.filter((name) => name !== undefined && name !== false && name !== "").join(" ")
