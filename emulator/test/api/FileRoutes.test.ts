import * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inProcess, overSockets, signedIn, textBytes, upload } from "./ProductCalls.js"

const files = "/api/v2/file/s3-files"

const folder = (name: string, parent = "root", mode?: string) => ({
  file_name: name,
  file_type: 2,
  parent_file_id: parent,
  ...mode === undefined ? {} : { check_name_mode: mode }
})

const names = (list: ReadonlyArray<{ file_name: string }>) => list.map((file) => file.file_name)

for (const [where, make] of [["in-process", inProcess], ["over sockets", overSockets]] as const) {
  describe(`files ${where}`, () => {
    it.live("folders: created, refused, renamed, opened, doubled", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        const first = yield* api("POST", files, folder("photos", "root", "refuse"))
        assert.strictEqual(first.body.code, 0)
        assert.strictEqual((yield* api("POST", files, folder("photos"))).body.code, 380505)
        const renamed = yield* api("POST", files, folder("photos", "root", "auto_rename"))
        assert.strictEqual(renamed.body.data.file_name, "photos (1)")
        const opened = yield* api("POST", files, folder("photos", "root", "overwrite"))
        assert.strictEqual(opened.body.data.file_id, first.body.data.file_id)
        const doubled = yield* api("POST", files, folder("photos", "root", "ignore"))
        assert.notStrictEqual(doubled.body.data.file_id, first.body.data.file_id)
        assert.strictEqual((yield* api("GET", `${files}/list`)).body.data.total, 3)
      }).pipe(Effect.provide(make())))

    it.live("a parent that is not there is 381413, also when it is a file", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        assert.strictEqual((yield* api("POST", files, folder("x", "nowhere"))).body.code, 381413)
        const file = yield* upload(api, "s3-files", "file", textBytes("x"))
        assert.strictEqual((yield* api("POST", files, folder("x", file.data.file_id))).body.code, 381413)
        const into = yield* upload(api, "s3-files", "f", textBytes("x"), { parent_file_id: "nowhere" })
        assert.strictEqual(into.code, 381413)
        assert.strictEqual((yield* api("GET", `${files}/list?parent_file_id=nowhere`)).body.code, "NotFound.File")
      }).pipe(Effect.provide(make())))

    it.live("names that no file may have are refused, with the field's name", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        for (const name of ["", ".", "..", "a/b", "../up", "tab\there", "\ud800", "é".repeat(513)]) {
          for (const body of [folder(name), { ...folder(name), file_type: 1, file_size: 0 }]) {
            const answer = yield* api("POST", files, body)
            assert.deepStrictEqual([name, answer.status, answer.body.code], [name, 400, "InvalidParameter.file_name"])
          }
        }
        for (const name of ["...", " ", "a\\b", "émoji 🎉.txt", "文件夹", "é".repeat(512)]) {
          assert.strictEqual((yield* api("POST", files, folder(name))).body.code, 0)
        }
      }).pipe(Effect.provide(make())))

    it.live("mistyped fields are named", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        const code = (body: unknown) => Effect.map(api("POST", files, body), ({ body }) => body.code)
        assert.strictEqual(yield* code({ ...folder("x"), file_type: 3 }), "InvalidParameter.file_type")
        assert.strictEqual(
          yield* code({ ...folder("x"), check_name_mode: "maybe" }),
          "InvalidParameter.check_name_mode"
        )
        const file = { file_name: "x", file_type: 1, file_size: 1 }
        assert.strictEqual(yield* code({ ...file, file_size: -1 }), "InvalidParameter.file_size")
        assert.strictEqual(yield* code({ ...file, file_size: "1" }), "InvalidParameter.file_size")
        assert.strictEqual(yield* code({ ...file, content_hash: "short" }), "InvalidParameter.content_hash")
        assert.strictEqual(yield* code({ ...file, content_hash_name: "md5" }), "InvalidParameter.content_hash_name")
      }).pipe(Effect.provide(make())))

    it.live("files of one name: a double is renamed, refused, replaced or allowed", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        const put = (text: string, check_name_mode?: string) =>
          upload(api, "s3-files", "a.txt", textBytes(text), check_name_mode === undefined ? {} : { check_name_mode })
        const first = yield* put("one")
        assert.strictEqual((yield* put("two", "refuse")).code, "AlreadyExist.File")
        yield* put("three")
        const replaced = yield* put("four!", "overwrite")
        assert.strictEqual(replaced.data.file_id, first.data.file_id)
        yield* put("five", "ignore")
        const { list } = (yield* api("GET", `${files}/list?order=name,size`)).body.data
        assert.deepStrictEqual(
          list.map((file: { file_name: string; file_size: number }) => [file.file_name, file.file_size]),
          [["a (1).txt", 5], ["a.txt", 4], ["a.txt", 5]]
        )
        const onFolder = yield* api("POST", files, { ...folder("dir"), check_name_mode: "refuse" })
        assert.strictEqual(onFolder.body.code, 0)
        const clash = yield* upload(api, "s3-files", "dir", textBytes("x"), { check_name_mode: "overwrite" })
        assert.strictEqual(clash.code, "AlreadyExist.File")
      }).pipe(Effect.provide(make())))

    it.live("lists: pages, order, type, category and totals", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        yield* upload(api, "s3-files", "b.png", textBytes("bb"))
        yield* upload(api, "s3-files", "a10.txt", textBytes("a"))
        yield* upload(api, "s3-files", "a9.txt", textBytes("ccc"))
        yield* api("POST", files, folder("z"))
        yield* api("POST", files, folder("y"))
        const list = (query: string) => Effect.map(api("GET", `${files}/list?${query}`), ({ body }) => body.data)
        assert.deepStrictEqual(names((yield* list("")).list), ["y", "z", "a9.txt", "a10.txt", "b.png"])
        assert.deepStrictEqual(names((yield* list("order=name")).list), ["a9.txt", "a10.txt", "b.png", "y", "z"])
        assert.deepStrictEqual(names((yield* list("order=type asc,size desc")).list).slice(2), [
          "a9.txt",
          "b.png",
          "a10.txt"
        ])
        assert.deepStrictEqual(names((yield* list("file_type=2&order=created_at")).list), ["z", "y"])
        assert.deepStrictEqual(names((yield* list("file_type=1&category=image")).list), ["b.png"])
        const second = yield* list("order=name&page=2&page_size=2")
        assert.deepStrictEqual([names(second.list), second.total], [["b.png", "y"], 5])
        assert.deepStrictEqual((yield* list("page=9")).list, [])
        for (const query of ["page=0", "page_size=1001", "page=x", "order=colour", "file_type=3", "category=cars"]) {
          const answer = yield* api("GET", `${files}/list?${query}`)
          assert.deepStrictEqual([query, answer.status, answer.body.code], [
            query,
            400,
            `InvalidParameter.${query.split("=")[0]}`
          ])
        }
      }).pipe(Effect.provide(make())))

    it.live("paths lead to ids and ids to paths", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        const a = (yield* api("POST", files, folder("a"))).body.data.file_id
        const b = (yield* api("POST", files, folder("b c", a))).body.data.file_id
        const file = (yield* upload(api, "s3-files", "né.txt", textBytes("x"), { parent_file_id: b })).data.file_id
        const to = (body: unknown) =>
          Effect.map(api("POST", `${files}/switch`, body), ({ body }) => body.data ?? body.code)
        assert.deepStrictEqual(yield* to({ file_path: "/a/b c/né.txt" }), { file_path: "/a/b c/né.txt", file_id: file })
        assert.deepStrictEqual(yield* to({ file_path: "a/b c" }), { file_path: "/a/b c", file_id: b })
        assert.deepStrictEqual(yield* to({ file_id: file }), { file_path: "/a/b c/né.txt", file_id: file })
        assert.deepStrictEqual(yield* to({ file_path: "/" }), { file_path: "/", file_id: "root" })
        assert.deepStrictEqual(yield* to({ file_path: "" }), { file_path: "/", file_id: "root" })
        assert.deepStrictEqual(yield* to({ file_id: "root" }), { file_path: "/", file_id: "root" })
        assert.strictEqual(yield* to({ file_path: "/a/x" }), "NotFound.File")
        assert.strictEqual(yield* to({ file_path: "/a/../a" }), "NotFound.File")
        assert.strictEqual(yield* to({ file_id: "x" }), "NotFound.File")
        assert.strictEqual(yield* to({}), "InvalidParameter.file_path")
        assert.strictEqual(
          (yield* api("GET", `${files}/list?parent_file_id=${b}`)).body.data.list[0].file_path,
          "/a/b c/né.txt"
        )
      }).pipe(Effect.provide(make())))

    it.live("info, update-info and rename", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        const { file_id, object_key } = (yield* upload(api, "s3-files", "a.txt", textBytes("abc"))).data
        const info = (yield* api("GET", `${files}/${file_id}/info?image_thumbnail_process=w_100`)).body.data
        assert.deepStrictEqual(
          [info.name, info.size, info.type, info.content_type, info.object_key, info.status, info.user_tags],
          ["a.txt", 3, 1, "text/plain", object_key, "available", []]
        )
        assert.isFalse(Number.isNaN(Date.parse(info.updated_at)))
        const user_tags = [{ key: "colour", value: "red" }]
        yield* api("PUT", `${files}/update-info`, { file_id, user_tags })
        assert.deepStrictEqual((yield* api("GET", `${files}/${file_id}/info`)).body.data.user_tags, user_tags)
        yield* upload(api, "s3-files", "b.txt", textBytes("other"))
        const rename = (new_file_name: string, check_name_mode?: string) =>
          Effect.map(
            api("PUT", `${files}/rename`, { file_id, new_file_name, ...check_name_mode ? { check_name_mode } : {} }),
            ({ body }) => body.data?.file_name ?? body.code
          )
        assert.strictEqual(yield* rename("b.txt", "refuse"), "AlreadyExist.File")
        assert.strictEqual(yield* rename("b.txt", "auto_rename"), "b (1).txt")
        assert.strictEqual(yield* rename("b (1).txt", "refuse"), "b (1).txt")
        assert.strictEqual(yield* rename("b.txt"), "b.txt")
        assert.strictEqual(yield* rename("b.txt", "overwrite"), "b.txt")
        assert.deepStrictEqual(names((yield* api("GET", `${files}/list`)).body.data.list), ["b.txt"])
        assert.strictEqual(yield* rename("x/y"), "InvalidParameter.new_file_name")
        const gone = yield* api("PUT", `${files}/rename`, { file_id: "root", new_file_name: "x" })
        assert.deepStrictEqual([gone.status, gone.body.code], [404, "NotFound.File"])
        assert.strictEqual((yield* api("GET", `${files}/nothing/info`)).body.code, "NotFound.File")
      }).pipe(Effect.provide(make())))

    it.live("a download address needs no session and carries the file's name", () =>
      Effect.gen(function*() {
        const api = yield* signedIn
        const { file_id } = (yield* upload(api, "s3-files", "né \"1\".txt", textBytes("abc"))).data
        const { body } = yield* api("POST", `${files}/download`, { file_id })
        const client = HttpClient.withTracerPropagation(yield* HttpClient.HttpClient, false)
        const response = yield* client.get(body.data.download_url)
        assert.strictEqual(yield* response.text, "abc")
        assert.strictEqual(
          response.headers["content-disposition"],
          "attachment; filename=\"n_ _1_.txt\"; filename*=UTF-8''n%C3%A9%20%221%22.txt"
        )
        assert.strictEqual(response.headers["content-type"], "text/plain")
        assert.strictEqual((yield* api("POST", `${files}/download`, { file_id: "x" })).body.code, "NotFound.File")
        const folderId = (yield* api("POST", files, folder("d"))).body.data.file_id
        const refused = yield* api("POST", `${files}/download`, { file_id: folderId })
        assert.strictEqual(refused.body.code, "InvalidResource.FileTypeFolder")
      }).pipe(Effect.provide(make())))
  })
}
