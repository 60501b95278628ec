/**
 * What the retry driver hears from an upload and tells it.
 */
import * as Effect from "effect/Effect"
import type { SpaceId } from "../../domain/Ids.js"
import type { UploadError } from "../../domain/UploadSnapshot.js"
import type { Core } from "../../services/uploads/Core.js"
import type { Entry } from "../../services/uploads/Entry.js"
import { checkpointOf } from "../../services/uploads/Entry.js"
import { applyWidth } from "../../services/uploads/width.js"
import type { Asker } from "../parts/ask.js"
import type { Failure, RetryOwner } from "../parts/retrying.js"

const isUploadError = (error: Failure): error is UploadError & Failure => error._tag === "TokenExpired"

const retryOwner = (core: Core, entry: Entry, spaceId: SpaceId): RetryOwner => {
  const checkpoint = checkpointOf(entry)
  const { registry } = core
  return {
    spaceId,
    policy: core.tuning.retry,
    signIns: core.signIns,
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
      core.width.congested()
      return core.provided(applyWidth(core))
    })
  }
}

/**
 * Who asks for what an upload needs.
 */
export const askerOf = (core: Core, entry: Entry, spaceId: SpaceId): Asker => ({
  id: entry.id,
  owner: retryOwner(core, entry, spaceId),
  priority: () => entry.request.priority ?? 0,
  limits: core.tuning.watchdog
})
