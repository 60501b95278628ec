/**
 * What the retry driver hears from a download and tells it.
 */
import * as Effect from "effect/Effect"
import type { DownloadFailure } from "../../domain/DownloadSnapshot.js"
import type { SpaceId } from "../../domain/Ids.js"
import type { Core } from "../../services/downloads/Core.js"
import type { Entry } from "../../services/downloads/Entry.js"
import type { Failure, RetryOwner } from "../parts/retrying.js"

const isShown = (error: Failure): error is DownloadFailure & Failure =>
  error._tag === "TokenExpired" || error._tag === "TransportError"

/**
 * `congested` is told that the storage asks for fewer requests.
 */
export const retryOwner = (core: Core, entry: Entry, spaceId: SpaceId, congested: () => void): RetryOwner => ({
  spaceId,
  policy: core.tuning.retry,
  signIns: core.signIns,
  progress: () => entry.arrived,
  waits: (why, error) => {
    const patch = why !== "offline" && isShown(error) ? { error } : {}
    core.registry.apply(entry, why === "signIn" ? "signedOut" : "offline", patch)
  },
  answered: () => core.registry.apply(entry, "answered", { error: undefined }),
  congested: Effect.sync(congested)
})
