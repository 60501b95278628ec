import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted, TestClock } from "effect"
import type { DurationInput } from "effect/Duration"
import { FileId } from "../../../../src/domain/Ids.js"
import { file, refusal, scripted } from "./scriptedPds.js"

const id = FileId.make

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
      yield* pds.provider.downloads.archive({ fileIds: [id("f")], name: "a.zip", expireSec: 60 })
      assert.deepStrictEqual(pds.bodies("/file/archive_files").map(({ expire_sec }) => expire_sec), [
        undefined,
        undefined,
        60,
        60
      ])
      const task = yield* pds.provider.tasks.get("t")
      assert.strictEqual(task.url && Redacted.value(task.url), "https://z.example.com/z")
      assert.deepInclude(task, { state: "Succeed", consumedProcess: 100, totalProcess: 100 })
    }))
})
