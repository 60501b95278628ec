/**
 * One upload, as far as the functions that move its bytes see it.
 */
import type { UploadId } from "../../domain/Ids.js"
import type { PartDigest } from "../../services/PartStore.js"
import type { Flight } from "../../services/transfers/Meter.js"
import type { Pace } from "../../services/transfers/Pace.js"
import type { WatchdogLimits } from "../../services/transfers/patience.js"
import type { UploadSource } from "../../services/UploadSource.js"
import type { RetryOwner } from "./retrying.js"

export interface Shipment {
  readonly id: UploadId
  readonly owner: RetryOwner
  readonly source: UploadSource
  /** As it is when a request asks for its turn: it may change meanwhile. */
  readonly priority: () => number
  /** Parts in flight at most; `undefined` = as many as the scheduler lets through. */
  readonly parallel: number | undefined
  /** Digests to send and compare with each part. */
  readonly digestKinds: ReadonlyArray<keyof PartDigest>
  /** The MD5 of each part is compared with its ETag, where that is one. */
  readonly comparesEtags?: boolean | undefined
  readonly limits: WatchdogLimits
  readonly flight: (size: number) => Flight
  /** The limit of all uploads together. */
  readonly pace: Pick<Pace, "slice" | "take">
}
