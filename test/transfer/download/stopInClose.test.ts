/** A target that is being closed when the download is stopped. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Scope } from "effect"
import { closeSink } from "../../../src/services/downloads/closeSink.js"
import { FileSink } from "../../../src/services/FileSink.js"
import { memorySink } from "./fakeDrive.js"

it.effect("is closed to the end, so that nothing keeps it locked", () =>
  Effect.gen(function*() {
    const scope = yield* Scope.make()
    const plan = { key: "space/f/0-100", name: "f.bin", size: 100, sha1: false, throttled: false }
    const open = yield* Scope.extend(
      (yield* FileSink).prepare("/target", { id: "d", throttled: false, ranged: false }).open(plan),
      scope
    )
    if (open._tag === "Link") return assert.fail("it is a file")
    const mayClose = yield* Deferred.make<void>()
    let isUnlocked = false
    yield* Scope.addFinalizer(scope, Effect.sync(() => void (isUnlocked = true)))
    yield* Scope.addFinalizer(scope, Deferred.await(mayClose))
    const closing = yield* Effect.fork(closeSink({ batch: undefined, sink: { open, scope } }))
    yield* Effect.yieldNow()
    yield* Fiber.interruptFork(closing)
    yield* Effect.yieldNow()
    yield* Deferred.succeed(mayClose, undefined)
    yield* Fiber.await(closing)
    assert.isTrue(isUnlocked)
  }).pipe(Effect.provide(memorySink().layer)))
