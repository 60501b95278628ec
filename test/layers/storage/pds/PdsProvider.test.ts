import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted, TestClock } from "effect"
import type { DurationInput } from "effect/Duration"
import { FileId } from "../../../../src/domain/Ids.js"
import { file, refusal, scripted } from "./scriptedPds.js"

const id = FileId.make

/** A service with so many folders and files, which gives pages of its own size and orders by created_at. */
const listing = (folders: number, files: number, pageSize = 100) => {
  const names = (kind: string, count: number) => Array.from({ length: count }, (_, index) => `${kind}${index}`)
  return scripted((path, { body }) => {
    if (path !== "/file/list") return undefined
    assert.isAtMost(Number(body["limit"]), 100)
    assert.deepInclude(body, { order_by: "created_at", order_direction: "DESC" })
    const kind = String(body["type"])
    const all = names(kind, kind === "folder" ? folders : files)
    const from = body["marker"] === undefined ? 0 : Number(String(body["marker"]).slice(1))
    const to = Math.min(from + Math.min(Number(body["limit"]), pageSize), all.length)
    const items = all.slice(from, to).map((name) => file(name, { type: kind }))
    return { body: { items, next_marker: to < all.length ? `m${to}` : "" } }
  })
}

const namesIn = (page: { readonly items: ReadonlyArray<{ readonly name: string }> }) =>
  page.items.map((one) => one.name)

describe("Lists of a pds space", () => {
  it.effect("put folders first, exactly across pages", () =>
    Effect.gen(function*() {
      const { provider } = listing(3, 4)
      const pages: Array<ReadonlyArray<string>> = []
      let cursor: string | undefined
      do {
        const page = yield* provider.files.list({ pageSize: 2, cursor })
        pages.push(namesIn(page))
        cursor = page.next
      } while (cursor !== undefined)
      assert.deepStrictEqual(pages, [["folder0", "folder1"], ["folder2", "file0"], ["file1", "file2"], ["file3"]])
    }))

  it.effect("fill a page from several of the service's, none of more than 100", () =>
    Effect.gen(function*() {
      const pds = listing(0, 250, 40)
      const page = yield* pds.provider.files.list({ pageSize: 230 })
      assert.deepStrictEqual(namesIn(page), Array.from({ length: 230 }, (_, index) => `file${index}`))
      const rest = yield* pds.provider.files.list({ pageSize: 230, cursor: page.next })
      assert.strictEqual(rest.items.length, 20)
      assert.isUndefined(rest.next)
    }))

  it.effect("give page N by walking through those before", () =>
    Effect.gen(function*() {
      const { provider } = listing(3, 300)
      assert.deepStrictEqual(namesIn(yield* provider.files.list({ page: 2, pageSize: 2 })), ["folder2", "file0"])
      const third = yield* provider.files.list({ page: 3, pageSize: 120 })
      assert.deepStrictEqual([third.items[0]?.name, third.items.length], ["file237", 63])
      assert.deepStrictEqual((yield* provider.files.list({ page: 9, pageSize: 100 })).items, [])
    }))

  it.effect("end in an error when markers lead round in a wider circle", () =>
    Effect.gen(function*() {
      const { bodies, provider } = scripted((_path, { body }) => ({
        body: { items: [file("a")], next_marker: body["marker"] === "A" ? "B" : "A" }
      }))
      const error = yield* Effect.flip(provider.files.list({ fileType: "file", pageSize: 100 }))
      assert.deepInclude(error, { _tag: "TransportError", reason: "Decode", field: "next_marker" })
      assert.strictEqual(bodies("/file/list").length, 3)
    }))

  it.effect("end in an error when a marker comes again", () =>
    Effect.gen(function*() {
      const { bodies, provider } = scripted(() => ({ body: { items: [file("a")], next_marker: "same" } }))
      const error = yield* Effect.flip(provider.files.list({ pageSize: 50 }))
      assert.deepInclude(error, { _tag: "TransportError", reason: "Decode", field: "next_marker" })
      assert.strictEqual(bodies("/file/list").length, 2)
      const bin = yield* Effect.flip(provider.bin.list({ marker: "same" }))
      assert.deepInclude(bin, { _tag: "TransportError", field: "next_marker" })
    }))

  it.effect("order by what pds can, and refuse the rest before any call", () =>
    Effect.gen(function*() {
      const pds = scripted(() => ({ body: { items: [], next_marker: null } }))
      yield* pds.provider.files.list({ order: "name desc" })
      yield* pds.provider.files.list({ order: "-size", fileType: "file", category: "image" })
      yield* pds.provider.files.list({ order: "type desc, updated_at asc" })
      assert.deepStrictEqual(
        pds.bodies("/file/list").map(({ category, order_by, order_direction, type }) => [
          type,
          order_by,
          order_direction,
          category
        ]),
        [
          [undefined, "name", "DESC", undefined],
          ["file", "size", "DESC", "image"],
          ["file", "updated_at", "ASC", undefined],
          ["folder", "updated_at", "ASC", undefined]
        ]
      )
      for (const order of ["category", "name,size", "name; drop", "type, name, size"]) {
        assert.deepInclude(yield* Effect.flip(pds.provider.files.list({ order })), {
          _tag: "InvalidInput",
          field: "order"
        })
      }
      assert.strictEqual(pds.asked.length, 4)
    }))

  it.effect("read what old and new versions of the service write", () =>
    Effect.gen(function*() {
      const { provider } = scripted(() => ({
        body: {
          file_id: "f",
          name: "n",
          type: "file",
          size: "not a number",
          user_tags: { colour: "red" },
          starred: true,
          updated_at: "2026-01-02T03:04:05.678Z",
          labels: { unknown: [] },
          thumbnail_urls: { small: "https://t.example.com/1" }
        }
      }))
      const found = yield* provider.files.info("f", { imageThumbnailProcess: "image/resize,w_1" })
      assert.deepInclude(found, { name: "n", size: 0, starred: true, updatedAt: 1767323045678 })
      assert.deepStrictEqual(found.userTags, [{ key: "colour", value: "red" }])
      assert.strictEqual(found.thumbnailUrl && Redacted.value(found.thumbnailUrl), "https://t.example.com/1")
    }))
})

