/** The clock of the machine is set back by an hour: nobody waits for an hour because of it. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, ExecutionStrategy, Fiber, Redacted, Scope, Stream } from "effect"
import { TransportError } from "../../src/domain/errors/TransportError.js"
import { Downloads } from "../../src/services/Downloads.js"
import { Meter } from "../../src/services/transfers/Meter.js"
import { defaultOutage, defaultWatchdogLimits } from "../../src/services/transfers/RetryPolicy.js"
import { SpeedLimit } from "../../src/services/transfers/SpeedLimit.js"
import { Uploads } from "../../src/services/Uploads.js"
import * as Memory from "../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../src/testing/VirtualTime.js"
import * as ReadConnection from "../../src/transfer/download/ReadConnection.js"
import { HostGate } from "../../src/transfer/hosts/HostGate.js"
import * as Watchdog from "../../src/transfer/parts/Watchdog.js"
import { content, memorySink, runDownloads } from "./download/fakeDrive.js"
import { fakeObject } from "./download/fakeObject.js"
import { withSettableClock } from "./SettableClock.js"
import { bytesOf, layerOf } from "./upload/memoryUploads.js"

const hour = 3_600_000

const start = Date.UTC(2026, 0, 1)

/** Runs under virtual time. `set` moves the clock, `seconds` tells how long an effect takes by the timers, which do not follow it. */
const onMachine = <A, E>(
  use: (machine: {
    readonly set: (by: number) => void
    readonly seconds: (effect: Effect.Effect<unknown, unknown>) => Effect.Effect<number>
  }) => Effect.Effect<A, E>
) =>
  VirtualTime.run(Effect.clockWith((timers) =>
    withSettableClock((set) =>
      use({
        set,
        seconds: (effect) =>
          Effect.suspend(() => {
            const before = timers.unsafeCurrentTimeMillis()
            return Effect.map(Effect.exit(effect), () => (timers.unsafeCurrentTimeMillis() - before) / 1000)
          })
      })
    )
  ))

