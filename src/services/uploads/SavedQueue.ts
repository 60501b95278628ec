/**
 * The uploads that are queued or go in one PUT, as they are saved for the next run of the program: gathered, and beside the
 * transfers. Uploads in parts have sessions of their own once they have begun.
 */
import * as Effect from "effect/Effect"
import * as Phase from "../../domain/UploadPhase.js"
import { TransferRuns } from "../TransferRuns.js"
import type { SavedUpload, UploadSessions } from "../UploadSessions.js"
import type { FileHandle } from "../UploadSource.js"
import type { UploadEngine } from "./UploadEngine.js"
import type { UploadEntry } from "./UploadEntry.js"

/**
 * Handles of files that a page was given, by the file: asked for only when an upload of it is saved. They give `undefined` where the
 * browser has none.
 */
export const keptHandles = new WeakMap<object, () => Promise<FileHandle | undefined>>()

export interface SavedQueue {
  /** The saved uploads are this client's as long as it has claimed this. */
  readonly owner: string
  /** Of what was written of the upload last, or is being written: a session of its own comes after that. */
  readonly revisionOf: (entry: UploadEntry) => number | undefined
  /** Writes all that has changed, and waits for that. */
  readonly write: Effect.Effect<void, never, UploadSessions>
  /** Writes a running upload that is saved already, together with others that ask for it meanwhile. */
  readonly keep: (entry: UploadEntry) => Effect.Effect<void, never, UploadSessions>
  /** Takes over what another client has left; says of which it could. */
  readonly adopt: (
    found: ReadonlyArray<{ readonly entry: UploadEntry; readonly upload: SavedUpload }>
  ) => Effect.Effect<ReadonlyArray<boolean>, never, UploadSessions>
}

/** What is done within this time is never written; where none is queued, the code for it is not loaded so soon. */
const delay = "500 millis"
const patience = "2 seconds"

const isUnsaved = ({ checkpoint, phase, spaceId }: UploadEntry): boolean =>
  !Phase.hasEnded(phase) && spaceId !== undefined && checkpoint?.saved === undefined

/**
 * Saves what there is to save; most programs wait for nothing so long, and load no code for it.
 */
export const saveQueue = (engine: UploadEngine) =>
  Effect.suspend(() =>
    engine.savedQueue === undefined && !engine.registry.all().some(isUnsaved)
      ? Effect.void
      : Effect.flatMap(Effect.flatMap(TransferRuns, ({ saved }) => saved.get), ({ saveQueue: save }) => save(engine))
        .pipe(
          Effect.catchAll((error) => Effect.logDebug("uploads that wait are not saved yet", error))
        )
  )

/**
 * One step: sleeps until `wake` opens, then saves what has changed.
 */
export const saveSoon = (engine: UploadEngine, wake: Effect.Latch) =>
  Effect.gen(function*() {
    yield* wake.await
    yield* wake.close
    yield* Effect.sleep(delay)
    if (engine.savedQueue === undefined && engine.queue.size === 0) yield* Effect.sleep(patience)
    yield* saveQueue(engine)
  })
