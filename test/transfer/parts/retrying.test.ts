import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Fiber, Layer, Random } from "effect"
import { RateLimited, TokenExpired } from "../../../src/domain/errors/ApiErrors.js"
import {
  CredentialExpired,
  IntegrityError,
  NoSuchUpload,
  StorageError
} from "../../../src/domain/errors/StorageErrors.js"
import { TransportError } from "../../../src/domain/errors/TransportError.js"
import { SpaceId } from "../../../src/domain/Ids.js"
import { Connectivity } from "../../../src/services/Connectivity.js"
import { Credentials } from "../../../src/services/Credentials.js"
import { defaultRetryPolicy } from "../../../src/services/transfers/RetryPolicy.js"
import { SignIns } from "../../../src/services/transfers/SignIns.js"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import * as ConnectivityMemory from "../../../src/testing/ConnectivityMemory.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { currentErrand, HostGates } from "../../../src/transfer/hosts/HostGates.js"
import type { Failure } from "../../../src/transfer/parts/Failure.js"
import type { RetryHooks } from "../../../src/transfer/parts/RetryHooks.js"
import { withRetry } from "../../../src/transfer/parts/withRetry.js"

const network = new TransportError({ reason: "Network", method: "PUT", path: "/part" })
const broken = new StorageError({ platform: "s3", reason: "Rejected", status: 500 })
const denied = new StorageError({ platform: "s3", reason: "AccessDenied", status: 403 })
const skewed = new StorageError({ platform: "s3", reason: "ClockSkew", status: 403 })
const expired = new CredentialExpired({ platform: "s3", version: 1 })
const damaged = new IntegrityError({ what: "md5", subject: "part 1", expected: "a", actual: "b" })
const gone = new NoSuchUpload({ uploadId: "u", objectKey: "k" })
const unauthorised = new TokenExpired({ path: "/api" })

interface World {
  readonly owner: RetryHooks
  readonly progress: { parts: number }
  readonly waits: Array<string>
  readonly refreshed: Array<number>
  readonly signIns: SignIns
  readonly setOnline: (online: boolean) => Effect.Effect<void>
  /** Fails with these, one after the other, then succeeds; `undefined` is progress of another part before the next failure. */
  readonly attempts: (
    errors: ReadonlyArray<Failure | undefined>
  ) => { readonly run: Effect.Effect<string, Failure>; made: number }
}

const inWorld = <A, E>(
  test: (world: World) => Effect.Effect<A, E, Connectivity | Credentials | TransferScheduler>
): Effect.Effect<A, E | VirtualTime.Deadlock> =>
  VirtualTime.run(Effect.gen(function*() {
    const connectivity = yield* ConnectivityMemory.make
    const progress = { parts: 0 }
    const waits: Array<string> = []
    const refreshed: Array<number> = []
    const signIns = new SignIns()
    const owner: RetryHooks = {
      spaceId: SpaceId.make("space"),
      policy: defaultRetryPolicy,
      signIns,
      progress: () => progress.parts,
      waits: (why) => waits.push(why),
      answered: () => waits.push("answered"),
      congested: Effect.sync(() => waits.push("congested"))
    }
    const attempts: World["attempts"] = (errors) => {
      const script = [...errors]
      const counter = {
        made: 0,
        run: Effect.suspend(() => {
          counter.made++
          if (script[0] === undefined && script.length > 0) {
            script.shift()
            progress.parts++
          }
          const error = script.shift()
          return error === undefined ? Effect.succeed("done") : Effect.fail(error)
        })
      }
      return counter
    }
    const credentials = Layer.mock(Credentials, {
      refresh: (_space, version) =>
        Effect.sync(() => {
          refreshed.push(version)
          return {
            spaceId: owner.spaceId,
            version: version + 1,
            platform: "s3" as const,
            fetchedAt: 0,
            expiresAt: undefined,
            bucket: undefined,
            drive: undefined
          }
        })
    })
    return yield* test({ owner, progress, waits, refreshed, signIns, setOnline: connectivity.set, attempts }).pipe(
      Effect.provide(Layer.mergeAll(
        credentials,
        Layer.succeed(Connectivity, connectivity.service),
        TransferScheduler.layer
      ))
    )
  }))

