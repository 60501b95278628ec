import { assert } from "@effect/vitest"
import { Effect, Random } from "effect"
import type { UploadId } from "../../src/domain/Ids.js"
import { sha1 } from "../../src/testing/HasherMemory.js"
import type { MemoryDrive } from "../../src/testing/MemoryDrive.js"
import * as Memory from "../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../src/testing/VirtualTime.js"
import { storedBytes } from "../transfer/upload/memoryUploads.js"
import type { UserFile } from "./files.js"
import { userFiles, versionOf, write } from "./files.js"
import type { Program } from "./program.js"
import { begin, complaints, signIn } from "./program.js"
import type { Scenario } from "./scenario.js"
import type { World } from "./world.js"
import { act, recover, start } from "./world.js"

const calm = ({ program, uploads }: World) =>
  [...uploads.keys()].every((id) => {
    const snapshot = program.uploads.snapshot(id)
    return snapshot === undefined || snapshot.multipart === "stopped" || snapshot.multipart === "cancelled" ||
      ["success", "rapid_success", "error"].includes(snapshot.progress ?? "")
  })

const hasEndedWell = (program: Program, id: UploadId): boolean => {
  const snapshot = program.uploads.snapshot(id)
  return snapshot === undefined || snapshot.multipart === "cancelled" || snapshot.result !== undefined
}

const untilCalm = Effect.fnUntraced(function*(world: World) {
  for (let waited = 0; !calm(world); waited++) {
    assert.isBelow(waited, 2000, "an upload neither ends nor fails")
    yield* Effect.sleep("5 seconds")
  }
})

/** Whatever was broken is mended; faults that are left still hit, but there is an end to them. */
const mend = Effect.fnUntraced(function*(world: World) {
  const { drive, uploads } = world
  drive.service.refuses = () => false
  yield* drive.setOnline(true)
  for (let round = 0; round < 20; round++) {
    yield* signIn(drive, world.program)
    // What was somebody else's until now is on no list yet.
    if (world.otherUsers > 0 || world.otherTab !== undefined) yield* recover(world)
    // The upload continues with the version that it began with, which is one of these.
    for (const file of world.files) write(drive, file, round)
    yield* world.program.uploads.setLimits({ bytesPerSecond: 0 })
    yield* world.program.uploads.resumeAll()
    for (const [id, file] of uploads) {
      const snapshot = world.program.uploads.snapshot(id)
      if (snapshot?.needsFile === true || snapshot?.error?._tag === "SourceChanged") {
        yield* Effect.either(world.program.uploads.resume(id, versionOf(file, round)))
      } else if (snapshot?.progress === "error") yield* Effect.either(world.program.uploads.retry(id))
    }
    yield* untilCalm(world)
    if ([...uploads.keys()].every((id) => hasEndedWell(world.program, id))) break
  }
  yield* Effect.sleep("2 hours")
  // What is being aborted may have met the end of the session: it waits for the next sign-in, which comes.
  yield* signIn(world.drive, world.program)
  yield* Effect.sleep("2 hours")
})

/**
 * What is cancelled here while another tab drives it is left to that tab, and when that has ended to whoever comes next: who gives
 * it up aborts all that is left of it.
 */
const whoComesNext = Effect.fnUntraced(function*({ cancelled, drive, otherTab, scenario }: World) {
  if (otherTab === undefined || cancelled.size === 0) return
  const next = yield* begin(drive, scenario)
  yield* next.uploads.recoverable()
  yield* next.uploads.cancelAll()
  yield* Effect.sleep("2 hours")
  yield* next.end
})

