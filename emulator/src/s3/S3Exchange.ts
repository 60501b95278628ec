/**
 * A request whose sender is known and may use the bucket: what the routes work on.
 */
import type * as Duration from "effect/Duration"
import type { BlobStore, Bucket } from "../blobs/BlobStore.js"
import type { Authenticated } from "./Authentication.js"
import type { S3Request } from "./S3Request.js"

export interface Exchange {
  readonly request: S3Request
  readonly auth: Authenticated
  readonly bucket: Bucket
  readonly store: BlobStore.Service
  readonly region: string
  /** How long it takes until an archived object can be read. */
  readonly restoreDuration: Duration.Duration
}