describe("Paths of a pds space", () => {
  it.effect("are walked through where the domain does not know get_by_path", () =>
    Effect.gen(function*() {
      const pds = scripted((path, { body }) => {
        if (path === "/file/get_by_path") return { status: 404, headers: { "x-ca-error-code": "I404PA" } }
        if (body["type"] === "file") return { body: { items: [] } }
        return { body: { items: body["parent_file_id"] === "root" ? [file("a", { type: "folder" })] : [file("b")] } }
      })
      assert.strictEqual(yield* pds.provider.files.resolve("/a/b"), "id-b")
      assert.deepInclude(yield* Effect.flip(pds.provider.files.resolve("/a/c")), { _tag: "FileNotFound", path: "/a/c" })
      assert.strictEqual(pds.bodies("/file/get_by_path").length, 1)
    }))

  it.effect("end in an error when the lists on the way lead round in a circle", () =>
    Effect.gen(function*() {
      const pds = scripted((path, { body }) => {
        if (path === "/file/get_by_path") return { status: 404, headers: { "x-ca-error-code": "I404PA" } }
        const items = Array.from({ length: 100 }, (_, index) => file(`f${index}`, { type: body["type"] }))
        return { body: { items, next_marker: body["marker"] === "A" ? "B" : "A" } }
      })
      const error = yield* Effect.flip(pds.provider.files.resolve("/a"))
      assert.deepInclude(error, { _tag: "TransportError", reason: "Decode", field: "next_marker" })
      assert.strictEqual(pds.bodies("/file/list").length, 3)
    }))

  it.effect("that lead nowhere are no reason to walk", () =>
    Effect.gen(function*() {
      const pds = scripted((path) => path === "/file/get_by_path" ? refusal(404, "NotFound.File") : undefined)
      assert.strictEqual((yield* Effect.flip(pds.provider.files.resolve("/a")))._tag, "FileNotFound")
    }))
})

