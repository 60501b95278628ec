import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as BlobStoreMemory from "../src/blobs/BlobStoreMemory.js"
import type { StateStore, Transaction } from "../src/state/StateStore.js"
import { StateStoreError } from "../src/state/StateStore.js"
import { announcing, inProcess, overSockets, signedIn, store, textBytes, upload } from "./api/ProductCalls.js"

const files = "/api/v2/file/s3-files"

/** State on a disk that is full whenever it is told so. */
const fillableState = () => {
  const kept: Array<Transaction> = []
  const disk = { isFull: false }
  const service: StateStore.Service = {
    load: Effect.sync(() => [...kept]),
    append: (transactions) =>
      Effect.suspend(() => {
        if (disk.isFull) return new StateStoreError({ reason: "NoSpace", message: "no space left on device" })
        kept.push(...transactions)
        return Effect.void
      })
  }
  return { disk, service }
}

const listed = (api: Effect.Effect.Success<typeof signedIn>) =>
  Effect.map(
    api("GET", `${files}/list?order=name`),
    ({ body }) => body.data.list.map((file: { file_name: string }) => file.file_name)
  )

for (const [where, make] of [["in-process", inProcess], ["over sockets", overSockets]] as const) {
  describe(`a full disk ${where}`, () => {
    it.live("under the metadata: every change is refused as QuotaExhausted and leaves nothing behind", () => {
      const { disk, service } = fillableState()
      return Effect.gen(function*() {
        const api = yield* signedIn
        const { file_id } = (yield* upload(api, "s3-files", "a", textBytes("a"))).data
        const waiting = (yield* api("POST", files, announcing("b", textBytes("bb")))).body.data
        yield* store("s3-files", waiting.object_key, textBytes("bb"))
        disk.isFull = true
        const refused = [
          yield* api("POST", files, { file_name: "dir", file_type: 2 }),
          yield* api("POST", files, announcing("c", textBytes("ccc"))),
          yield* api("PUT", `${files}/rename`, { file_id, new_file_name: "z" }),
          yield* api("PUT", `${files}/update-info`, { file_id, user_tags: [{ key: "k", value: "v" }] }),
          yield* api("PUT", `${files}/upload/success-callback`, { file_ids: [waiting.file_id] })
        ]
        for (const { body, status } of refused) {
          assert.deepStrictEqual([status, body.code], [507, "QuotaExhausted"])
        }
        assert.deepStrictEqual(yield* listed(api), ["a"])
        disk.isFull = false
        const done = yield* api("PUT", `${files}/upload/success-callback`, { file_ids: [waiting.file_id] })
        assert.deepStrictEqual(done.body.data.failed, [])
        assert.strictEqual((yield* api("POST", files, { file_name: "dir", file_type: 2 })).body.code, 0)
        assert.deepStrictEqual(yield* listed(api), ["a", "b", "dir"])
      }).pipe(Effect.provide(make({ state: service })))
    })

    it.live("under the bytes: the put fails, the file never appears, and a smaller one still fits", () => {
      const blobs = BlobStoreMemory.make({ capacity: 10 })
      return Effect.gen(function*() {
        const api = yield* signedIn
        const large = textBytes("x".repeat(11))
        const { data } = (yield* api("POST", files, announcing("large", large))).body
        assert.strictEqual(yield* store("s3-files", data.object_key, large), 507)
        const confirmed = yield* api("PUT", `${files}/upload/success-callback`, { file_ids: [data.file_id] })
        assert.deepStrictEqual(confirmed.body.data.failed, [data.file_id])
        assert.strictEqual(yield* blobs.usage, 0)
        yield* upload(api, "s3-files", "small", textBytes("small"))
        assert.deepStrictEqual(yield* listed(api), ["small"])
      }).pipe(Effect.provide(make({ blobs })))
    })
  })
}
