/** `start` needs no fiber: a page may call it ten thousand times in one loop. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Session, Spaces, Uploads } from "effect-drive"
import { TestDrive } from "effect-drive/testing"
import { stepOf } from "../../src/services/atOnce.js"

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
})
