import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, Effect, Fiber } from "effect"
import { FileId } from "../../../src/domain/Ids.js"
import { TargetFolders } from "../../../src/transfer/folder/TargetFolders.js"

/** Sleepers wake when they are told to, one by one. */
const stepwise = () => {
  const sleeping: Array<() => void> = []
  const clock: Clock.Clock = Object.assign(Clock.make(), {
    sleep: () => Effect.async<void>((resume) => void sleeping.push(() => resume(Effect.void)))
  })
  return { clock, sleeping }
}

describe("the folders of the drive that a folder becomes", () => {
  it.live("lets the files that waited for one begin in turns of their own, so that a page stays responsive", () =>
    Effect.gen(function*() {
      const { clock, sleeping } = stepwise()
      const made = yield* Deferred.make<FileId>()
      const folders = yield* TargetFolders.make("root", {
        calls: { create: () => Deferred.await(made), names: () => Effect.dieMessage("nothing is listed") },
        lists: false,
        onFolder: () => {}
      })
      let begun = 0
      const file = Effect.tap(folders.find("a"), () => Effect.sync(() => begun++))
      const files = yield* Effect.fork(
        Effect.withClock(Effect.forEach(Array.from({ length: 100 }), () => file, { concurrency: "unbounded" }), clock)
      )
      yield* Effect.yieldNow()
      yield* Deferred.succeed(made, FileId.make("folder"))
      const settled = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))
      yield* settled
      assert.deepStrictEqual([sleeping.length, begun], [100, 0])
      for (const wake of sleeping) {
        wake()
        const before = begun
        yield* settled
        assert.strictEqual(begun, before + 1)
      }
      const found = yield* Fiber.join(files)
      assert.deepStrictEqual(new Set(found.map(({ fileId }) => fileId)), new Set(["folder"]))
      yield* folders.find("a")
      assert.strictEqual(sleeping.length, 100)
    }).pipe(Effect.scoped))
})
