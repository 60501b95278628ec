/**
 * What the ETags of one bucket have turned out to be, as its uploads go on.
 *
 * @since 1.0.7
 */

/**
 * `digests`: the MD5 of what was stored. `opaque`: something that only looks like one (keys of KMS); then a Content-MD5 goes along,
 * which the storage compares by itself. `unprovable`: opaque, and a Content-MD5 did not get through (CORS rules of the bucket).
 *
 * @since 1.0.7
 * @category models
 */
export interface EtagTrust {
  kind: "unknown" | "digests" | "opaque" | "unprovable"
}
