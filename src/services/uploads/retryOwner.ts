/**
 * What the retry driver hears from an upload and tells it.
 */
import * as Effect from "effect/Effect"
import type { SpaceId } from "../../domain/Ids.js"
import type { UploadError } from "../../domain/UploadSnapshot.js"
import type { Asker } from "../engine/ask.js"
import type { Failure, RetryOwner } from "../engine/retrying.js"
import type { Core } from "./Core.js"
import type { Entry } from "./Entry.js"
import { checkpointOf } from "./Entry.js"
import { applyWidth } from "./width.js"

const isUploadError = (error: Failure): error is UploadError & Failure => error._tag === "TokenExpired"

const retryOwner = (core: Core, entry: Entry, spaceId: SpaceId): RetryOwner => {
  const checkpoint = checkpointOf(entry)
  return {
    spaceId,
    policy: core.tuning.retry,
    signIns: core.signIns,
    progress: () => checkpoint.accepted,
    waits: (why, error) =>
      why === "offline"
        ? core.registry.apply(entry, "offline")
        : core.registry.apply(entry, "signedOut", isUploadError(error) ? { error } : {}),
    answered: () => core.registry.apply(entry, "answered"),
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
