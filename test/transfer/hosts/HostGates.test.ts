import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Fiber, Layer, Redacted } from "effect"
import * as ConnectivityAlways from "../../../src/layers/node/ConnectivityAlways.js"
import * as TransportNode from "../../../src/layers/node/TransportNode.js"
import { KnownHosts } from "../../../src/services/KnownHosts.js"
import type { SlicedBody } from "../../../src/services/SlicedBody.js"
import { defaultRetryPolicy } from "../../../src/services/transfers/RetryPolicy.js"
import { Transport } from "../../../src/services/Transport.js"
import { asTransfer, HostGates } from "../../../src/transfer/hosts/HostGates.js"
import { testServer } from "../../layers/node/TestServer.js"

const storage = "https://storage.example"

/** Answers in turn. */
const answering = (...statuses: ReadonlyArray<number>) => {
  const left = [...statuses]
  return Layer.succeed(Transport, {
    put: () => Effect.sync(() => ({ status: left.shift() ?? 200, headers: {}, body: "" })),
    get: () => Effect.die("nobody downloads here")
  })
}

const address = { url: Redacted.make(`${storage}/a`), headers: {}, expiresAt: Infinity, credentialVersion: 1 }

const put = Effect.flatMap(Transport, (transport) => transport.put(address, new Uint8Array(1), () => {}))

/** A transfer is all of its fiber: whoever waits for it takes nothing over from it. */
const inOwnFiber = <A, E, R>(transfer: Effect.Effect<A, E, R>) => Effect.flatMap(Effect.fork(transfer), Fiber.await)

/** Milliseconds for which the gate of the storage is closed. */
const closedFor = Effect.gen(function*() {
  const gates = (yield* KnownHosts)?.gates
  assert.instanceOf(gates, HostGates)
  return gates.of(storage).closedUntil - (yield* Clock.currentTimeMillis)
})

describe("the gates of a client", () => {
  it.effect("take the pauses of the transfer that was refused, whichever came first", () =>
    Effect.gen(function*() {
      yield* inOwnFiber(asTransfer(defaultRetryPolicy, put))
      const patient = { ...defaultRetryPolicy, firstPause: Duration.minutes(1), offlineProbe: Duration.minutes(2) }
      yield* inOwnFiber(asTransfer(patient, put))
      const millis = yield* closedFor
      assert.isAtLeast(millis, 60_000)
      assert.isAtMost(millis, 120_000)
    }).pipe(Effect.provide(Layer.mergeAll(KnownHosts.layer, ConnectivityAlways.layer, answering(200, 503)))))

  it.effect("stay closed until the date that a host names", () =>
    Effect.gen(function*() {
      yield* inOwnFiber(asTransfer(defaultRetryPolicy, put))
      assert.isAtLeast(yield* closedFor, 120_000)
    }).pipe(Effect.provide(Layer.mergeAll(
      KnownHosts.layer,
      ConnectivityAlways.layer,
      Layer.succeed(Transport, {
        // The clock of tests begins at 0.
        put: () =>
          Effect.succeed({ status: 503, headers: { "retry-after": new Date(120_000).toUTCString() }, body: "" }),
        get: () => Effect.die("nobody downloads here")
      })
    ))))

  it.effect("begin with how long the host's last answer took before there were any, and know nothing of others", () =>
    Effect.gen(function*() {
      const known = yield* KnownHosts
      assert.isDefined(known)
      known.lastAnswer = { origin: storage, took: 5000 }
      yield* inOwnFiber(asTransfer(defaultRetryPolicy, put))
      const { gates } = known
      assert.instanceOf(gates, HostGates)
      assert.isFalse(gates.of(storage).isOpen)
      assert.isTrue(gates.of("https://other.example").isOpen)
    }).pipe(Effect.provide(Layer.mergeAll(KnownHosts.layer, ConnectivityAlways.layer, answering(200)))))

  it.scopedLive("stay open however many bodies cannot be read: that is the files' fault, not the host's", () =>
    Effect.gen(function*() {
      const server = yield* testServer((request, response) => {
        request.resume().on("end", () => response.end("ok"))
      })
      const gone: SlicedBody = {
        size: 10,
        read: () => Promise.reject(new Error("gone")),
        crc64: Effect.succeed(undefined)
      }
      const unread = Effect.flatMap(
        Transport,
        ({ putSlices }) => Effect.flip(putSlices?.(server.address("/k"), gone, () => {}) ?? Effect.die("no slices"))
      )
      for (const _ of [1, 2, 3, 4]) {
        const exit = yield* inOwnFiber(asTransfer(defaultRetryPolicy, unread))
        assert.deepInclude(yield* exit, { _tag: "TransportError", detail: "the body could not be read" })
      }
      const gates = (yield* KnownHosts)?.gates
      assert.instanceOf(gates, HostGates)
      const { failures, isOpen } = gates.of(Redacted.value(server.address("/k").url))
      assert.deepStrictEqual([failures, isOpen], [0, true])
    }).pipe(Effect.provide(Layer.mergeAll(KnownHosts.layer, ConnectivityAlways.layer, TransportNode.layer))))
})