describe("Changes to files of a pds space", () => {
  it.effect("tell a refused rename from a done one in both forms", () =>
    Effect.gen(function*() {
      const wanted = { fileId: id("f"), name: "n", checkNameMode: "refuse" as const }
      const other = scripted(() => ({ body: file("other") }))
      assert.strictEqual((yield* Effect.flip(other.provider.files.rename(wanted)))._tag, "NameConflict")
      const coded = scripted(() => refusal(400, "AlreadyExist.File"))
      assert.strictEqual((yield* Effect.flip(coded.provider.files.rename(wanted)))._tag, "NameConflict")
      const none = scripted(() => undefined)
      const error = yield* Effect.flip(none.provider.files.rename({ ...wanted, checkNameMode: "overwrite" }))
      assert.strictEqual(error._tag, "UnsupportedOperation")
    }))

  it.effect("tell of a name that is another's when a file was to come out of the bin", () =>
    Effect.gen(function*() {
      const { provider } = scripted(() => refusal(409, "AlreadyExist.File"))
      const error = yield* Effect.flip(provider.bin.restore(id("f"), { isAsync: false }))
      assert.deepInclude(error, { _tag: "NameConflict", name: "f" })
    }))

  it.effect("put tags in the place of those that were there", () =>
    Effect.gen(function*() {
      const pds = scripted((path) =>
        path === "/file/get" ? { body: file("f", { user_tags: { a: "1", b: "2" } }) } : { status: 204 }
      )
      yield* pds.provider.files.updateInfo({ fileId: id("f"), userTags: [{ key: "b", value: "3" }] })
      assert.deepStrictEqual(pds.asked.map(({ path }) => path), [
        "/file/get",
        "/file/put_usertags",
        "/file/delete_usertags"
      ])
      assert.deepStrictEqual(pds.bodies("/file/delete_usertags")[0]?.["key_list"], ["a"])
      const wrong = yield* Effect.flip(
        pds.provider.files.updateInfo({ fileId: id("f"), userTags: [{ key: "#", value: "" }] })
      )
      assert.deepInclude(wrong, { _tag: "InvalidInput", field: "userTags" })
    }))

  it.effect("star a file", () =>
    Effect.gen(function*() {
      const pds = scripted(() => ({ body: file("f") }))
      yield* pds.provider.files.star?.(id("f"), true) ?? Effect.dieMessage("pds stars files")
      assert.deepStrictEqual(pds.bodies("/file/update"), [{ drive_id: "42", file_id: "f", starred: true }])
    }))

  it.effect("say of each file of a batch what became of it", () =>
    Effect.gen(function*() {
      const states = ["Running", "PartialSucceed"]
      const pds = scripted((path, { body }, count) => {
        if (path === "/async_task/get") {
          return { body: { state: body["async_task_id"] === "good" ? "Succeed" : states[Math.min(count, 1)] } }
        }
        return {
          body: {
            responses: [
              { id: "bad", status: 202, body: { file_id: "bad", async_task_id: "partial" } },
              { id: "folder", status: 202, body: { file_id: "copy-2", async_task_id: "good" } },
              { id: "gone", status: 404, body: { code: "NotFound.File", message: "no" } },
              { id: "file", status: 201, body: { file_id: "copy-1" } }
            ]
          }
        }
      })
      const fileIds = ["file", "folder", "gone", "bad", "lost"].map((one) => id(one))
      const fiber = yield* Effect.fork(
        pds.provider.files.copy({ fileIds, toParentFileId: id("to"), checkNameMode: "auto_rename" })
      )
      yield* TestClock.adjust("10 seconds")
      const { errorItems, successItems } = yield* Fiber.join(fiber)
      assert.deepStrictEqual(successItems, [
        { fileId: id("file"), newFileId: id("copy-1") },
        { fileId: id("folder"), newFileId: id("copy-2") }
      ])
      assert.deepStrictEqual(errorItems.map(({ error, fileId }) => [fileId, error._tag]), [
        ["gone", "FileNotFound"],
        ["bad", "TaskFailed"],
        ["lost", "TransportError"]
      ])
      const [batch] = pds.bodies("/batch")
      assert.deepInclude((batch?.["requests"] as ReadonlyArray<object>)[0], {
        id: "file",
        method: "POST",
        url: "/file/copy",
        body: { drive_id: "42", file_id: "file", to_parent_file_id: "to", auto_rename: true }
      })
    }))

  it.effect("make those calls of a batch again that came too fast, and no others", () =>
    Effect.gen(function*() {
      const pds = scripted((_path, { body }, count) => {
        const asked = body["requests"] as ReadonlyArray<{ readonly id: string }>
        const tooFast = (fileId: string) => fileId === "c" ? count < 9 : fileId === "b" && count === 0
        return {
          body: {
            responses: asked.map((one) =>
              tooFast(one.id)
                ? { id: one.id, status: 429, body: { code: "TooManyRequests", message: "no" } }
                : { id: one.id, status: 204, body: null }
            )
          }
        }
      })
      const ids = ["a", "b", "c"].map((one) => id(one))
      const fiber = yield* Effect.fork(pds.provider.files.removeMany?.(ids, { isAsync: false }) ?? Effect.never)
      yield* TestClock.adjust("1 minute")
      const { errorItems, successItems } = yield* Fiber.join(fiber)
      assert.deepStrictEqual(successItems, [{ fileId: id("a") }, { fileId: id("b") }])
      assert.deepStrictEqual(errorItems.map(({ error, fileId }) => [fileId, error._tag]), [["c", "RateLimited"]])
      assert.deepStrictEqual(
        pds.bodies("/batch").map((body) => (body["requests"] as ReadonlyArray<unknown>).length),
        [3, 2, 1, 1]
      )
    }))

  it.effect("make those calls of a batch again whose token was over, once and with a fresh one", () =>
    Effect.gen(function*() {
      const over: Readonly<Record<string, object>> = {
        b: { status: 401, body: { code: "AccessTokenInvalid" } },
        c: { status: 401, body: null },
        d: { status: 400, body: { code: "TokenExpired" } }
      }
      const pds = scripted((_path, { body, headers }) => ({
        body: {
          responses: (body["requests"] as ReadonlyArray<{ readonly id: string }>).map(({ id }) => ({
            id,
            status: 204,
            ...(id === "d" || headers["authorization"] === "Bearer token-1" ? over[id] : {})
          }))
        }
      }))
      const ids = ["a", "b", "c", "d"].map((one) => id(one))
      const { errorItems, successItems } = yield* pds.provider.files.removeMany?.(ids, { isAsync: false }) ??
        Effect.never
      assert.deepStrictEqual(successItems, [{ fileId: id("a") }, { fileId: id("b") }, { fileId: id("c") }])
      assert.strictEqual(errorItems.length, 1)
      assert.strictEqual(errorItems[0]?.fileId, "d")
      assert.deepInclude(errorItems[0]?.error, {
        _tag: "StorageError",
        reason: "AccessDenied",
        status: 400,
        code: "TokenExpired"
      })
      assert.strictEqual(pds.calls.refresh, 1)
      assert.deepStrictEqual(
        pds.bodies("/batch").map((body) => (body["requests"] as ReadonlyArray<{ id: string }>).map((one) => one.id)),
        [["a", "b", "c", "d"], ["b", "c", "d"]]
      )
    }))

  it.effect("keep what is answered of a batch when no fresh token is answered", () =>
    Effect.gen(function*() {
      const pds = scripted((_path, { body }, count) =>
        count > 0 ? refusal(403, "ForbiddenNoPermission.Drive") : {
          body: {
            responses: (body["requests"] as ReadonlyArray<{ readonly id: string }>).map(({ id }) => ({
              id,
              ...(id === "a" ? { status: 204 } : { status: 401, body: { code: "AccessTokenExpired" } })
            }))
          }
        }
      )
      const { errorItems, successItems } = yield* pds.provider.bin.recycleMany?.([id("a"), id("b")], {
        isAsync: false
      }) ?? Effect.never
      assert.deepStrictEqual(successItems, [{ fileId: id("a") }])
      assert.deepStrictEqual(errorItems.map(({ error, fileId }) => [fileId, error._tag]), [["b", "PermissionDenied"]])
    }))

  it.effect("keep what is answered of a batch when the rest cannot be asked again", () =>
    Effect.gen(function*() {
      const pds = scripted((_path, _asked, count) =>
        count > 0 ? refusal(403, "ForbiddenNoPermission.Drive") : {
          body: {
            responses: [
              { id: "a", status: 204 },
              { id: "b", status: 429, body: { code: "TooManyRequests" } }
            ]
          }
        }
      )
      const fiber = yield* Effect.fork(
        pds.provider.bin.recycleMany?.([id("a"), id("b")], { isAsync: false }) ?? Effect.never
      )
      yield* TestClock.adjust("1 minute")
      const { errorItems, successItems } = yield* Fiber.join(fiber)
      assert.deepStrictEqual(successItems, [{ fileId: id("a") }])
      assert.deepStrictEqual(errorItems.map(({ error, fileId }) => [fileId, error._tag]), [["b", "PermissionDenied"]])
      const none = scripted(() => refusal(403, "ForbiddenNoPermission.Drive"))
      const error = yield* Effect.flip(none.provider.bin.recycleMany?.([id("a")], { isAsync: false }) ?? Effect.never)
      assert.strictEqual(error._tag, "PermissionDenied")
    }))

  it.effect("end when the work is done, or hand back the task", () =>
    Effect.gen(function*() {
      const pds = scripted((path, _asked, count) =>
        path === "/async_task/get"
          ? { body: { state: count < 2 ? "Running" : "Succeed", error_code: "" } }
          : { status: 202, body: { async_task_id: "t" } }
      )
      assert.deepStrictEqual(yield* pds.provider.bin.clear({ isAsync: true }), { asyncTaskId: "t" })
      assert.strictEqual(pds.asked.length, 1)
      const fiber = yield* Effect.fork(pds.provider.files.remove(id("f")))
      yield* TestClock.adjust("2900 millis")
      assert.isNull(fiber.unsafePoll())
      yield* TestClock.adjust("100 millis")
      assert.deepStrictEqual(yield* Fiber.join(fiber), {})
    }))

  it.effect("are followed while questions for their task go unanswered, but not for ever", () =>
    Effect.gen(function*() {
      const gateway = { status: 504, headers: { "x-ca-error-code": "D504TO" } }
      const following = (answers: number) =>
        Effect.gen(function*() {
          const pds = scripted((path, _asked, count) =>
            path === "/async_task/get"
              ? count < answers ? gateway : { body: { state: "Succeed" } }
              : { status: 202, body: { async_task_id: "t" } }
          )
          const fiber = yield* Effect.fork(Effect.either(pds.provider.files.remove(id("f"))))
          yield* TestClock.adjust("3 minutes")
          return yield* Fiber.join(fiber)
        })
      assert.deepInclude(yield* following(9), { _tag: "Right" })
      assert.deepInclude(yield* following(1000), { _tag: "Left" })
      const refused = scripted((path) =>
        path === "/async_task/get"
          ? refusal(404, "NotFound.AsyncTask")
          : { status: 202, body: { async_task_id: "t" } }
      )
      assert.strictEqual((yield* Effect.flip(refused.provider.files.remove(id("f"))))._tag, "ApiError")
    }))

  it.effect("are done at once where the answer is empty", () =>
    Effect.gen(function*() {
      const pds = scripted(() => ({ status: 200, body: "" }))
      assert.deepStrictEqual(yield* pds.provider.bin.recycle(id("f"), { isAsync: false }), {})
    }))
})

