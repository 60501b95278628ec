/**
 * Where a run continues from.
 */
import * as Effect from "effect/Effect"
import type { UploadCheckpoint } from "../../services/uploads/UploadCheckpoint.js"
import type { UploadEntry } from "../../services/uploads/UploadEntry.js"

const make = (): UploadCheckpoint => ({
  identity: undefined,
  digests: undefined,
  checksums: undefined,
  hash: undefined,
  preHash: undefined,
  stage: { _tag: "New" },
  doubts: { create: undefined, begin: undefined, source: undefined, session: undefined },
  accepted: 0,
  restarts: 0,
  saved: undefined,
  writing: Effect.unsafeMakeSemaphore(1),
  claim: { holders: 0, held: undefined, turn: Effect.unsafeMakeSemaphore(1) }
})

/**
 * The entry's checkpoint, made when it is first needed.
 */
export const checkpointOf = (entry: UploadEntry): UploadCheckpoint => entry.checkpoint ??= make()
