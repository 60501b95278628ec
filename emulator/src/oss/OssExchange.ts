/**
 * A request whose sender is known and may use the bucket: what the routes work on.
 */
import type * as Duration from "effect/Duration"
import type { AccessKey } from "../AccessKeys.js"
import type { BlobStore, Bucket } from "../blobs/BlobStore.js"
import type { CallbackDelivery } from "./CallbackDelivery.js"
import type { OssRequest } from "./OssRequest.js"

/**
 * `key` is the object's; empty for requests on the bucket.
 */
export interface Exchange {
  readonly request: OssRequest
  readonly key: string
  readonly sender: AccessKey
  readonly bucket: Bucket
  readonly store: BlobStore.Service
  /** As OSS spells it: `oss-cn-hangzhou`. */
  readonly region: string
  readonly requestId: string
  readonly deliver: CallbackDelivery
  /** How long a restore takes. */
  readonly restoreDuration: Duration.Duration
}
