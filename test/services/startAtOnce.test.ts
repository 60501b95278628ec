/** `start` needs no fiber: a page may call it ten thousand times in one loop. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Session, Spaces, Uploads } from "effect-drive"
import { TestDrive } from "effect-drive/testing"
import { stepOf } from "../../src/services/atOnce.js"
import type { Ending } from "../../src/services/Ending.js"
import { onEnd } from "../../src/services/Ending.js"

const spaces = [{ spaceId: "one", platform: "s3" }, { spaceId: "two", platform: "s3" }] as const

const plainly = <A>(effect: Effect.Effect<A>): A => {
  const step = stepOf(effect)
  assert.isDefined(step)
  return step!()
}

describe("starting an upload outside of a fiber", () => {
  it.live("does what the effect does: in the selected space, in a named one, and in none", () =>
    Effect.gen(function*() {
      const uploads = yield* Uploads
      const selected = yield* Spaces
      const source = new Uint8Array(3)
      const early = plainly(uploads.start({ source, name: "early" }))
      assert.strictEqual(uploads.snapshot(early.id)?.error?._tag, "InvalidInput")
      yield* (yield* Session).initialise({ accessToken: TestDrive.accessToken })
      yield* selected.select("one")
      assert.strictEqual(plainly(selected.current())?.spaceId, "one")
      const own = plainly(uploads.start({ source, name: "own" }))
      const other = plainly(uploads.start({ source, name: "other" }, { spaceId: "two" }))
      assert.deepStrictEqual(
        [own, other].map(({ id }): string | undefined => uploads.snapshot(id)?.spaceId),
        ["one", "two"]
      )
      const { fileId } = yield* own.await
      assert.isNotEmpty(fileId)
    }).pipe(Effect.provide(TestDrive.layer({ spaces }))))

  it.live("reads the name and the size of a file only when somebody looks, or when its turn has come", () =>
    Effect.gen(function*() {
      const uploads = yield* Uploads
      yield* (yield* Session).initialise({ accessToken: TestDrive.accessToken })
      yield* (yield* Spaces).select("one")
      let reads = 0
      class Counted extends File {
        override get name() {
          reads++
          return super.name
        }
      }
      const started = ["a", "b", "c"].map((name) =>
        plainly(uploads.start({ source: new Counted(["text"], `${name}.txt`) }))
      )
      for (const upload of started) {
        const ending: Ending<unknown, unknown> = upload
        assert.isDefined(ending[onEnd]?.(() => {}))
      }
      // Who waits for an end has not looked yet.
      assert.strictEqual(reads, 0)
      const [a] = started
      assert.deepInclude(a!.snapshot(), { name: "a.txt", size: 4, status: { _tag: "queued" } })
      assert.deepStrictEqual(uploads.snapshot(a!.id), a!.snapshot())
      assert.strictEqual(reads, 1)
      assert.deepInclude(uploads.totals(), { size: 12, sent: 0 })
      assert.strictEqual(uploads.totals().counts.queued, 3)
      yield* Effect.forEach(started, (upload) => upload.await)
      assert.deepInclude(uploads.totals(), { size: 12, sent: 12 })
      assert.strictEqual(uploads.totals().counts.done, 3)
      yield* uploads.remove(a!.id)
      assert.isUndefined(uploads.snapshot(a!.id))
      assert.strictEqual(a!.snapshot().status._tag, "done")
      assert.strictEqual(uploads.totals().counts.done, 2)
    }).pipe(Effect.provide(TestDrive.layer({ spaces }))))

  it.live("counts each once, whether it was shown before somebody asks or not", () =>
    Effect.gen(function*() {
      const uploads = yield* Uploads
      yield* (yield* Session).initialise({ accessToken: TestDrive.accessToken })
      yield* (yield* Spaces).select("one")
      const started = [1, 2, 3, 4].map((size) =>
        plainly(uploads.start({ source: new Uint8Array(size), name: `${size}` }))
      )
      yield* uploads.stop(started[1]!.id)
      yield* uploads.cancel(started[2]!.id)
      yield* uploads.remove(started[2]!.id)
      const { counts, size } = uploads.totals()
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
      assert.deepStrictEqual([all, counts.paused, size], [3, 1, 7])
      assert.strictEqual(uploads.totals(), uploads.totals())
    }).pipe(Effect.provide(TestDrive.layer({ spaces }))))

  for (const [count, when] of [[10, "in the same task"], [1001, "in the next task, as the loop was long"]] as const) {
    it.live(`the first of ${count} begin ${when}`, () =>
      Effect.gen(function*() {
        const uploads = yield* Uploads
        yield* (yield* Session).initialise({ accessToken: TestDrive.accessToken })
        yield* (yield* Spaces).select("one")
        const started = Array.from({ length: count }, (_, index) =>
          plainly(uploads.start({ source: new Uint8Array(1), name: `${index}` })))
        const [first] = started
        yield* Effect.promise(async () => {
          for (let microtask = 0; microtask < 100; microtask++) {
            await undefined
          }
        })
        assert.strictEqual(first!.snapshot().status._tag === "queued", count > 1000)
        yield* Effect.forEach(started.slice(1), ({ id }) =>
          uploads.cancel(id), { discard: true })
        assert.isNotEmpty((yield* first!.await).fileId)
      }).pipe(Effect.provide(TestDrive.layer({ spaces }))))
  }
})