describe("a clock that is set back by an hour", () => {
  it.live("does not hold up whoever waits for a limit of bytes per second", () =>
    onMachine(({ seconds, set }) =>
      Effect.gen(function*() {
        const pace = new SpeedLimit(1000)
        yield* pace.take(5000)
        set(-hour)
        const waited = yield* seconds(Effect.zipRight(pace.take(5000), pace.take(5000)))
        assert.closeTo(waited, 10, 0.1)
      })
    ))

  it("does not keep the gate of a host closed", () => {
    const gate = new HostGate()
    const pauses = {
      firstPause: Duration.seconds(1),
      longestRetryAfter: Duration.minutes(5),
      offlineProbe: Duration.minutes(1)
    }
    const failed = (at: number) => gate.failed({ startedAt: at, now: at, asked: undefined, chance: 0, pauses })
    for (const second of [0, 1, 3]) failed(start + second * 1000)
    const turn = gate.enqueue(start + 3000)
    assert.strictEqual(gate.closedUntil, start + 7000)
    gate.grant(start + 3000 - hour)
    assert.strictEqual(gate.closedUntil, start + 7000 - hour)
    assert.isFalse(turn.granted)
    gate.grant(start + 7000 - hour)
    assert.isTrue(turn.granted)
    // what happens by the new time is news
    failed(start + 7000 - hour)
    assert.strictEqual(gate.closedUntil, start + 15_000 - hour)
  })

  it.live("does not keep a body that stands still from being broken off", () =>
    onMachine(({ seconds, set }) =>
      Effect.gen(function*() {
        const address = {
          url: Redacted.make("https://storage.test/a"),
          headers: {},
          credentialVersion: 1,
          expiresAt: 0
        }
        const put: Watchdog.Put = (_address, sent) => {
          sent(100)
          return Effect.never
        }
        const putting = Watchdog.put(defaultWatchdogLimits, Effect.succeed(address), { size: 1000, put }, () => {})
        const fiber = yield* Effect.fork(seconds(putting))
        yield* Effect.sleep("10 seconds")
        set(-hour)
        assert.isAtMost(yield* Fiber.join(fiber), 60)
      })
    ))

  it.live("does not keep a call that is not answered from being broken off", () =>
    onMachine(({ seconds, set }) =>
      Effect.gen(function*() {
        const call = Watchdog.withTimeLimit(Duration.minutes(1), { method: "GET", path: "file" })(Effect.never)
        const fiber = yield* Effect.fork(seconds(call))
        yield* Effect.sleep("10 seconds")
        set(-hour)
        assert.isAtMost(yield* Fiber.join(fiber), 120)
      })
    ))

  it.live("does not keep a connection that brings no bytes from being closed", () =>
    onMachine(({ set }) =>
      Effect.scoped(Effect.gen(function*() {
        const outer = yield* Effect.scope
        const scope = yield* Scope.fork(outer, ExecutionStrategy.sequential)
        const silent = { status: 200, headers: {}, bytes: Stream.never, problem: "" }
        const connection = yield* ReadConnection.open(silent, scope, false)
        connection.waitingSince = yield* Clock.currentTimeMillis
        yield* ReadConnection.guard(connection, Duration.seconds(30), outer)
        yield* Effect.sleep("10 seconds")
        set(-hour)
        yield* Effect.sleep("1 minute")
        assert.isTrue(connection.stalled)
      }))
    ))

  it("does not leave the speed as it was", () => {
    const meter = new Meter()
    meter.size = 10_000
    const attempt = meter.attempt(10_000, () => {})
    for (const second of [0, 1, 2, 3]) {
      attempt.sent(1000)
      meter.measure(start + second * 1000)
    }
    assert.isAbove(meter.speed(), 0)
    for (let second = 4; second < 10; second++) meter.measure(start + second * 1000 - hour)
    assert.strictEqual(meter.speed(), 0)
  })

  it.live("does not make an upload wait for longer than the longest outage", () =>
    onMachine(({ seconds, set }) =>
      Effect.gen(function*() {
        const drive = yield* Memory.make({ bytesPerSecond: 1000, latency: 5 })
        const uploading = Effect.gen(function*() {
          const uploads = yield* Uploads
          const { await: end } = yield* uploads.start({
            source: bytesOf(1000),
            name: "a.bin",
            chunkSize: 100,
            parallel: 1
          })
          yield* Effect.sleep("500 millis")
          drive.storage.put = (address) => {
            const path = address.split("?")[0] ?? address
            return new TransportError({ reason: "Network", method: "PUT", path, detail: "ECONNREFUSED" })
          }
          const fiber = yield* Effect.fork(seconds(end))
          yield* Effect.sleep("1 minute")
          set(-hour)
          return yield* Fiber.join(fiber)
        })
        const waited = yield* Effect.provide(Effect.scoped(uploading), layerOf(drive))
        const longest = Duration.toSeconds(defaultOutage)
        assert.isAtLeast(waited, longest - 60)
        assert.isAtMost(waited, longest + 180)
      })
    ))

  it.live("does not keep a download from noting how far it is", () =>
    onMachine(({ set }) =>
      Effect.gen(function*() {
        let notes = 0
        const keep = Effect.sync(() => void notes++)
        const { layer } = memorySink({ before: { keep } })
        const saving = Effect.gen(function*() {
          const downloads = yield* Downloads
          yield* downloads.start({ fileId: "f", target: "/target" })
          yield* Effect.sleep("1 second")
          set(-hour)
          yield* Effect.sleep("8 seconds")
          assert.isAtLeast(notes, 2)
        })
        yield* runDownloads(fakeObject({ bytes: content }), saving, { sink: layer, space: { downloadSpeed: 10 } })
      })
    ))
})
