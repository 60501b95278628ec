/**
 * What the retry driver hears from an upload and tells it.
 */
import * as Effect from "effect/Effect"
import type { SpaceId } from "../../domain/Ids.js"
import type { UploadError } from "../../domain/UploadSnapshot.js"
import type { Inspection } from "../../services/Inspection.js"
import { applyWidth } from "../../services/uploads/setLimits.js"
import type { UploadEngine } from "../../services/uploads/UploadEngine.js"
import type { UploadEntry } from "../../services/uploads/UploadEntry.js"
import type { Failure } from "../parts/Failure.js"
import type { Requester } from "../parts/makeRequest.js"
import type { RetryHooks } from "../parts/RetryHooks.js"
import { checkpointOf } from "./checkpointOf.js"

const isUploadError = (error: Failure): error is UploadError & Failure => error._tag === "TokenExpired"

const retryHooks = (
  engine: UploadEngine,
  entry: UploadEntry,
  spaceId: SpaceId,
  inspection: Inspection | undefined
): RetryHooks => {
  const checkpoint = checkpointOf(entry)
  const { registry } = engine
  return {
    spaceId,
    inspection,
    policy: engine.tuning.retry,
    signIns: engine.signIns,
    progress: () => checkpoint.accepted,
    waits: (why, error, attempt) => {
      if (why !== "signIn") {
        const reason = why === "offline" ? "network" : why
        registry.apply(entry, "offline", { waiting: registry.waits(entry, reason, attempt, error) })
      } else {
        const waiting = registry.waits(entry, "signIn", attempt, error)
        registry.apply(entry, "signedOut", isUploadError(error) ? { error, waiting } : { waiting })
      }
    },
    pauses: (pause) => {
      const waiting = pause &&
        { ...registry.waits(entry, pause.reason, pause.attempt, pause.error), until: pause.until }
      registry.publish(entry, { waiting })
    },
    answered: () => registry.apply(entry, "answered"),
    congested: Effect.suspend(() => {
      engine.width.congested()
      return engine.provided(applyWidth(engine))
    })
  }
}

/**
 * Who asks for what an upload needs.
 */
export const uploadRequester = (
  engine: UploadEngine,
  entry: UploadEntry,
  spaceId: SpaceId,
  inspection?: Inspection
): Requester => ({
  id: entry.id,
  hooks: retryHooks(engine, entry, spaceId, inspection),
  priority: () => entry.request.priority ?? 0,
  limits: engine.tuning.watchdog
})