/** An upload that ended is one version of its file, whole, and the service knows of it what is so. */
const checkEnd =
  ({ cancelled, crashes, drive, otherUsers, program, removed, scenario }: World) => (file: UserFile, id: UploadId) => {
    const snapshot = program.uploads.snapshot(id)
    if (snapshot === undefined) {
      assert.isTrue(removed.has(id) || crashes + otherUsers > 0, "an upload has gone from the list")
      return
    }
    if (snapshot.multipart === "cancelled") {
      assert.isTrue(cancelled.has(id))
      return
    }
    const label = `${snapshot.progress} ${snapshot.multipart} ${snapshot.error?._tag} ${snapshot.error?.message}`
    assert.include(["success", "rapid_success"], snapshot.progress, label)
    const stored = storedBytes(drive, snapshot.result?.objectKey)
    assert.isDefined(stored)
    const version = file.versions.find((bytes) => Buffer.compare(bytes, stored ?? bytes.subarray(1)) === 0)
    assert.isDefined(version, "the stored bytes are no version of the file")
    const entry = drive.service.files.get(snapshot.result?.fileId ?? "")
    assert.isTrue(entry?.stored)
    assert.strictEqual(entry?.size, version?.length)
    if (scenario.platform !== "pds" && version !== undefined) assert.strictEqual(entry?.contentHash, sha1(version))
    assert.strictEqual(snapshot.bytes.committed, snapshot.size)
  }

/** Nothing runs, nothing is held, and the storage holds nothing that nobody knows of. */
const checkLeftovers = (world: World) => {
  const { crashes, drive, otherUsers, program, scenario } = world
  const none = { finish: 0, control: 0, part: 0, hash: 0 }
  assert.deepStrictEqual(program.scheduler.usage(), { running: none, waiting: none, bytes: 0 })
  assert.strictEqual(drive.network.inFlight, 0)
  assert.strictEqual(drive.sessions.claimed.size, 0, "claimed sessions")
  const known = new Set([...drive.sessions.saved.values()].map(({ upload }) => upload.uploadId))
  const orphans = [...drive.storage.bucket.uploads.keys()].filter((id) => !known.has(id))
  const lost = lostBegins(drive, scenario) + lostByCrashes(world)
  assert.isAtMost(orphans.length, lost, "orphaned multipart uploads")
  if (crashes + otherUsers === 0) assert.strictEqual(drive.sessions.saved.size, 0, "saved sessions")
}

/** Runs the scenario to its end and checks what must hold whatever happened. */
export const runScenario = (scenario: Scenario): Effect.Effect<void, unknown> => {
  const errors: Array<string> = []
  return VirtualTime.run(
    Effect.gen(function*() {
      const { changesUnseen, faults, listAnnounced, platform } = scenario
      const drive = yield* Memory.make({ platform, faults, listAnnounced, changesUnseen, bytesPerSecond: 1000 })
      damageBodies(drive, scenario)
      const world: World = {
        drive,
        scenario,
        files: userFiles(scenario.files),
        uploads: new Map(),
        cancelled: new Set(),
        removed: new Set(),
        program: yield* begin(drive, scenario),
        otherTab: undefined,
        locksFailed: false,
        crashes: 0,
        otherUsers: 0
      }
      for (const file of world.files) {
        write(drive, file, 0)
        yield* start(world, file)
      }
      for (const moment of scenario.moments) {
        yield* Effect.sleep(moment.after)
        yield* act(world, moment)
      }
      yield* world.otherTab?.end ?? Effect.void
      yield* mend(world)
      for (const [id, file] of world.uploads) checkEnd(world)(file, id)
      yield* whoComesNext(world)
      checkLeftovers(world)
      yield* world.program.end
      assert.isEmpty(errors, errors.join("\n"))
    }).pipe(Effect.withRandom(Random.make(scenario.seed)), Effect.provide(complaints(errors)))
  )
}

/** The opaque ETags of pds could not show it. No two bodies are damaged in the same way. */
const damageBodies = (drive: MemoryDrive, scenario: Scenario) => {
  let bodies = 0
  drive.storage.damage = (bytes) => {
    const isDamaged = scenario.platform !== "pds" && scenario.damaged.includes(bodies++)
    return isDamaged ? bytes.map((byte) => byte ^ (255 - bodies % 255)) : bytes
  }
}

/**
 * A crash between create-multipart and its answer leaves an upload that the next run finds in the storage's list, and aborts.
 * Drives of pds have no such list: their uploads are begun with the file, one for each file at most. And one of an update that is
 * given up by then may be anybody's.
 */
const lostByCrashes = ({ cancelled, crashes, otherUsers, removed, scenario: { files, platform } }: World): number => {
  const isGivenUp = cancelled.size + removed.size > 0
  const doubtful = platform === "pds" ? files.length : isGivenUp ? files.filter(({ isUpdate }) => isUpdate).length : 0
  return (crashes + otherUsers) * doubtful
}

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
