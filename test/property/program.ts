import { assert } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Layer, Logger, LogLevel, Scope } from "effect"
import type { UploadId } from "../../src/domain/Ids.js"
import type { UploadBytes } from "../../src/domain/UploadSnapshot.js"
import { DriveEvents } from "../../src/services/DriveEvents.js"
import { TransferScheduler } from "../../src/services/TransferScheduler.js"
import { Uploads } from "../../src/services/Uploads.js"
import * as UploadsLayer from "../../src/services/uploads/UploadsLayer.js"
import type { MemoryDrive } from "../../src/testing/MemoryDrive.js"
import { layer as throughThread } from "./byThread.js"
import type { Scenario } from "./scenario.js"

/** One run of the program: it can end without a word, and another one starts over the same drive and sessions. */
export interface Program {
  readonly end: Effect.Effect<void>
  readonly uploads: Uploads["Type"]
  readonly scheduler: TransferScheduler["Type"]
  readonly events: DriveEvents["Type"]
  /** How to look no longer at an upload. */
  readonly watched: Map<UploadId, () => void>
}

export const signIn = (drive: MemoryDrive, program: Program, wsid?: string) =>
  Effect.provideService(drive.signIn(wsid), DriveEvents, program.events)

export const begin = Effect.fnUntraced(function*(drive: MemoryDrive, { byThread, limits }: Scenario) {
  const scope = yield* Scope.make()
  // of oss' checksum the drive in memory knows nothing
  const layer = UploadsLayer.layer({ integrity: ({ platform }) => platform === "s3" ? "auto" : "md5" }).pipe(
    Layer.provideMerge(TransferScheduler.layerWith(limits)),
    Layer.provideMerge(byThread ? Layer.provideMerge(throughThread, drive.layer) : drive.layer)
  )
  const context = yield* Layer.buildWithScope(layer, scope)
  const program: Program = {
    end: Scope.close(scope, Exit.void),
    uploads: Context.get(context, Uploads),
    scheduler: Context.get(context, TransferScheduler),
    events: Context.get(context, DriveEvents),
    watched: new Map()
  }
  yield* signIn(drive, program)
  return program
})

/** Checks with each snapshot that no count goes backwards or above the size. */
export const watch = (program: Program, id: UploadId) => {
  let before: UploadBytes = { hashed: 0, sent: 0, accepted: 0, committed: 0 }
  program.watched.get(id)?.()
  const unsubscribe = program.uploads.subscribe(() => {
    const snapshot = program.uploads.snapshot(id)
    if (snapshot === undefined) return
    for (const count of ["hashed", "sent", "accepted", "committed"] as const) {
      // An assertion of chai costs more than the snapshot.
      if (snapshot.bytes[count] < before[count]) assert.fail(`${count} went backwards`)
      if (snapshot.bytes[count] > (snapshot.size ?? Number.POSITIVE_INFINITY)) assert.fail(`${count} above the size`)
    }
    before = snapshot.bytes
  }, id)
  program.watched.set(id, unsubscribe)
}

/** A bug inside the library ends in a log of level error, and in nothing else. */
export const complaints = (lines: Array<string>) =>
  Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ cause, logLevel, message }) => {
      if (LogLevel.greaterThanEqual(logLevel, LogLevel.Error)) lines.push(`${message} ${Cause.pretty(cause)}`)
    })
  )
