/** Bytes on their way with no registry around them. */
import { Effect } from "effect"
import { SpaceId, UploadId } from "../../../src/domain/Ids.js"
import { bytesSource } from "../../../src/layers/files/BytesSource.js"
import { Pace } from "../../../src/services/transfers/Pace.js"
import { defaultRetryPolicy, defaultWatchdogLimits } from "../../../src/services/transfers/patience.js"
import { SignIns } from "../../../src/services/transfers/signIns.js"
import type { Shipment } from "../../../src/transfer/parts/Shipment.js"

export const shipmentOf = (
  bytes: Uint8Array,
  options: Partial<Pick<Shipment, "digestKinds" | "id" | "parallel">> = {}
): Shipment => ({
  id: UploadId.make("upload"),
  owner: {
    spaceId: SpaceId.make("space"),
    policy: defaultRetryPolicy,
    signIns: new SignIns(),
    progress: () => 0,
    waits: () => {},
    answered: () => {},
    congested: Effect.void
  },
  source: bytesSource({ bytes, name: "a" }),
  priority: () => 0,
  parallel: undefined,
  digestKinds: [],
  limits: defaultWatchdogLimits,
  flight: () => ({ sent: () => {}, end: () => {} }),
  pace: new Pace(),
  ...options
})
