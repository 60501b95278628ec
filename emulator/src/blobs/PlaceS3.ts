/**
 * Where on an S3 server a store keeps its bytes.
 *
 * @since 1.0.7
 */
import type { S3Call } from "./S3Calls.js"

/**
 * `prefix` is the store's own and ends with a slash.
 *
 * @since 1.0.7
 * @category models
 */
export interface Place {
  readonly call: S3Call
  readonly bucket: string
  readonly prefix: string
}

/**
 * The name of a segment on the server.
 *
 * @since 1.0.7
 * @category combinators
 */
export const keyOf = ({ prefix }: Place, id: string): string => prefix + id
