/**
 * ETags as storages write them.
 *
 * @since 1.0.7
 */

/**
 * An ETag without quotes; `undefined` when it is missing or empty.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (text: string | undefined): string | undefined => {
  const bare = text?.replace(/^W\//, "").replace(/"|&quot;/g, "")
  return bare === "" ? undefined : bare
}

/** Says whether an ETag is the MD5 of the bytes (or of the parts' digests, with `-N`); any other must not be compared. */
const isDigest = (etag: string): boolean => /^[0-9a-f]{32}(-\d+)?$/i.test(etag)

/**
 * Says whether both are digests and the same one.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isSameDigest = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && isDigest(one) && one.toLowerCase() === other.toLowerCase()
