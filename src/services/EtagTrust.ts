/**
 * What the ETags of one bucket have turned out to be, as its uploads proceed.
 *
 * @since 1.0.7
 */

/**
 * `digests`: the MD5 of what was stored. `opaque`: something that only looks like one (keys of KMS); then a Content-MD5 goes along,
 * which the storage compares by itself. `doubted`: ETags differ for the same bytes, and a Content-MD5 did not get through: they are
 * opaque, or all bodies are damaged, which only a body that is read back tells. `unprovable`: one was, and was right.
 *
 * @since 1.0.7
 * @category models
 */
export interface EtagTrust {
  kind: "unknown" | "digests" | "opaque" | "doubted" | "unprovable"
}
