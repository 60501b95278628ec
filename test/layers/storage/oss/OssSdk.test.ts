import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as OssSdk from "../../../../src/layers/storage/oss/OssSdk.js"
import { storeOn } from "./fakeNetwork.js"

describe("ali-oss", () => {
  it.effect("is named by the error of every use when it is not installed, and looked for again", () =>
    Effect.gen(function*() {
      let looked = 0
      const sdk = OssSdk.make(async () => {
        looked++
        return undefined
      })
      const { asked, objects } = yield* storeOn([], { sdk })
      const uses = [
        Effect.asVoid(objects.head("k")),
        Effect.asVoid(objects.presign({ method: "GET", key: "k" })),
        Effect.asVoid(objects.createMultipart({ key: "k" }))
      ]
      for (const use of uses) {
        const error = yield* Effect.flip(use)
        assert.deepInclude(error, { _tag: "UnsupportedOperation", platform: "oss" })
        assert.match(error.message, /npm install ali-oss/)
      }
      assert.strictEqual(looked, 3)
      assert.deepStrictEqual(asked, [])
    }))

  it.effect("is not loaded in a worker, where it cannot be", () =>
    Effect.gen(function*() {
      const sdk = OssSdk.make(() => Promise.reject(new Error("it was loaded")), () => true)
      assert.deepInclude(yield* Effect.flip(sdk), { _tag: "UnsupportedOperation", message: OssSdk.workerMessage })
    }))

  it.effect("is constructed and used without a word on the console", () =>
    Effect.gen(function*() {
      const said: Array<unknown> = []
      const { log, warn } = console
      console.warn = console.log = (...words: ReadonlyArray<unknown>) => void said.push(...words)
      const { objects } = yield* storeOn([{ status: 200, headers: { "content-length": "1" } }])
      yield* Effect.ensuring(
        objects.head("k"),
        Effect.sync(() => {
          Object.assign(console, { log, warn })
        })
      )
      assert.deepStrictEqual(said, [])
    }))
})
