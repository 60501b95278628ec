import { assert, describe, it, vi } from "@effect/vitest"
import type { Clock } from "effect"
import { Duration, Effect } from "effect"
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { isLock, lockFile } from "../../../src/layers/node/saved/LockFile.js"
import { clockOver } from "../../transfer/SettableClock.js"

const lockPath = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "lock-"))),
  (created) => Effect.sync(() => fs.rmSync(created, { recursive: true, force: true }))
).pipe(Effect.map((folder) => path.join(folder, "lock")))

const isTaken = (file: string) => Effect.scoped(Effect.map(lockFile(file), (lock) => lock !== undefined))

const recordOf = (
  owner: { readonly pid: number; readonly namespace?: string | undefined; readonly boot?: string | undefined }
) => JSON.stringify({ host: os.hostname(), token: "other", ...owner })

/** A lock that somebody else wrote, with a sign of life so many seconds ago. */
const writeLock = (file: string, owner: Parameters<typeof recordOf>[0], secondsAgo: number) =>
  Effect.sync(() => {
    fs.writeFileSync(file, recordOf(owner))
    const seen = Date.now() / 1000 - secondsAgo
    fs.utimesSync(file, seen, seen)
  })

/** What the system says of this process; `undefined` where it has no namespaces. */
const ownNamespace = fs.existsSync("/proc/self/ns/pid") ? fs.readlinkSync("/proc/self/ns/pid") : undefined

const bootFile = "/proc/sys/kernel/random/boot_id"

/** Of the machine, as the system says it. */
const ownBoot = fs.existsSync(bootFile) ? fs.readFileSync(bootFile, "utf8").trim() : undefined

const touch = (file: string, millis: number) => fs.utimesSync(file, millis / 1000, millis / 1000)

/** A clock that stands still but for the first sleep, which is over at once: `meanwhile` is what happens in it. No other one ends. */
const withFirstSleep = <A, E, R>(begun: number, effect: Effect.Effect<A, E, R>, meanwhile: () => void) =>
  Effect.clockWith((below) => {
    let now = begun
    const slept: Array<number> = []
    const clock: Clock.Clock = {
      ...clockOver(below, () => now - below.unsafeCurrentTimeMillis()),
      sleep: (duration) =>
        Effect.suspend(() => {
          if (slept.push(Duration.toMillis(duration)) > 1) return Effect.never
          now += Duration.toMillis(duration)
          meanwhile()
          return Effect.void
        })
    }
    return Effect.map(Effect.withClock(effect, clock), (result) => ({ result, slept: slept[0] }))
  })

/** This process began ten seconds ago, however long the tests have been running. */
const youngProcess = Effect.acquireRelease(
  Effect.sync(() => vi.spyOn(process, "uptime").mockReturnValue(10)),
  (spy) => Effect.sync(() => spy.mockRestore())
)

describe("LockFile", () => {
  it.scopedLive("a container that starts again has the process id of the one that was killed, and takes over its lock", () =>
    Effect.gen(function*() {
      const file = yield* lockPath
      yield* youngProcess
      for (const namespace of [undefined, "pid:[1]", ownNamespace]) {
        yield* writeLock(file, { pid: process.pid, namespace }, 12)
        assert.isTrue(yield* isTaken(file), namespace)
      }
    }))

  it.scopedLive("a lock that was fresh while this process ran may be of another of its threads", () =>
    Effect.gen(function*() {
      const file = yield* lockPath
      yield* youngProcess
      yield* writeLock(file, { pid: process.pid, namespace: ownNamespace }, 8)
      assert.isFalse(yield* isTaken(file))
    }))

  it.scopedLive("this process keeps its own lock, whatever the clock of the disk says", () =>
    Effect.gen(function*() {
      const file = yield* lockPath
      yield* youngProcess
      assert.isDefined(yield* lockFile(file))
      const before = Date.now() / 1000 - 12
      fs.utimesSync(file, before, before)
      assert.isFalse(yield* isTaken(file))
    }))

  it.scopedLive("of a process in another namespace only the signs of life are believed", () =>
    Effect.gen(function*() {
      const file = yield* lockPath
      const { pid } = spawnSync(process.execPath, ["-e", ""])
      yield* writeLock(file, { pid, namespace: "pid:[1]" }, 5)
      assert.isFalse(yield* isTaken(file))
      yield* writeLock(file, { pid, namespace: "pid:[1]" }, 31)
      assert.isTrue(yield* isTaken(file))
      // In its own namespace it is dead; older versions did not say which one they were in.
      for (const namespace of [ownNamespace, undefined]) {
        yield* writeLock(file, { pid, namespace }, 5)
        assert.isTrue(yield* isTaken(file), namespace)
      }
      yield* writeLock(file, { pid: process.ppid, namespace: ownNamespace }, 5)
      assert.isFalse(yield* isTaken(file))
    }))

  it.scopedLive("who may be alive under the same name and process id elsewhere has time for a sign of life", () =>
    Effect.gen(function*() {
      const file = yield* lockPath
      const { pid } = spawnSync(process.execPath, ["-e", ""])
      yield* Effect.acquireRelease(
        Effect.sync(() => vi.spyOn(process, "uptime").mockReturnValue(0)),
        (spy) => Effect.sync(() => spy.mockRestore())
      )
      const elsewhere = [
        { pid: process.pid, namespace: "pid:[1]", boot: ownBoot },
        { pid: process.pid, namespace: ownNamespace, boot: "another" },
        { pid, namespace: ownNamespace, boot: "another" }
      ]
      const begun = Date.now()
      for (const owner of elsewhere) {
        const afterBeat = (beat: () => void) => {
          fs.writeFileSync(file, recordOf(owner))
          touch(file, begun - 2000)
          return withFirstSleep(begun, isTaken(file), beat)
        }
        const alive = yield* afterBeat(() => touch(file, begun + 3000))
        assert.isFalse(alive.result, JSON.stringify(owner))
        const gone = yield* afterBeat(() => {})
        assert.isTrue(gone.result, JSON.stringify(owner))
        assert.isAtMost(gone.slept ?? 0, 10_000)
      }
    }))

  it.scopedLive("whoever has left this very system is not waited for", () =>
    Effect.gen(function*() {
      const file = yield* lockPath
      yield* youngProcess
      const { pid } = spawnSync(process.execPath, ["-e", ""])
      yield* writeLock(file, { pid, namespace: ownNamespace, boot: ownBoot }, 2)
      assert.deepStrictEqual(yield* withFirstSleep(Date.now(), isTaken(file), () => {}), {
        result: true,
        slept: undefined
      })
    }))

  it.scopedLive("says whose it is and where", () =>
    Effect.gen(function*() {
      const file = yield* lockPath
      yield* lockFile(file)
      const text = fs.readFileSync(file, "utf8")
      const { boot, namespace, pid } = JSON.parse(text)
      assert.deepStrictEqual({ boot, namespace, pid }, { boot: ownBoot, namespace: ownNamespace, pid: process.pid })
      assert.isTrue(isLock(text))
      assert.isTrue(isLock(recordOf({ pid: 1 })))
    }))
})
