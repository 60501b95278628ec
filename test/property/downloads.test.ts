import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Random, Supervisor } from "effect"
import * as fc from "fast-check"
import { basename } from "node:path"
import * as DownloadState from "../../src/domain/DownloadState.js"
import * as ConnectivityMemory from "../../src/testing/ConnectivityMemory.js"
import * as VirtualTime from "../../src/testing/VirtualTime.js"
import { Disk } from "./downloads/disk.js"
import { act, signIn } from "./downloads/moments.js"
import type { Scenario } from "./downloads/scenario.js"
import { scenario } from "./downloads/scenario.js"
import { Storage, storedFile } from "./downloads/storage.js"
import type { World } from "./downloads/world.js"
import { begin, contentsOf, fileOf, isOneOf, start } from "./downloads/world.js"
import { complaints } from "./program.js"

const wantedRuns = process.env["PROPERTY_RUNS"]

/** It works on a real disk, and a run takes some 0.14 s: more of them are for the soak. */
const numRuns = wantedRuns === undefined ? 20 : Math.ceil(Number(wantedRuns) / 8)

/** An archive whose answer tells no length: its bytes are counted all the same, and their sum is its size. */
const lengthless: Scenario = {
  seed: 0,
  files: [{ size: 1, hashed: false, etag: "strong" }],
  downloads: [{ wish: { _tag: "archive", file: 0, isFile: false }, target: 0, isTaken: false }],
  speed: undefined,
  rangeSize: 16,
  ranges: undefined,
  atOnce: 1,
  flows: false,
  honoursIfMatch: false,
  gets: [{ action: { _tag: "lengthless" }, skip: 0, times: 1 }],
  calls: [],
  moments: [],
  atDisk: []
}

/** The storage has another version than the service tells of, and less than all of it is wanted. */
const otherRange: Scenario = {
  ...lengthless,
  seed: 397_317_444,
  downloads: [
    { wish: { _tag: "file", file: 0, range: [0, 2] }, target: 0, isTaken: false },
    { wish: { _tag: "blob", file: 0 }, target: 0, isTaken: false }
  ],
  gets: [{ action: { _tag: "replaced", known: false }, skip: 0, times: 2 }]
}

/** Cancelled before the program that continues after a crash has opened what the one before has left. */
const cancelledAfterCrash: Scenario = {
  ...lengthless,
  seed: 13_456_155,
  downloads: [{ wish: { _tag: "batch" }, target: 0, isTaken: false }],
  gets: [],
  moments: [{ after: 31, download: 0, kind: "crash" }],
  atDisk: [{ after: 2, download: 0, kind: "cancel all" }]
}

/** What has arrived of a version is shown when the service tells of a smaller one. */
const smallerVersion: Scenario = {
  ...lengthless,
  seed: 0,
  files: [{ size: 74, hashed: false, etag: "strong" }],
  downloads: [
    { wish: { _tag: "blob", file: 0 }, target: 0, isTaken: false },
    { wish: { _tag: "file", file: 0, range: [0, 81] }, target: 0, isTaken: false },
    { wish: { _tag: "blob", file: 0 }, target: 0, isTaken: false }
  ],
  speed: 40,
  gets: [
    { action: { _tag: "slow", millis: 700 }, skip: 3, times: 3 },
    { action: { _tag: "replaced", known: true }, skip: 1, times: 3 }
  ],
  calls: [{ action: { _tag: "unreachable" }, skip: 0, times: 1 }]
}

const isBeside = (name: string): boolean => /\.part(\.json|\.lock)?/.test(name)

/** At every moment: what has a final name is the user's own, or one version whole. */
const checkNames = (world: World) => {
  const contents = [
    ...world.scenario.downloads.flatMap((plan) => contentsOf(world, plan)),
    ...drained.versions
  ]
  for (const [name, bytes] of world.disk.image()) {
    if (isBeside(name)) continue
    const own = [...world.own].some(([path, mine]) => path === world.disk.path(name) && isOneOf(bytes, [mine]))
    assert.isTrue(own || isOneOf(bytes, contents), `${name} is no version of its file: ${bytes.length} bytes`)
  }
}

const calm = ({ program, started }: World) =>
  [...started.keys()].every((id) => {
    const status = program.downloads.snapshot(id)?.status
    return status === undefined || status === "stopped" || DownloadState.hasEnded(status)
  })

