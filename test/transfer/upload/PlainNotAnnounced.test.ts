/** A worker that says late that it has not made the create call, as a policy forbids it. Meanwhile the upload was left. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { SmallRequests } from "../../../src/services/SmallRequests.js"
import { bytesOf } from "./memoryUploads.js"
import { countCreates, until, withRequests } from "./plainUploads.js"

describe("a create call that was not made before its upload was left", () => {
  for (const [how, status] of [["cancel", "cancelled"], ["stop", "paused"]] as const) {
    it.live(`is not made after ${how}`, () => {
      let answer = () => {}
      const holding = (requests: SmallRequests): SmallRequests => ({
        ...requests,
        announce: (_source, _kinds, _call, done) => {
          answer = () => done({})
          return () => {}
        }
      })
      return withRequests({ through: holding }, (drive, uploads, steps) =>
        Effect.gen(function*() {
          const { await: end, id } = yield* uploads.start({ source: bytesOf(80), name: "a" })
          yield* until(() => steps.includes("announce"))
          yield* uploads[how](id)
          answer()
          yield* Effect.sleep("1 minutes")
          assert.strictEqual(uploads.snapshot(id)?.status._tag, status)
          assert.strictEqual(countCreates(drive), 0)
          if (how === "cancel") return
          yield* uploads.resume(id)
          yield* until(() => steps.filter((step) => step === "announce").length === 2)
          answer()
          yield* end
          assert.strictEqual(countCreates(drive), 1)
        }))
    })
  }
})
