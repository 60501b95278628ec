import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as BlobStoreMemory from "../../src/blobs/BlobStoreMemory.js"
import { Emulator } from "../../src/Emulator.js"
import type { SignedIn } from "./ProductCalls.js"
import { announcing, call, inProcess, overSockets, sha1, signedIn, store, textBytes, upload } from "./ProductCalls.js"

const files = "/api/v2/file/s3-files"

const hello = textBytes("hello drive")

const confirm = (api: SignedIn, ...file_ids: ReadonlyArray<string>) =>
  Effect.map(api("PUT", `${files}/upload/success-callback`, { file_ids }), ({ body }) => body.data.failed)

const listed = (api: SignedIn) =>
  Effect.map(
    api("GET", `${files}/list?order=name`),
    ({ body }) =>
      body.data.list.map((file: { file_name: string; file_size: number }) => `${file.file_name} ${file.file_size}`)
  )

for (const [where, make] of [["in-process", inProcess], ["over sockets", overSockets]] as const) {
  describe(`uploads ${where}`, () => {
    it.live("announce, put, confirm, list; confirming twice does no harm", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        const { data } = (yield* api("POST", files, announcing("hello.txt", hello))).body
        assert.strictEqual(data.rapid_upload, false)
        assert.deepStrictEqual(yield* confirm(api, data.file_id, "unknown"), [data.file_id, "unknown"])
        assert.deepStrictEqual(yield* listed(api), [])
        assert.strictEqual(yield* store("s3-files", data.object_key, hello), 200)
        assert.deepStrictEqual(yield* confirm(api, data.file_id), [])
        assert.deepStrictEqual(yield* confirm(api, data.file_id), [])
        assert.deepStrictEqual(yield* listed(api), ["hello.txt 11"])
      }).pipe(Effect.provide(make())))

    it.live("bytes of another size are not the promised ones", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        const { data } = (yield* api("POST", files, announcing("hello.txt", hello))).body
        yield* store("s3-files", data.object_key, hello.subarray(1))
        assert.deepStrictEqual(yield* confirm(api, data.file_id), [data.file_id])
        assert.deepStrictEqual(yield* listed(api), [])
      }).pipe(Effect.provide(make())))

    it.live("the same bytes again are there at once; a hash that lied gives nothing away", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        const lie = sha1(hello)
        yield* upload(api, "s3-files", "lie", textBytes("HELLO DRIVE"), { content_hash: lie })
        const refused = (yield* api("POST", files, announcing("b", hello))).body.data
        assert.strictEqual(refused.rapid_upload, false)
        yield* store("s3-files", refused.object_key, hello)
        yield* confirm(api, refused.file_id)
        const lower = { content_hash: lie.toLowerCase() }
        const rapid = (yield* api("POST", files, announcing("c", hello, lower))).body.data
        assert.deepStrictEqual([rapid.rapid_upload, rapid.object_key], [true, refused.object_key])
        assert.deepStrictEqual(yield* listed(api), ["b 11", "c 11", "lie 11"])
        const otherSize = (yield* api("POST", files, announcing("d", hello, { file_size: 12 }))).body.data
        assert.strictEqual(otherSize.rapid_upload, false)
        const otherSpace = yield* api("POST", "/api/v2/file/s3-archive", announcing("c", hello))
        assert.strictEqual(otherSpace.body.data.rapid_upload, false)
      }).pipe(Effect.provide(make())))

    it.live("new bytes for a file: the old ones stay until the new ones are confirmed", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        const { file_id } = (yield* upload(api, "s3-files", "a", hello)).data
        const next = textBytes("next")
        const body = { file_id, file_size: next.length, content_hash: sha1(next), content_hash_name: "sha1" }
        const { data } = (yield* api("PUT", `${files}/update`, body)).body
        assert.strictEqual(data.file_id, file_id)
        assert.deepStrictEqual(yield* confirm(api, file_id), [file_id])
        assert.deepStrictEqual(yield* listed(api), ["a 11"])
        yield* store("s3-files", data.object_key, next)
        assert.deepStrictEqual(yield* confirm(api, file_id), [])
        assert.deepStrictEqual(yield* listed(api), ["a 4"])
        const missing = yield* api("PUT", `${files}/update`, { ...body, file_id: "none" })
        assert.strictEqual(missing.body.code, "NotFound.File")
        const folder = (yield* api("POST", files, { file_name: "f", file_type: 2 })).body.data.file_id
        assert.strictEqual(
          (yield* api("PUT", `${files}/update`, { ...body, file_id: folder })).body.code,
          "InvalidParameter.file_id"
        )
      }).pipe(Effect.provide(make())))

    it.live("two updates of one file at a time: the later announcement wins, neither fails", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        const { file_id } = (yield* upload(api, "s3-files", "a", hello)).data
        const announce = (size: number) =>
          Effect.map(api("PUT", `${files}/update`, { file_id, file_size: size }), ({ body }) => body.data.object_key)
        const one = yield* announce(1)
        const two = yield* announce(2)
        yield* store("s3-files", one, textBytes("1"))
        assert.deepStrictEqual(yield* confirm(api, file_id), [])
        assert.deepStrictEqual(yield* listed(api), ["a 1"])
        yield* store("s3-files", two, textBytes("22"))
        assert.deepStrictEqual(yield* confirm(api, file_id), [])
        assert.deepStrictEqual(yield* listed(api), ["a 2"])
      }).pipe(Effect.provide(make())))

    it.live("a name that was taken in between is settled by the mode that was asked for", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        const announce = (check_name_mode: string) =>
          Effect.map(api("POST", files, announcing("a", hello, { check_name_mode })), ({ body }) => body.data)
        const refuse = yield* announce("refuse")
        const rename = yield* announce("auto_rename")
        const replace = yield* announce("overwrite")
        const ignore = yield* announce("ignore")
        for (const { object_key } of [refuse, rename, replace, ignore]) yield* store("s3-files", object_key, hello)
        yield* upload(api, "s3-files", "a", textBytes("first"))
        assert.deepStrictEqual(
          yield* confirm(api, refuse.file_id, rename.file_id, replace.file_id, ignore.file_id),
          [refuse.file_id]
        )
        assert.deepStrictEqual(yield* listed(api), ["a 11", "a 11", "a (1) 11"])
      }).pipe(Effect.provide(make())))

    it.live("limits: size of a file, room in the space", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        const code = (name: string, size: number) =>
          Effect.map(api("POST", files, { file_name: name, file_type: 1, file_size: size }), ({ body }) => body.code)
        assert.strictEqual(yield* code("a", 21), "FileTooLarge")
        yield* upload(api, "s3-files", "a", textBytes("x".repeat(20)))
        assert.strictEqual(yield* code("b", 11), "QuotaExhausted")
        const one = (yield* api("POST", files, { file_name: "b", file_type: 1, file_size: 10 })).body.data
        const two = (yield* api("POST", files, { file_name: "c", file_type: 1, file_size: 10 })).body.data
        yield* store("s3-files", one.object_key, textBytes("b".repeat(10)))
        yield* store("s3-files", two.object_key, textBytes("c".repeat(10)))
        assert.deepStrictEqual(yield* confirm(api, one.file_id), [])
        assert.deepStrictEqual(yield* confirm(api, two.file_id), [two.file_id])
        assert.deepStrictEqual(yield* listed(api), ["a 20", "b 10"])
        const { used_size } = (yield* api("GET", "/api/v2/user/s3-files/drive/info")).body.data
        assert.strictEqual(used_size, 30)
      }).pipe(Effect.provide(make({ fileSizeLimit: 20, quota: 30 }))))

    it.live("an empty file; bytes that nobody holds any more are dropped", () => {
      const blobs = BlobStoreMemory.make()
      return Effect.gen(function*() {
        const api = yield* signedIn
        const bucket = yield* blobs.bucket("drive-s3-files")
        const { object_key } = (yield* upload(api, "s3-files", "a", new Uint8Array(0))).data
        assert.deepStrictEqual(yield* listed(api), ["a 0"])
        assert.strictEqual((yield* bucket.head(object_key)).size, 0)
        yield* upload(api, "s3-files", "a", hello, { check_name_mode: "overwrite" })
        assert.deepStrictEqual(yield* listed(api), ["a 11"])
        assert.strictEqual((yield* Effect.flip(bucket.head(object_key)))._tag, "BlobNotFound")
      }).pipe(Effect.provide(make({ blobs })))
    })

    it.live("the asset of a file has a status", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        const { asset_id, file_id } = (yield* upload(api, "s3-files", "a", hello)).data
        const path = `/api/v2/drive/s3-files/asset/${asset_id}`
        assert.strictEqual((yield* api("GET", path)).body.data.status, 0)
        assert.strictEqual((yield* api("PUT", path, { status: 1 })).body.code, 0)
        const { data } = (yield* api("GET", path)).body
        assert.deepStrictEqual([data.asset_id, data.file_id, data.status], [asset_id, file_id, 1])
        assert.strictEqual((yield* api("PUT", path, { status: 7 })).body.code, "InvalidParameter.status")
        assert.strictEqual((yield* api("GET", "/api/v2/drive/s3-files/asset/none")).body.code, "NotFound.Asset")
        assert.strictEqual((yield* api("GET", path.replace("s3-files", "s3-archive"))).body.code, "NotFound.Asset")
      }).pipe(Effect.provide(make())))

    it.live("calls that do not exist are 404 in an envelope, whatever the method", () =>
      Effect.gen(function*() {
        for (const method of ["GET", "POST", "PUT", "DELETE"] as const) {
          for (const path of ["/", "/api/v2/nothing", "/api/v2/user/login/more", "/api/v2/file/%zz/list", "//x"]) {
            const answer = yield* call(method, path)
            assert.deepStrictEqual([method, path, answer.status, answer.body.code], [
              method,
              path,
              404,
              "NotFound.Route"
            ])
          }
        }
      }).pipe(Effect.provide(make())))

    it.live("ids of other spaces are not found", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        const { file_id } = (yield* upload(api, "s3-files", "a", hello)).data
        assert.strictEqual((yield* api("GET", `/api/v2/file/s3-archive/${file_id}/info`)).body.code, "NotFound.File")
        const other = yield* api("PUT", "/api/v2/file/s3-archive/upload/success-callback", { file_ids: [file_id] })
        assert.deepStrictEqual(other.body.data.failed, [file_id])
        assert.deepStrictEqual((yield* Emulator).faults.remaining(), [])
      }).pipe(Effect.provide(make())))
  })
}
