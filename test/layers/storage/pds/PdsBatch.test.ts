import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { FileId } from "../../../../src/domain/Ids.js"
import { refusal, scripted } from "./scriptedPds.js"

const id = FileId.make

describe("Changes to many files of a pds space", () => {
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
})
