/**
 * Upload sessions in a directory (Node).
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { UploadSessions } from "../../services/UploadSessions.js"
import * as BackedSessions from "../saved/BackedSessions.js"
import * as SessionFiles from "./saved/SessionFiles.js"
import { sweepUnfinished } from "./saved/sweepUnfinished.js"

/**
 * Saves uploads in `directory`, which is made when it is first needed: one JSON file each, replaced as a whole, and a
 * journal of accepted parts, written in batches of 100 ms. Processes that share the directory never drive one upload:
 * a lock file says whose it is. A directory that cannot be written stops no upload; then `healthy` is `false`. Files that a
 * crash left half written are cleared away when the layer is built, an hour after their last byte.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer = (options: { readonly directory: string }): Layer.Layer<UploadSessions> =>
  Layer.scoped(
    UploadSessions,
    Effect.zipRight(
      Effect.forkScoped(Effect.interruptible(sweepUnfinished(options.directory))),
      Effect.suspend(() => BackedSessions.make(SessionFiles.make(options.directory)))
    )
  )
