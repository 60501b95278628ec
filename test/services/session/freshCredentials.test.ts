/** Credentials that are renewed by themselves, before they are over. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option, Random, TestClock } from "effect"
import { Credentials } from "../../../src/services/Credentials.js"
import { assertFields } from "../../layers/api/assertFields.js"
import { data } from "../../layers/api/fakeProduct.js"
import { bucketToken, fakeDrive, token } from "./fakeDrive.js"

const path = `GET ${token("s1")}`
const hour = 3_600_000

/** A bucket credential that lives for an hour from each fetch. */
const hourly = () =>
  Effect.map(
    Effect.clockWith((clock) => clock.currentTimeMillis),
    (now) => data({ ...bucketToken, expire_time: new Date(now + hour).toISOString() })
  )

/** Fewer turns of the timer in tests that let hours pass. */
const eachMinute = { credentials: { checkInterval: "1 minute" } } as const

const credentials = <A, E, R>(use: (service: Credentials.Service) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(Credentials, use)

describe("keeping credentials fresh", () => {
  it.effect("refreshes by itself when fewer than ten minutes are left, looking every ten seconds", () => {
    const drive = fakeDrive({ [path]: hourly })
    return credentials((service) =>
      Effect.gen(function*() {
        assert.strictEqual((yield* service.get("s1")).version, 1)
        yield* TestClock.adjust("50 minutes")
        assert.strictEqual(drive.calls(token("s1")), 1)
        yield* TestClock.adjust("10 seconds")
        assert.strictEqual(drive.calls(token("s1")), 2)
        assert.strictEqual((yield* service.get("s1")).version, 2)
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.effect("refreshes one that was answered late up to four minutes later, so that a crowd does not come back at once", () => {
    const drive = fakeDrive({ [path]: () => Effect.delay(hourly(), "3 seconds") }, eachMinute)
    return credentials((service) =>
      Effect.gen(function*() {
        const first = yield* Effect.fork(service.get("s1"))
        yield* TestClock.adjust("3 seconds")
        yield* Fiber.join(first)
        yield* TestClock.adjust("51 minutes")
        assert.strictEqual(drive.calls(token("s1")), 1)
        yield* TestClock.adjust("4 minutes")
        assert.strictEqual(drive.calls(token("s1")), 2)
      })
    ).pipe(Effect.withRandom(Random.fixed([0.9])), Effect.provide(drive.layer))
  })

  it.effect("refreshes one that names no expiry after five minutes", () => {
    const drive = fakeDrive()
    return credentials((service) =>
      Effect.gen(function*() {
        yield* service.get("s1")
        yield* TestClock.adjust("290 seconds")
        assert.strictEqual(drive.calls(token("s1")), 1)
        yield* TestClock.adjust("10 seconds")
        assert.strictEqual(drive.calls(token("s1")), 2)
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.effect("continues after failures, and a space that fails keeps no other from being refreshed", () => {
    const drive = fakeDrive({ [path]: hourly }, eachMinute)
    return credentials((service) =>
      Effect.gen(function*() {
        yield* service.get("s1")
        yield* service.get("s2")
        drive.answers[path] = () => ({ status: 500, text: "<html>" })
        yield* TestClock.adjust("52 minutes")
        assert.strictEqual(drive.calls(token("s1")), 3)
        assert.strictEqual((yield* service.get("s1")).version, 1)
        yield* TestClock.adjust("70 minutes")
        assert.strictEqual((yield* service.get("s2")).version, 2)
        drive.answers[path] = hourly
        yield* TestClock.adjust("1 minute")
        assert.strictEqual((yield* service.get("s1")).version, 2)
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.effect("a call that hangs keeps no other space from being refreshed, and is not made twice", () => {
    const drive = fakeDrive({ [path]: hourly }, eachMinute)
    return credentials((service) =>
      Effect.gen(function*() {
        yield* service.get("s1")
        yield* service.get("s2")
        drive.answers[path] = () => Effect.never
        yield* TestClock.adjust("119 minutes")
        assert.strictEqual(drive.calls(token("s1")), 2)
        assert.strictEqual((yield* service.get("s2")).version, 2)
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.effect("a call that hangs is waited for for ten seconds while there is a credential that works", () => {
    const drive = fakeDrive({ [path]: hourly }, eachMinute)
    return credentials((service) =>
      Effect.gen(function*() {
        yield* service.get("s1")
        drive.answers[path] = () => Effect.never
        yield* TestClock.adjust("52 minutes")
        assert.strictEqual(drive.calls(token("s1")), 2)
        const first = yield* Effect.fork(service.get("s1"))
        yield* TestClock.adjust("9 seconds")
        assert.isTrue(Option.isNone(yield* Fiber.poll(first)))
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* Fiber.join(first)).version, 1)
        assert.strictEqual((yield* service.get("s1")).version, 1, "the others do not wait once more")
        assert.strictEqual(drive.calls(token("s1")), 2)
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.effect("a call that hangs is not waited for by those who come a minute later", () => {
    const drive = fakeDrive({ [path]: () => Effect.never })
    return credentials((service) =>
      Effect.gen(function*() {
        const first = yield* Effect.fork(service.get("s1"))
        yield* TestClock.adjust("60 seconds")
        const second = yield* Effect.fork(service.get("s1"))
        yield* TestClock.adjust("1 second")
        assert.strictEqual(drive.calls(token("s1")), 1)
        drive.answers[path] = () => data(bucketToken)
        assert.strictEqual((yield* service.get("s1")).version, 1)
        assert.isTrue(Option.isNone(yield* Fiber.poll(first)))
        yield* Fiber.interruptAll([first, second])
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.effect("stops asking by itself after a 401, and asks again when somebody needs it", () => {
    const drive = fakeDrive({ [path]: hourly }, eachMinute)
    return credentials((service) =>
      Effect.gen(function*() {
        yield* service.get("s1")
        drive.answers[path] = () => ({ status: 401, text: "" })
        yield* TestClock.adjust("58 minutes")
        assert.strictEqual(drive.calls(token("s1")), 2)
        drive.answers[path] = hourly
        assert.strictEqual((yield* service.get("s1")).version, 2)
        yield* TestClock.adjust("51 minutes")
        assert.strictEqual(drive.calls(token("s1")), 4)
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.effect("an incomplete answer leaves the one before in use until it ends", () => {
    const drive = fakeDrive({ [path]: hourly }, eachMinute)
    return credentials((service) =>
      Effect.gen(function*() {
        yield* service.get("s1")
        drive.answers[path] = () => data({ ...bucketToken, region: null })
        yield* TestClock.adjust("59 minutes")
        assert.strictEqual((yield* service.get("s1")).version, 1)
        yield* TestClock.adjust("1 minute")
        assertFields(yield* Effect.flip(service.get("s1")), { _tag: "StorageError", reason: "CredentialsIncomplete" })
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.effect("one that lives shorter than the threshold is not fetched anew for each use", () => {
    const drive = fakeDrive({
      [path]: () =>
        Effect.map(
          Effect.clockWith((clock) => clock.currentTimeMillis),
          (now) => data({ ...bucketToken, expire_time: new Date(now + 60_000).toISOString() })
        )
    })
    return credentials((service) =>
      Effect.gen(function*() {
        for (let use = 0; use < 20; use++) yield* service.get("s1")
        assert.strictEqual(drive.calls(token("s1")), 1)
      })
    ).pipe(Effect.provide(drive.layer))
  })

  it.effect("one that looks over at once, because this clock is ahead, is used", () => {
    const drive = fakeDrive({ [path]: () => data({ ...bucketToken, expire_time: 1_000 }) }, eachMinute)
    return credentials((service) =>
      Effect.gen(function*() {
        yield* TestClock.adjust("1 hour")
        for (let use = 0; use < 20; use++) yield* service.get("s1")
        assert.strictEqual(drive.calls(token("s1")), 1)
      })
    ).pipe(Effect.provide(drive.layer))
  })
})