const untilCalm = Effect.fnUntraced(function*(world: World) {
  for (let waited = 0; !calm(world); waited++) {
    assert.isBelow(waited, 5000, "a download neither ends nor fails")
    yield* Effect.sleep("5 seconds")
    // Faults may end the session again.
    if (!world.storage.signedIn) yield* signIn(world)
  }
})

const hasEndedWell = ({ program, started }: World) =>
  [...started.keys()].every((id) => {
    const status = program.downloads.snapshot(id)?.status
    return status === undefined || status === "success" || status === "cancelled"
  })

/** Errors that no second try helps. */
const isFinal = (tag: string | undefined) => tag === "InvalidInput"

/** Whatever was broken is mended; faults that are left still hit, but there is an end to them. */
const mend = Effect.fnUntraced(function*(world: World) {
  const { disk, storage } = world
  disk.full = false
  storage.online = true
  yield* world.connectivity.set(true)
  for (let round = 0; round < 40; round++) {
    yield* signIn(world)
    for (const file of storage.files) file.announced = file.current
    for (const id of world.started.keys()) yield* Effect.either(world.program.downloads.resume(id))
    yield* untilCalm(world)
    checkNames(world)
    if (hasEndedWell(world)) break
  }
})

/** Faults may end the session again. */
const signingIn = (world: World) => Effect.forever(Effect.zipRight(Effect.sleep("10 minutes"), signIn(world)))

/** What is saved until each fault of the script has hit. */
const drained = storedFile({ size: 30, hashed: true, etag: "strong" }, 9)

/** Until each fault of the script has hit. */
const drain = Effect.fnUntraced(function*(world: World) {
  const { program: { downloads }, storage } = world
  for (let round = 0; storage.gets.remaining() + storage.calls.remaining() > 0; round++) {
    assert.isBelow(round, 60, "faults that never hit")
    const target = world.disk.path(`drain-${round}`)
    yield* signIn(world)
    const saving = downloads.save({ fileId: `file-${drained.index}`, target })
    yield* Effect.either(Effect.raceFirst(saving, signingIn(world)))
    for (const file of storage.files) file.announced = file.current
  }
})

/** Counts never go back, also where there is less to come than there was. */
const hasOtherSizes = ({ scenario: { atDisk, gets, moments } }: World): boolean =>
  gets.some(({ action }) => action._tag === "replaced") ||
  [...moments, ...atDisk].some(({ kind }) => kind === "replaced")

const checkEnd = (world: World) => {
  const { downloads } = world.program
  const image = world.disk.image()
  for (const [id, { isCancelled, plan, target }] of world.started) {
    const snapshot = downloads.snapshot(id)
    if (snapshot === undefined) continue
    const { error, received, result, size, status, written } = snapshot
    if (status === "error" && isFinal(error?._tag)) continue
    if (status === "cancelled") {
      assert.isTrue(isCancelled)
      continue
    }
    assert.strictEqual(status, "success", `${status} ${error?._tag} ${error?.message}`)
    const whole = result ?? assert.fail("a success without a result")
    if (whole.files === undefined) assert.strictEqual(whole.size, size)
    if (!hasOtherSizes(world) && (whole.files?.errorItems ?? []).length === 0) {
      assert.deepStrictEqual({ received, written, size: whole.size }, { received: size, written: size, size })
    }
    if (plan.wish._tag !== "batch") {
      // Another one may have taken the same place since.
      assert.isTrue(image.has(basename(target)), "the file is not there")
      if (plan.wish._tag === "file" && plan.wish.range === undefined) {
        const { plan: { hashed } } = fileOf(world, plan.wish.file)
        assert.strictEqual(whole.verified, hashed ? "sha1" : "size")
      }
      continue
    }
    for (const { name } of whole.files?.successItems ?? []) {
      assert.isTrue(image.has(`${basename(target)}/${name}`), `${name} is not there`)
    }
  }
}

