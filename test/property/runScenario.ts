import { assert } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Layer, Logger, LogLevel, Random, Scope } from "effect"
import type { UploadId } from "../../src/domain/Ids.js"
import type { UploadBytes } from "../../src/domain/UploadSnapshot.js"
import { DriveEvents } from "../../src/services/DriveEvents.js"
import { TransferScheduler } from "../../src/services/TransferScheduler.js"
import { Uploads } from "../../src/services/Uploads.js"
import type { MemoryDrive } from "../../src/testing/MemoryDrive.js"
import * as Memory from "../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../src/testing/VirtualTime.js"
import { bytesOf, storedBytes } from "../uploads/memoryUploads.js"
import type { Moment, Scenario } from "./scenario.js"

/** One process of the program: it can end without a word, and another one starts over the same drive and sessions. */
interface Process {
  readonly scope: Scope.CloseableScope
  readonly uploads: Uploads["Type"]
  readonly scheduler: TransferScheduler["Type"]
  readonly events: DriveEvents["Type"]
}

const begin = Effect.fnUntraced(function*(drive: MemoryDrive, limits: Scenario["limits"]) {
  const scope = yield* Scope.make()
  const layer = Uploads.layerWith({ integrity: () => "md5" }).pipe(
    Layer.provideMerge(TransferScheduler.layerWith(limits)),
    Layer.provideMerge(drive.layer)
  )
  const context = yield* Layer.buildWithScope(layer, scope)
  const process: Process = {
    scope,
    uploads: Context.get(context, Uploads),
    scheduler: Context.get(context, TransferScheduler),
    events: Context.get(context, DriveEvents)
  }
  yield* signIn(drive, process)
  return process
})

const signIn = (drive: MemoryDrive, process: Process) =>
  Effect.provideService(drive.signIn(), DriveEvents, process.events)

const watch = (process: Process, id: UploadId) => {
  let before: UploadBytes = { hashed: 0, sent: 0, accepted: 0, committed: 0 }
  process.uploads.subscribe(() => {
    const snapshot = process.uploads.snapshot(id)
    if (snapshot === undefined) return
    for (const count of ["hashed", "sent", "accepted", "committed"] as const) {
      assert.isAtLeast(snapshot.bytes[count], before[count], `${count} went backwards`)
      assert.isAtMost(snapshot.bytes[count], snapshot.size ?? Number.POSITIVE_INFINITY, `${count} above the size`)
    }
    before = snapshot.bytes
  }, id)
}

const calm = (ids: ReadonlyArray<UploadId>, process: Process) =>
  ids.every((id) => {
    const snapshot = process.uploads.snapshot(id)
    return snapshot === undefined || snapshot.multipart === "stopped" || snapshot.multipart === "cancelled" ||
      ["success", "rapid_success", "error"].includes(snapshot.progress)
  })

const hasEndedWell = (process: Process, id: UploadId): boolean => {
  const snapshot = process.uploads.snapshot(id)
  return snapshot === undefined || snapshot.multipart === "cancelled" || snapshot.result !== undefined
}

const untilCalm = Effect.fnUntraced(function*(ids: ReadonlyArray<UploadId>, process: Process) {
  for (let waited = 0; !calm(ids, process); waited++) {
    assert.isBelow(waited, 2000, "an upload neither ends nor fails")
    yield* Effect.sleep("5 seconds")
  }
})

/** A bug inside the library ends in a log of level error, and in nothing else. */
const complaints = (lines: Array<string>) =>
  Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ cause, logLevel, message }) => {
      if (LogLevel.greaterThanEqual(logLevel, LogLevel.Error)) lines.push(`${message} ${Cause.pretty(cause)}`)
    })
  )

