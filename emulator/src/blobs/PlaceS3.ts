/**
 * Where on an S3 server a store keeps its bytes.
 */
import type { S3Call } from "./S3Calls.js"

/**
 * `prefix` is the store's own and ends with a slash.
 */
export interface Place {
  readonly call: S3Call
  readonly bucket: string
  readonly prefix: string
}

/**
 * The name of a segment on the server.
 */
export const keyOf = ({ prefix }: Place, id: string): string => prefix + id