const times = <A>(count: number, value: A): ReadonlyArray<A> => Array.from({ length: count }, () => value)

describe("retrying", () => {
  it.live("repeats after growing pauses, eight times in a row", () =>
    inWorld(({ attempts, owner }) =>
      Effect.gen(function*() {
        const before = yield* Clock.currentTimeMillis
        const some = attempts(times(8, broken))
        assert.strictEqual(yield* withRetry(owner, some.run), "done")
        assert.strictEqual(some.made, 9)
        const took = (yield* Clock.currentTimeMillis) - before
        assert.isTrue(took >= 60_000 && took <= 122_000, `${took} ms`)
        const many = attempts(times(9, broken))
        assert.strictEqual(yield* Effect.flip(withRetry(owner, many.run)), broken)
      })
    ))

  it.live("counts anew after progress of any part of the upload", () =>
    inWorld(({ attempts, owner }) =>
      Effect.gen(function*() {
        const errors = [...times(8, network), undefined, ...times(8, network), undefined, ...times(8, network)]
        assert.strictEqual(yield* withRetry(owner, attempts(errors).run), "done")
      })
    ))

  it.live("waits at least as long as it was asked to, and slows all requests down", () =>
    inWorld(({ attempts, owner, waits }) =>
      Effect.gen(function*() {
        const scheduler = yield* TransferScheduler
        const before = yield* Clock.currentTimeMillis
        const limited = new RateLimited({ path: "/api", retryAfter: 90_000 })
        const waiting = yield* Effect.fork(withRetry(owner, attempts([limited]).run))
        yield* Effect.sleep("1 second")
        yield* scheduler.withPermit({ lane: "part", group: "another upload", priority: 0 })(Effect.void)
        assert.isAtLeast((yield* Clock.currentTimeMillis) - before, 90_000)
        yield* Fiber.join(waiting)
        assert.deepStrictEqual(waits, ["congested"])
      })
    ))

  it.live("gives up at once where the wait is too long, and then keeps no other upload waiting", () =>
    inWorld(({ attempts, owner, waits }) =>
      Effect.gen(function*() {
        const scheduler = yield* TransferScheduler
        const longest = Duration.toMillis(defaultRetryPolicy.longestRetryAfter)
        const before = yield* Clock.currentTimeMillis
        const patient = attempts([new RateLimited({ path: "/api", retryAfter: longest })])
        assert.strictEqual(yield* withRetry(owner, patient.run), "done")
        assert.strictEqual((yield* Clock.currentTimeMillis) - before, longest)
        const tomorrow = new RateLimited({ path: "/api", retryAfter: 86_400_000 })
        const limited = attempts([tomorrow])
        assert.strictEqual(yield* Effect.flip(withRetry(owner, limited.run)), tomorrow)
        yield* scheduler.withPermit({ lane: "part", group: "another upload", priority: 0 })(Effect.void)
        assert.deepStrictEqual([limited.made, (yield* Clock.currentTimeMillis) - before], [1, longest])
        assert.deepStrictEqual(waits, ["congested"])
      })
    ))

  it.live("refreshes an expired credential, twice in a row, and no more", () =>
    inWorld(({ attempts, owner, refreshed }) =>
      Effect.gen(function*() {
        assert.strictEqual(yield* withRetry(owner, attempts([expired, expired]).run), "done")
        assert.deepStrictEqual(refreshed, [1, 1])
        const error = yield* Effect.flip(withRetry(owner, attempts([expired, expired, expired]).run))
        assert.strictEqual(error._tag === "StorageError" && "reason" in error ? error.reason : "", "AccessDenied")
        assert.strictEqual(yield* withRetry(owner, attempts([expired, expired, network, expired, expired]).run), "done")
      })
    ))

  it.live("does not fail with an expired credential, however long its host is in trouble once there is a fresh one", () =>
    inWorld(({ owner, refreshed }) =>
      Effect.gen(function*() {
        const policy = { ...defaultRetryPolicy, longestOutage: Duration.seconds(30) }
        const gates = new HostGates(yield* Connectivity)
        const call = { method: "PUT", path: "https://storage.example/part" }
        const refuse = Effect.flatMap(Clock.currentTimeMillis, (now) => {
          gates.of(call.path).failed({ startedAt: now, now, asked: 120_000, chance: 0, pauses: policy })
          return Effect.fail(expired)
        })
        const answer = gates.ask(call, Effect.succeed({ status: 200, headers: {} }))
        const attempt = Effect.suspend((): Effect.Effect<unknown, Failure> => refreshed.length === 0 ? refuse : answer)
        const error = yield* withRetry({ ...owner, policy }, attempt).pipe(
          Effect.locally(currentErrand, { gates, policy }),
          Effect.flip
        )
        assert.strictEqual(error._tag, "TransportError")
        assert.deepStrictEqual(refreshed, [1])
      })
    ))

  it.live("gives damaged bytes and a corrected clock one more chance each", () =>
    inWorld(({ attempts, owner }) =>
      Effect.gen(function*() {
        assert.strictEqual(yield* withRetry(owner, attempts([damaged]).run), "done")
        assert.strictEqual(yield* Effect.flip(withRetry(owner, attempts([damaged, damaged]).run)), damaged)
        assert.strictEqual(yield* withRetry(owner, attempts([skewed]).run), "done")
        assert.strictEqual(yield* Effect.flip(withRetry(owner, attempts([skewed, skewed]).run)), skewed)
      })
    ))

  it.live("does not repeat what cannot be helped, nor what needs a fresh start", () =>
    inWorld(({ attempts, owner }) =>
      Effect.gen(function*() {
        for (const error of [denied, gone]) {
          const one = attempts([error])
          assert.strictEqual(yield* Effect.flip(withRetry(owner, one.run)), error)
          assert.strictEqual(one.made, 1)
        }
      })
    ))

  it.live("waits for the next sign-in, also for one that came before the waiting", () =>
    inWorld(({ attempts, owner, signIns, waits }) =>
      Effect.gen(function*() {
        const waiting = yield* Effect.fork(withRetry(owner, attempts([...times(7, broken), unauthorised, broken]).run))
        yield* Effect.sleep("1 day")
        assert.deepStrictEqual(waits, ["signIn"])
        signIns.next()
        assert.strictEqual(yield* Fiber.join(waiting), "done")
        const early = Effect.zipRight(Effect.sync(() => signIns.next()), Effect.fail(unauthorised))
        let first = true
        const once = Effect.suspend(() => {
          if (!first) return Effect.succeed("done")
          first = false
          return early
        })
        assert.strictEqual(yield* withRetry(owner, once), "done")
      })
    ))

  it.live("asks again within three seconds once the network is back, and not all who lost it in the same moment", () =>
    inWorld(({ attempts, owner, setOnline }) =>
      Effect.gen(function*() {
        yield* setOnline(false)
        const asks = Array.from({ length: 20 }, () =>
          Effect.zipRight(withRetry(owner, attempts([network]).run), Clock.currentTimeMillis))
        const all = yield* Effect.fork(Effect.all(asks, { concurrency: "unbounded" }))
        yield* Effect.sleep("10 seconds")
        const back = yield* Clock.currentTimeMillis
        yield* setOnline(true)
        const delays = (yield* Fiber.join(all)).map((at) =>
          at - back
        )
        assert.isAtMost(Math.max(...delays), 3000)
        assert.isAbove(Math.max(...delays) - Math.min(...delays), 1000)
      }).pipe(Effect.withRandom(Random.make("many clients")))
    ))

  it.live("counts nothing while offline, and tries each minute in case nobody says it is over", () =>
    inWorld(({ attempts, owner, setOnline, waits }) =>
      Effect.gen(function*() {
        yield* setOnline(false)
        const some = attempts(times(60, network))
        const before = yield* Clock.currentTimeMillis
        assert.strictEqual(yield* withRetry(owner, some.run), "done")
        assert.strictEqual((yield* Clock.currentTimeMillis) - before, 60 * Duration.toMillis("1 minute"))
        assert.strictEqual(waits.at(-1), "answered")
      })
    ))
})
