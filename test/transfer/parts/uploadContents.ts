/** Bytes on their way with no registry around them. */
import { Effect } from "effect"
import { SpaceId, UploadId } from "../../../src/domain/Ids.js"
import { bytesSource } from "../../../src/layers/files/bytesSource.js"
import { defaultRetryPolicy, defaultWatchdogLimits } from "../../../src/services/transfers/RetryPolicy.js"
import { SignIns } from "../../../src/services/transfers/SignIns.js"
import { SpeedLimit } from "../../../src/services/transfers/SpeedLimit.js"
import type { UploadContent } from "../../../src/transfer/parts/UploadContent.js"

export const contentOf = (
  bytes: Uint8Array,
  options: Partial<Pick<UploadContent, "digestKinds" | "id" | "parallel">> = {}
): UploadContent => ({
  id: UploadId.make("upload"),
  hooks: {
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
  meterOf: () => ({ sent: () => {}, end: () => {} }),
  pace: new SpeedLimit(),
  ...options
})
