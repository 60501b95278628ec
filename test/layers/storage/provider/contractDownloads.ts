/** Bytes that come down, of one file. */
import { assert } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { randomBytes } from "node:crypto"
import { Transport } from "../../../../src/services/Transport.js"
import type { AddCase } from "./cases.js"
import { unique, upload } from "./storing.js"
import { provider } from "./underTest.js"

export const cases = (add: AddCase) => {
  add(["downloads.address"], "gives a range, and no bytes of another version", () =>
    Effect.gen(function*() {
      const open = yield* provider
      const transport = yield* Transport
      const bytes = randomBytes(5000)
      const { fileId } = yield* upload(bytes)
      const address = yield* open.downloads.address(fileId)
      const range = { start: 100, end: 300 }
      const get = (ifMatch?: string) =>
        Effect.gen(function*() {
          const reply = yield* transport.get(address, { range, ifMatch })
          const body = Buffer.concat([...yield* Stream.runCollect(reply.bytes)])
          return { status: reply.status, headers: reply.headers, body }
        }).pipe(Effect.scoped)
      const first = yield* get()
      assert.strictEqual(first.status, 206)
      assert.strictEqual(first.headers["content-range"], "bytes 100-299/5000")
      assert.deepStrictEqual(first.body, bytes.subarray(100, 300))
      assert.deepStrictEqual((yield* get(first.headers["etag"] ?? "none")).body, bytes.subarray(100, 300))
      assert.strictEqual((yield* get("\"another\"")).status, 412)
      assert.isAbove(address.expiresAt, 0)
    }))

  add(
    ["downloads.address"],
    "signs an address that lives as long as it is asked to, and saves under the file's name",
    () =>
      Effect.gen(function*() {
        const open = yield* provider
        const transport = yield* Transport
        const name = unique("数据 & one") + ".txt"
        const { fileId } = yield* upload(randomBytes(10), { name })
        const address = yield* open.downloads.address(fileId, { expiresIn: "1 hour" })
        const reply = yield* Effect.scoped(transport.get(address))
        assert.strictEqual(reply.status, 200)
        assert.match(reply.headers["content-disposition"] ?? "", /^attachment/)
        assert.include(reply.headers["content-disposition"], encodeURIComponent("数据"))
        const tooLong = yield* Effect.flip(open.downloads.address(fileId, { expiresIn: "8 days" }))
        assert.deepInclude(tooLong, { _tag: "InvalidInput", field: "expiresIn" })
      })
  )
}