/** Runs the scenario to its end and checks what must hold whatever happened. */
export const runScenario = (scenario: Scenario): Effect.Effect<void, unknown> => {
  const errors: Array<string> = []
  return VirtualTime.run(
    Effect.gen(function*() {
      const drive = yield* Memory.make({ platform: scenario.platform, faults: scenario.faults, bytesPerSecond: 1000 })
      damageBodies(drive, scenario)
      let process = yield* begin(drive, scenario.limits)
      const sources = scenario.files.map((file, index) => ({ ...file, bytes: bytesOf(file.size, index * 50 + 1) }))
      for (const [index, source] of sources.entries()) {
        drive.disk.set(`/${index}`, { bytes: source.bytes, modifiedAt: 1 })
      }
      const ids: Array<UploadId> = []
      const sourceOf = new Map<UploadId, Uint8Array>()
      for (const [index, { bytes, chunkSize, parallel, path }] of sources.entries()) {
        const upload = yield* process.uploads.start({ source: { path: `/${index}` }, chunkSize, parallel, path })
        ids.push(upload.id)
        sourceOf.set(upload.id, bytes)
        watch(process, upload.id)
      }

      const cancelled = new Set<UploadId>()
      let crashes = 0
      const crash = Effect.gen(function*() {
        crashes++
        yield* Scope.close(process.scope, Exit.void)
        process = yield* begin(drive, scenario.limits)
        const recovered = yield* process.uploads.recoverable()
        for (const { id } of recovered) watch(process, id)
      })
      const act = ({ file, kind }: Moment): Effect.Effect<void> => {
        const id = ids[file % ids.length]
        if (id === undefined) return Effect.void
        switch (kind) {
          case "stop":
            return process.uploads.stop(id)
          case "resume":
            return Effect.asVoid(Effect.either(process.uploads.resume(id)))
          case "retry":
            return Effect.asVoid(Effect.either(process.uploads.retry(id)))
          case "cancel":
            cancelled.add(id)
            return process.uploads.cancel(id)
          case "offline":
            return drive.setOnline(false)
          case "offline untold":
            return drive.setOnline(false, { told: false })
          case "online":
            return drive.setOnline(true)
          case "session ends":
            return Effect.sync(() => {
              drive.service.signedIn = false
            })
          case "sign in":
            return signIn(drive, process)
          case "crash":
            return crash
        }
      }
      for (const moment of scenario.moments) {
        yield* Effect.sleep(moment.after)
        yield* act(moment)
      }

      // Whatever was broken is mended; faults that are left still hit, but there is an end to them.
      yield* drive.setOnline(true)
      for (let round = 0; round < 20; round++) {
        yield* signIn(drive, process)
        yield* process.uploads.resumeAll()
        for (const id of ids) {
          if (process.uploads.snapshot(id)?.progress === "error") yield* Effect.either(process.uploads.retry(id))
        }
        yield* untilCalm(ids, process)
        if (ids.every((id) => hasEndedWell(process, id))) break
      }
      yield* Effect.sleep("2 hours")

      for (const id of ids) {
        const snapshot = process.uploads.snapshot(id)
        if (snapshot === undefined) {
          assert.isAbove(crashes, 0, "an upload has gone from the list")
          continue
        }
        if (snapshot.multipart === "cancelled") {
          assert.isTrue(cancelled.has(id))
          continue
        }
        const label = `${snapshot.progress} ${snapshot.multipart} ${snapshot.error?._tag} ${snapshot.error?.message}`
        assert.include(["success", "rapid_success"], snapshot.progress, label)
        const stored = storedBytes(drive, snapshot.result?.objectKey)
        assert.deepStrictEqual(stored, sourceOf.get(id))
        assert.isTrue(drive.service.files.get(snapshot.result?.fileId ?? "")?.stored)
        assert.strictEqual(snapshot.bytes.committed, snapshot.size)
      }

      const none = { finish: 0, control: 0, part: 0, hash: 0 }
      assert.deepStrictEqual(process.scheduler.usage(), { running: none, waiting: none, bytes: 0 })
      assert.strictEqual(drive.network.inFlight, 0)
      assert.strictEqual(drive.sessions.claimed.size, 0, "claimed sessions")
      const known = new Set([...drive.sessions.saved.values()].map(({ upload }) => upload.uploadId))
      const orphans = [...drive.storage.bucket.uploads.keys()].filter((id) => !known.has(id))
      const lost = lostBegins(drive, scenario) + lostByCrashes(scenario, crashes)
      assert.isAtMost(orphans.length, lost, "orphaned multipart uploads")
      if (crashes === 0) assert.strictEqual(drive.sessions.saved.size, 0, "saved sessions")
      yield* Scope.close(process.scope, Exit.void)
      assert.deepStrictEqual(errors, [])
    }).pipe(Effect.withRandom(Random.make(scenario.seed)), Effect.provide(complaints(errors)))
  )
}

/** The opaque ETags of pds could not show it. */
const damageBodies = (drive: MemoryDrive, scenario: Scenario) => {
  let bodies = 0
  drive.storage.damage = (bytes) => {
    const isDamaged = scenario.platform !== "pds" && scenario.damaged.includes(bodies++)
    return isDamaged ? bytes.map((byte) => byte ^ 255) : bytes
  }
}

/**
 * A crash between create-multipart and its answer leaves an upload that the next run finds in the storage's list, and takes back.
 * Drives of pds have no such list: their uploads are begun with the file, one for each file at most.
 */
const lostByCrashes = ({ files, platform }: Scenario, crashes: number): number =>
  platform === "pds" ? crashes * files.length : 0

/**
 * A create-multipart call whose answer is lost leaves an upload that nobody knows of until the storage has listed it, which a
 * script may not let it do.
 */
const lostBegins = (drive: MemoryDrive, scenario: Scenario): number =>
  scenario.faults.some((fault) => ["dropReply", "truncate"].includes(fault.action._tag)) ||
    scenario.moments.some((moment) => moment.kind.startsWith("offline"))
    ? drive.network.count({ method: "POST", query: "uploads" }) +
      drive.network.count({ method: "POST", path: "/file/" })
    : 0
