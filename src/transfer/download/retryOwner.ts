/**
 * What the retry driver hears from a download and tells it.
 */
import * as Effect from "effect/Effect"
import type { DownloadFailure } from "../../domain/DownloadSnapshot.js"
import type { SpaceId } from "../../domain/Ids.js"
import type { Core } from "../../services/downloads/Core.js"
import type { Entry } from "../../services/downloads/Entry.js"
import type { Failure, RetryOwner } from "../parts/retrying.js"

const isSignedOut = (error: Failure): error is DownloadFailure & Failure => error._tag === "TokenExpired"

/**
 * `congested` is told that the storage asks for fewer requests.
 */
export const retryOwner = (core: Core, entry: Entry, spaceId: SpaceId, congested: () => void): RetryOwner => ({
  spaceId,
  policy: core.tuning.retry,
  signIns: core.signIns,
  progress: () => entry.arrived,
  waits: (why, error) =>
    why === "offline"
      ? core.registry.apply(entry, "offline")
      : core.registry.apply(entry, "signedOut", isSignedOut(error) ? { error } : {}),
  answered: () => core.registry.apply(entry, "answered", { error: undefined }),
  congested: Effect.sync(congested)
})