describe("Downloads of a pds space", () => {
  it.effect("have addresses of a wanted life, within what the service gives", () =>
    Effect.gen(function*() {
      const pds = scripted(() => ({
        body: { url: "https://x.example.com/o?secret", expiration: "2026-01-02T03:04:05Z" }
      }))
      const address = yield* pds.provider.downloads.address("f", { expiresIn: "1 hour" })
      assert.strictEqual(address.expiresAt, Date.parse("2026-01-02T03:04:05Z"))
      assert.deepInclude(pds.bodies("/file/get_download_url")[0], { expire_sec: 3600 })
      const error = yield* Effect.flip(pds.provider.downloads.address("f", { expiresIn: "2 days" }))
      assert.deepInclude(error, { _tag: "InvalidInput", field: "expiresIn" })
      const none = yield* Effect.flip(pds.provider.downloads.address("f", { expiresIn: "soon" as DurationInput }))
      assert.deepInclude(none, { _tag: "InvalidInput", field: "expiresIn" })
      assert.deepInclude(yield* Effect.flip(pds.provider.downloads.batch([id("f")])), {
        _tag: "UnsupportedOperation",
        message: "pds get batch download info not supported"
      })
    }))

  it.effect("name an archive's files in the other form where a domain wants that", () =>
    Effect.gen(function*() {
      const pds = scripted((path, { body }) => {
        if (path === "/async_task/get") {
          return { body: { state: "Succeed", archive_file_result: { url: "https://z.example.com/z" } } }
        }
        return body["file_ids"] === undefined
          ? refusal(400, "InvalidParameterMissing.file_ids")
          : { status: 202, body: { async_task_id: "t" } }
      })
      const started = yield* pds.provider.downloads.archive({ fileIds: [id("f")], name: "a.zip", expireSec: undefined })
      assert.deepStrictEqual(started, { taskId: "t" })
      assert.deepStrictEqual(pds.bodies("/file/archive_files").map(({ file_ids, files }) => [files, file_ids]), [
        [[{ file_id: "f" }], undefined],
        [undefined, ["f"]]
      ])
      const task = yield* pds.provider.tasks.get("t")
      assert.strictEqual(task.url && Redacted.value(task.url), "https://z.example.com/z")
      assert.deepInclude(task, { state: "Succeed", consumedProcess: 100, totalProcess: 100 })
    }))
})
