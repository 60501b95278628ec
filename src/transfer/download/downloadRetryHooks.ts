/**
 * What the retry driver hears from a download and tells it.
 */
import * as Effect from "effect/Effect"
import type { DownloadFailure } from "../../domain/DownloadSnapshot.js"
import type { SpaceId } from "../../domain/Ids.js"
import type { DownloadEngine } from "../../services/downloads/DownloadEngine.js"
import type { DownloadEntry } from "../../services/downloads/DownloadEntry.js"
import type { Failure, RetryHooks } from "../parts/withRetry.js"

const isShown = (error: Failure): error is DownloadFailure & Failure =>
  error._tag === "TokenExpired" || error._tag === "TransportError"

/**
 * `congested` is called when the storage asks for fewer requests.
 */
export const downloadRetryHooks = (
  engine: DownloadEngine,
  entry: DownloadEntry,
  spaceId: SpaceId,
  congested: () => void
): RetryHooks => ({
  spaceId,
  policy: engine.tuning.retry,
  signIns: engine.signIns,
  progress: () => entry.arrived,
  waits: (why, error) => {
    const patch = why !== "offline" && isShown(error) ? { error } : {}
    engine.registry.apply(entry, why === "signIn" ? "signedOut" : "offline", patch)
  },
  answered: () => engine.registry.apply(entry, "answered", { error: undefined }),
  congested: Effect.sync(congested)
})
