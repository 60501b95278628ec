import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { unzip } from "../../../test/seldom/tasks/unzip.js"
import { startEmulator } from "../../src/index.js"
import { presign } from "../../src/s3/presign.js"
import { announcing, inProcess, productHeaders, signedIn, textBytes, upload } from "./ProductCalls.js"

const files = "/api/v2/file/s3-files"

describe("the recycle bin of the product API", () => {
  it.effect("gives an entry back to a folder of its folder's name, where that lies in the bin, and to the root", () =>
    Effect.gen(function*() {
      const api = yield* signedIn
      const folder = (name: string, parent_file_id: string) =>
        Effect.map(
          api("POST", files, { file_name: name, file_type: 2, parent_file_id }),
          ({ body }) => String(body.data.file_id)
        )
      const file = (name: string, parent_file_id: string) =>
        Effect.map(
          upload(api, "s3-files", name, textBytes(name), { parent_file_id }),
          ({ data }) => String(data.file_id)
        )
      const [recycle, restore] = ["recycle", "restore"].map((what) => (id: string) =>
        Effect.map(api("POST", `${files}/${id}/${what}`, {}), ({ body }) => body.code)
      )
      if (recycle === undefined || restore === undefined) return
      const pathOf = (id: string) =>
        Effect.map(api("POST", `${files}/switch`, { file_id: id }), ({ body }) => body.data.file_path)

      const outer = yield* folder("outer", "root")
      const inner = yield* folder("inner", outer)
      const [one, two] = [yield* file("one", inner), yield* file("two", inner)]
      for (const id of [one, two, outer]) yield* recycle(id)
      yield* restore(one)
      assert.strictEqual(yield* pathOf(one), "/outer/inner/one")
      yield* restore(two)
      assert.strictEqual(yield* pathOf(two), "/outer/inner/two")
      yield* restore(outer)
      assert.strictEqual(yield* pathOf(outer), "/outer (1)")
      assert.strictEqual(yield* pathOf(inner), "/outer (1)/inner")

      const three = yield* file("three", inner)
      yield* recycle(three)
      yield* api("DELETE", `${files}/${outer}`)
      yield* restore(three)
      assert.strictEqual(yield* pathOf(three), "/three")
    }).pipe(Effect.provide(inProcess())))

  it.effect("answers the fields that were asked for", () =>
    Effect.gen(function*() {
      const api = yield* signedIn
      const { data } = yield* upload(api, "s3-files", "a.txt", textBytes("a"))
      yield* api("POST", `${files}/${data.file_id}/recycle`, {})
      const list = (fields: string) =>
        Effect.map(api("GET", `${files}/recycles?fields=${fields}`), ({ body }) => body.data.list[0])
      assert.deepStrictEqual(yield* list("file_name,recycled_at,nothing"), {
        file_id: data.file_id,
        file_name: "a.txt",
        recycled_at: "1970-01-01T00:00:00.000Z"
      })
      assert.containsAllKeys(yield* list("*"), ["file_id", "file_path", "recycled_at", "content_type"])
    }).pipe(Effect.provide(inProcess())))
})

describe("archives of the product API", () => {
  it.effect("go when their time is over, and stay without one", () =>
    Effect.gen(function*() {
      const api = yield* signedIn
      const { data } = yield* upload(api, "s3-files", "a.txt", textBytes("a"))
      const compress = (more: Record<string, unknown>) =>
        Effect.map(
          api("POST", `${files}/compress`, { file_ids: [data.file_id], name: "a.zip", ...more }),
          ({ body }) => body
        )
      const download = (file_id: string) =>
        Effect.map(api("POST", `${files}/download`, { file_id }), ({ body }) => body.code)
      const [short, long] = [yield* compress({ expire_sec: 60 }), yield* compress({})]
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual(yield* download(short.data.file_id), 0)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* download(short.data.file_id), "NotFound.File")
      assert.strictEqual(yield* download(long.data.file_id), 0)
      assert.strictEqual((yield* compress({ expire_sec: 0 })).code, "InvalidParameter.expire_sec")
    }).pipe(Effect.provide(inProcess())))

  it("are made of objects on somebody else's S3 server, and lie there", async () => {
    const server = await startEmulator()
    const externalS3 = { ...server.s3, bucket: "elsewhere" }
    const drive = await startEmulator({ externalS3 })
    const call = async (method: string, path: string, body: unknown, cookie = "") => {
      const headers = { ...productHeaders, cookie }
      const response = await fetch(drive.apiHost + path, { method, headers, body: JSON.stringify(body) })
      return { cookie: response.headers.get("set-cookie")?.split(";")[0], data: (await response.json()).data }
    }
    const { cookie } = await call("POST", "/api/v2/user/login", { access_token: drive.accessToken })
    const large = new Uint8Array(17 * 1024 * 1024).fill(7)
    for (const [name, bytes] of [["a.txt", textBytes("alpha")], ["large.bin", large]] as const) {
      const { data } = await call("POST", files, announcing(name, bytes), cookie)
      const key = data.object_key
      const url = presign({ ...externalS3, credential: externalS3, method: "PUT", key, now: Date.now() })
      await fetch(url, { method: "PUT", body: new Uint8Array(bytes) })
      await call("PUT", `${files}/upload/success-callback`, { file_ids: [data.file_id] }, cookie)
      const { data: archive } = await call("POST", `${files}/compress`, {
        file_ids: [data.file_id],
        name: `${name}.zip`
      }, cookie)
      const { data: download } = await call("POST", `${files}/download`, { file_id: archive.file_id }, cookie)
      assert.strictEqual(new URL(download.download_url).origin, server.s3.endpoint)
      const zip = Buffer.from(await (await fetch(download.download_url)).arrayBuffer())
      assert.deepStrictEqual(unzip(zip).map(([path, text]) => [path, text.length]), [[name, bytes.length]])
    }
    await drive.close()
    await server.close()
  })
})
