import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { FileId } from "../../src/domain/Ids.js"
import { exchangedWith } from "./provider.js"

const exchanged = exchangedWith("tasks.json")

describe("golden requests of tasks, archives and batches", () => {
  it.scopedLive("task: STARTED, SUCCESS, and a state that passes through", () =>
    exchanged(["started", "success", "failed"], ({ tasks }) =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* tasks.get("t/1"), {
          asyncTaskId: "t/1",
          taskId: "t/1",
          taskStatus: "STARTED",
          state: "Running",
          status: "Running",
          end: undefined,
          totalProcess: 100,
          consumedProcess: 0
        })
        assert.deepInclude(yield* tasks.get("t/1"), { taskStatus: "SUCCESS", state: "Succeed", consumedProcess: 100 })
        assert.deepInclude(yield* tasks.get("t/1"), {
          state: "FAILED",
          end: "failed",
          consumedProcess: 0,
          errorCode: "E.1",
          errorMessage: "no room"
        })
      })))

  it.scopedLive("the provider's own polling is 'unsupport method' on s3", () =>
    exchanged([], ({ tasks }) =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(tasks.pollTask("t"))
        assert.deepInclude(error, { _tag: "UnsupportedOperation", message: "unsupport method", platform: "s3" })
      })))

  it.scopedLive("compress", () =>
    exchanged(["compress"], ({ downloads }) =>
      Effect.gen(function*() {
        const fileIds = [FileId.make("f-1"), FileId.make("d-1")]
        const started = yield* downloads.archive({ fileIds, name: "all.zip", expireSec: 3600 })
        assert.deepStrictEqual<unknown>(started, { taskId: "t-1", fileId: "z-1" })
      })))

  it.scopedLive("batch-download", () =>
    exchanged(["batchDownload"], ({ downloads }) =>
      Effect.gen(function*() {
        const [info] = yield* downloads.batch([FileId.make("f-1"), FileId.make("f-2")])
        assert.deepInclude<unknown>(info, {
          fileId: "f-2",
          name: "b",
          size: 5,
          expiresAt: Date.parse("2026-01-02T03:19:05Z")
        })
        assert.match(info === undefined ? "" : Redacted.value(info.url), /^https:\/\/s3\.example\.com\/b\/o\?/)
        assert.strictEqual(info?.downloadUrl, info?.url)
      })))
})
