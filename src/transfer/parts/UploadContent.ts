/**
 * One upload, as far as the functions that move its bytes see it.
 */
import type { UploadId } from "../../domain/Ids.js"
import type { PartRange } from "../../domain/UploadPlan.js"
import type { PartSenders } from "../../services/PartSender.js"
import type { PartDigest } from "../../services/PartStore.js"
import type { AttemptMeter } from "../../services/transfers/Meter.js"
import type { WatchdogLimits } from "../../services/transfers/RetryPolicy.js"
import type { SpeedLimit } from "../../services/transfers/SpeedLimit.js"
import type { UploadSource } from "../../services/UploadSource.js"
import type { RetryHooks } from "./RetryHooks.js"

export interface UploadContent {
  readonly id: UploadId
  readonly hooks: RetryHooks
  readonly source: UploadSource
  /** As it is when a request asks for its turn: it may change meanwhile. */
  readonly priority: () => number
  /** Parts in flight at most; `undefined` = as many as the scheduler lets through. */
  readonly parallel: number | undefined
  /** Digests to send and compare with each part. */
  readonly digestKinds: ReadonlyArray<keyof PartDigest>
  /** A digest of a part that was made before, while the file was hashed. Given once: after a failure it is made anew. */
  readonly madeBefore?: ((part: PartRange, kind: keyof PartDigest) => PartDigest | undefined) | undefined
  /** The MD5 of each part is compared with its ETag, where that is one. */
  readonly comparesEtags?: boolean | undefined
  /** An earlier run may have stored it: it is looked for before anything is sent. */
  readonly mayBeStored?: boolean | undefined
  /** What may send its parts in place of the transport. */
  readonly senders?: PartSenders | undefined
  readonly limits: WatchdogLimits
  readonly meterOf: (size: number) => AttemptMeter
  /** The limit of all uploads together. */
  readonly pace: Pick<SpeedLimit, "slice" | "take">
}