/** Nothing runs, nothing is held; beside a target lies only what a failure has left to continue with. */
const checkLeftovers = (world: World) => {
  const { disk, program, storage, started } = world
  const none = { finish: 0, control: 0, part: 0, hash: 0 }
  assert.deepStrictEqual(program.scheduler.usage(), { running: none, waiting: none, bytes: 0 })
  assert.strictEqual(storage.inFlight, 0, "requests without an end")
  assert.deepStrictEqual(disk.open(), [], "open files")
  const mayKeep = new Set(
    [...started].flatMap(([id, { plan, target }]) => {
      const snapshot = program.downloads.snapshot(id)
      return plan.wish._tag === "batch" || snapshot === undefined || snapshot.status === "error" ? [target] : []
    })
  )
  const isAfterCrash = (name: string) =>
    world.crashes > 0 && disk.isUntouched(disk.path(name.replace(/\.part(\.json(\.new)?|\.lock)?$/, "")))
  const left = [...disk.image().keys()].filter((name) => isBeside(name) && !isAfterCrash(name))
  assert.deepStrictEqual(left.filter((name) => /\.part\.(lock|json\.new)/.test(name)), [], "locks and temporary files")
  if (world.crashes === 0) {
    const files = left.filter((name) => ![...mayKeep].some((target) => disk.path(name).startsWith(target)))
    assert.deepStrictEqual(files.filter((name) => !name.startsWith("drain-")), [], "parts")
  }
}

const run = (scenario: Scenario): Effect.Effect<void, unknown> => {
  const errors: Array<string> = []
  const program = (alive: Effect.Effect<ReadonlyArray<Fiber.RuntimeFiber<unknown, unknown>>>) =>
    Effect.gen(function*() {
      const disk = yield* Effect.acquireRelease(
        Effect.sync(() => new Disk()),
        (disk) => Effect.sync(() => disk.dispose())
      )
      yield* VirtualTime.hold(Effect.promise(() => disk.breakWrites()))
      const files = scenario.files.map(storedFile)
      const incomplete = {
        scenario,
        disk,
        storage: new Storage([...files, storedFile(drained.plan, drained.index)], scenario),
        files,
        connectivity: yield* ConnectivityMemory.make,
        scope: yield* Effect.scope,
        turn: yield* Effect.makeSemaphore(1),
        started: new Map(),
        readings: [],
        own: new Map(),
        crashes: 0,
        archives: 0
      }
      const world: World = Object.assign(incomplete, { program: yield* begin(incomplete) })
      const acting: Array<Fiber.Fiber<void>> = []
      disk.onCall = (count) =>
        Effect.forEach(
          scenario.atDisk.filter(({ after }) => after === count),
          (moment) =>
            Effect.map(Effect.forkIn(Effect.interruptible(act(world, moment)), world.scope), (fiber) => {
              acting.push(fiber)
            }),
          { discard: true }
        )
      for (const plan of scenario.downloads) yield* start(world, plan)
      for (const moment of scenario.moments) {
        yield* Effect.sleep(moment.after)
        yield* act(world, moment)
        checkNames(world)
      }
      disk.onCall = () => Effect.void
      yield* Fiber.joinAll(acting)
      yield* mend(world)
      for (const { fiber, plan } of world.readings) {
        const read = yield* Effect.raceFirst(Fiber.join(fiber), signingIn(world))
        if (read._tag === "Right") {
          assert.isTrue(isOneOf(read.right, contentsOf(world, plan)), "a stream of two versions")
        }
      }
      yield* drain(world)
      yield* Effect.sleep("2 hours")
      checkNames(world)
      checkEnd(world)
      checkLeftovers(world)
      yield* world.program.end
      assert.deepStrictEqual(disk.open(), [], "open files after the end")
      const running = (yield* alive).filter((fiber) => fiber.unsafePoll() === null)
      assert.strictEqual(running.length, 0, "fibers after the end")
      assert.isEmpty(errors, errors.join("\n"))
    })
  return VirtualTime.run(
    Effect.flatMap(
      Supervisor.track,
      (supervisor) => Effect.supervised(Effect.scoped(program(supervisor.value)), supervisor)
    ).pipe(Effect.withRandom(Random.make(scenario.seed)), Effect.provide(complaints(errors)))
  )
}

describe("Downloads under faults and intents", () => {
  it("end with one version's bytes under their name, or with nothing there, and leave nothing behind", () =>
    fc.assert(
      fc.asyncProperty(scenario, (scenario) => Effect.runPromise(run(scenario))),
      { numRuns, examples: [[lengthless], [otherRange], [cancelledAfterCrash], [smallerVersion]] }
    ), numRuns * 2000 + 60_000)
})
