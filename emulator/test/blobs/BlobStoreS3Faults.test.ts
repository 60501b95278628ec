/**
 * Each call of a store over an S3 server, with each of its requests failing in turn; and commands in any order, with
 * faults anywhere among them. `faultyWorld.ts` says what must hold.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import * as fc from "fast-check"
import "../../../test/propertySeed.js"
import { type Command, type Failing, make } from "./faultyWorld.js"

const large = 5 * 1024 * 1024

/** As often as the client of the store asks. */
const forGood = 3

const page = "<html><body>no</body></html>"

const failures: Readonly<Record<string, Omit<Failing, "skip">>> = {
  "is done, and its answer lost": { action: { _tag: "dropReply" }, times: forGood },
  "is refused with 500": { action: { _tag: "status", status: 500 }, times: forGood },
  "is answered by something in between": { action: { _tag: "status", status: 200, body: page }, times: 1 },
  "is not found by something in between": { action: { _tag: "status", status: 404, body: page }, times: 1 },
  "is cut off before the server has it": { action: { _tag: "reset", afterBytes: 300 }, times: forGood },
  "is done, and its answer lost once": { action: { _tag: "dropReply" }, times: 1 },
  "is done, and its answer breaks off": { action: { _tag: "truncate", afterBytes: 100 }, times: 1 },
  "is refused with 503 once": { action: { _tag: "status", status: 503 }, times: 1 }
}

const part = (number: number, size: number): Command => ({ does: "part", number, size })
const put = (size: number, isSized = true): Command => ({ does: "put", key: "k", size, isSized })
const begin: Command = { does: "begin", key: "k" }

/**
 * What is done before, what then under the fault, and how many failures each of its requests meets: fewer where they
 * cost most.
 */
const calls: Readonly<Record<string, readonly [before: ReadonlyArray<Command>, call: Command, each: number]>> = {
  "a put that replaces": [[put(2000)], put(1000), 3],
  "a put that is streamed": [[], put(1_200_000), 4],
  "a put of unknown size": [[], put(1000, false), 4],
  "a put of unknown size in parts": [[], put(16 * 1024 * 1024 + 1, false), 1],
  "a removal": [[put(1000)], { does: "remove", key: "k" }, 3],
  "a read": [[put(300_000)], { does: "read", key: "k" }, 8],
  "a begin": [[], begin, 3],
  "a part": [[begin, part(1, large)], part(1, large), 3],
  "a small part": [[begin], part(1, 100), 3],
  "the first part that asks how small they may be": [[begin], part(1, 200_000), 1],
  "a list": [[begin, part(1, large), part(2, 100)], { does: "list" }, 3],
  "a complete": [[begin, part(1, large), part(2, 100)], { does: "complete" }, 2],
  "a complete of small parts": [[put(10), begin, part(1, 100), part(2, 100)], { does: "complete" }, 1],
  "a complete of small and large parts": [[begin, part(1, 100), part(2, large)], { does: "complete" }, 1],
  "an abort": [[begin, part(1, large), part(2, 100)], { does: "abort" }, 2],
  "a restart": [[put(1000), begin, part(1, 100)], { does: "restart" }, 3]
}

/** What is left behind for the next sweep is told; here it is looked for. */
const quiet = Logger.remove(Logger.defaultLogger)

/** One request of the call fails, and the call is made again; says whether there was such a request. */
const meet = (before: ReadonlyArray<Command>, call: Command, failing: Failing) =>
  Effect.scoped(Effect.gen(function*() {
    const world = yield* make
    for (const command of before) yield* world.run(command)
    const { failure, isMet } = yield* world.apply(call, failing)
    // Whatever stands between, the upload is there: nobody may be told to begin again.
    assert.include(isMet ? [undefined, "BlobBroken"] : [undefined], failure)
    if (failure !== undefined) assert.isUndefined((yield* world.apply(call)).failure)
    yield* world.end
    return isMet
  }))

/** Each failure meets each request, the one after the other in turn. */
const meetAll = (before: ReadonlyArray<Command>, call: Command, first: number) =>
  Effect.gen(function*() {
    const kinds = Object.entries(failures)
    for (let skip = 0;; skip++) {
      const [how, failing] = kinds[(first + skip) % kinds.length] ?? assert.fail("no failures")
      const isMet = yield* Effect.catchAllCause(
        meet(before, call, { ...failing, skip }),
        (cause) => Effect.die(new Error(`request ${skip} ${how}`, { cause }))
      )
      if (!isMet) return skip
    }
  })

describe("a store over an S3 server that fails", () => {
  for (const [what, [before, call, each]] of Object.entries(calls)) {
    it.live(`has what it had or what it was given when a request of ${what} fails`, () =>
      Effect.map(
        Effect.forEach(Array(each).keys(), (first) => meetAll(before, call, first), { concurrency: 3 }),
        (met) => assert.isAbove(Math.min(...met), 0)
      ).pipe(Effect.provide(quiet)))
  }

  it.live("reads on where an answer broke off, and not for ever", () =>
    Effect.scoped(Effect.gen(function*() {
      const world = yield* make
      const broken = (afterBytes: number, times: number): Failing => ({
        action: { _tag: "truncate", afterBytes },
        times,
        skip: 0
      })
      const read: Command = { does: "read", key: "k" }
      yield* world.run(put(600_000))
      assert.deepStrictEqual(yield* world.apply(read, broken(100_000, 5)), { failure: undefined, isMet: true })
      assert.deepStrictEqual(yield* world.apply(read, broken(0, 3)), { failure: "BlobBroken", isMet: true })
      yield* world.end
    })))

  it.live("has what it had or what it was given whatever is done, and leaves nothing behind", () => {
    const key = fc.constantFrom("k", "l")
    const command: fc.Arbitrary<Command> = fc.oneof(
      fc.record({
        does: fc.constant("put"),
        key,
        size: fc.constantFrom(0, 700, 70_000, 1_200_000),
        isSized: fc.boolean()
      }),
      fc.record({ does: fc.constant("copy"), from: key, key }),
      fc.record({ does: fc.constantFrom("remove", "read"), key }),
      { weight: 2, arbitrary: fc.record({ does: fc.constant("begin"), key }) },
      {
        weight: 5,
        arbitrary: fc.record({
          does: fc.constant("part"),
          number: fc.integer({ min: 1, max: 3 }),
          size: fc.constantFrom(0, 100, 200_000, large)
        })
      },
      { weight: 3, arbitrary: fc.record({ does: fc.constant("complete") }) },
      fc.record({ does: fc.constantFrom("list", "abort", "restart") })
    )
    const failing = fc.record({ how: fc.constantFrom(...Object.values(failures)), skip: fc.nat(4) }).map(
      ({ how, skip }): Failing => ({ ...how, skip })
    )
    const steps = fc.array(fc.record({ command, failing: fc.option(failing, { nil: undefined }) }), {
      minLength: 6,
      maxLength: 14
    })
    const run = (given: ReadonlyArray<{ readonly command: Command; readonly failing: Failing | undefined }>) =>
      Effect.scoped(Effect.gen(function*() {
        const world = yield* make
        for (const { command, failing } of given) {
          const { failure, isMet } = yield* world.apply(command, failing)
          assert.include(isMet ? [undefined, "BlobBroken"] : [undefined], failure)
        }
        yield* world.end
      })).pipe(Effect.provide(quiet))
    const numRuns = Number(process.env["PROPERTY_RUNS"] ?? 12)
    return Effect.promise(() =>
      fc.assert(fc.asyncProperty(steps, (given) => Effect.runPromise(run(given))), { numRuns, endOnFailure: true })
    )
  }, 600_000)
})
