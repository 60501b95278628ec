import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Exit, Fiber, Layer, Scope, Stream } from "effect"
import { Wsid } from "../../../src/domain/Ids.js"
import * as DriveEventsLayer from "../../../src/layers/api/DriveEventsLayer.js"
import type { DriveEvent } from "../../../src/services/DriveEvents.js"
import { DriveEvents } from "../../../src/services/DriveEvents.js"

const signedIn: DriveEvent = { _tag: "SignedIn", wsid: Wsid.make("ws-1") }
const signedOut: DriveEvent = { _tag: "SignedOut" }

describe("DriveEvents", () => {
  it.scoped("a listener hears every event until its scope ends, in order, at once", () =>
    Effect.gen(function*() {
      const events = yield* DriveEvents
      const heard: Array<DriveEvent> = []
      const scope = yield* Scope.make()
      yield* events.publish(signedOut)
      yield* events.on((event) => heard.push(event)).pipe(Scope.extend(scope))
      yield* events.publish(signedIn)
      yield* events.publish(signedOut)
      assert.deepStrictEqual(heard, [signedIn, signedOut])
      yield* Scope.close(scope, Exit.void)
      yield* events.publish(signedIn)
      assert.deepStrictEqual(heard, [signedIn, signedOut])
    }).pipe(Effect.provide(DriveEventsLayer.layer)))

  it.scoped("a listener that throws keeps nobody else from hearing and fails no publisher", () =>
    Effect.gen(function*() {
      const events = yield* DriveEvents
      const heard: Array<DriveEvent> = []
      yield* events.on(() => {
        throw new Error("broken listener")
      })
      yield* events.on((event) => heard.push(event))
      yield* events.publish(signedIn)
      assert.deepStrictEqual(heard, [signedIn])
    }).pipe(Effect.provide(DriveEventsLayer.layer)))

  it.effect("a stream carries all events since it began and ends with the layer", () =>
    Effect.gen(function*() {
      const scope = yield* Scope.make()
      const events = yield* Layer.buildWithScope(DriveEventsLayer.layer, scope).pipe(
        Effect.flatMap((context) => Effect.provide(DriveEvents, context))
      )
      const heard: Array<DriveEvent> = []
      const running = yield* Effect.fork(
        Stream.runForEach(events.stream, (event) => Effect.sync(() => heard.push(event)))
      )
      while (heard.length === 0) {
        yield* events.publish(signedOut)
        yield* Effect.yieldNow()
      }
      heard.length = 0
      const burst = Array.from({ length: 100 }, (_, turn) => turn % 2 === 0 ? signedIn : signedOut)
      for (const event of burst) yield* events.publish(event)
      yield* Scope.close(scope, Exit.void)
      yield* Fiber.join(running)
      assert.deepStrictEqual(heard.slice(-100), burst)
      assert.deepStrictEqual(yield* Stream.runCollect(events.stream), Chunk.empty())
    }))
})
