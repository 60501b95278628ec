import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import * as BlobStoreMemory from "../../src/blobs/BlobStoreMemory.js"
import type { Transaction } from "../../src/state/StateStore.js"
import { StateStoreError } from "../../src/state/StateStore.js"
import { inProcess } from "../api/ProductCalls.js"
import { file, text } from "./DriveCalls.js"
import { drive, get, putBytes } from "./inProcess.js"

/** Stores that outlive an emulator, and a switch that makes the metadata unwritable: what a crash leaves behind. */
const outliving = () => {
  const kept: Array<Transaction> = []
  const blobs = BlobStoreMemory.make()
  let isBroken = false
  const state = {
    load: Effect.sync(() => [...kept]),
    append: (transactions: ReadonlyArray<Transaction>) =>
      isBroken
        ? new StateStoreError({ reason: "Unavailable", message: "broken" })
        : Effect.sync(() => void kept.push(...transactions))
  }
  return {
    breakDown: () => {
      isBroken = true
    },
    repair: () => {
      isBroken = false
    },
    layer: () => inProcess({ blobs, state, taskDuration: "10 seconds" })
  }
}

describe("a drive that was interrupted", () => {
  it.effect("finds the bytes of an upload whose end was not written down, and completes it", () =>
    Effect.gen(function*() {
      const stores = outliving()
      const created = yield* Effect.gen(function*() {
        const { call } = yield* drive()
        const { body } = yield* call("/file/create", file("a.txt"))
        yield* putBytes(body.part_info_list[0].upload_url, text("kept"))
        stores.breakDown()
        const { file_id, upload_id } = body
        const failed = yield* call("/file/complete", { file_id, upload_id })
        assert.deepStrictEqual([failed.status, failed.body.code], [500, "InternalError"])
        assert.strictEqual((yield* call("/file/get", { file_id })).body.code, "NotFound.File")
        return body
      }).pipe(Effect.provide(stores.layer()))
      stores.repair()
      yield* Effect.gen(function*() {
        const { call } = yield* drive()
        const { body, status } = yield* call("/file/complete", {
          file_id: created.file_id,
          upload_id: created.upload_id
        })
        assert.deepStrictEqual([status, body.size], [200, 4])
        assert.strictEqual((yield* get(body.url)).body, "kept")
      }).pipe(Effect.provide(stores.layer()))
    }))

  it.effect("does the work of a task in the next run, under the id that was promised", () =>
    Effect.gen(function*() {
      const stores = outliving()
      const { copyId, taskId, trashedId } = yield* Effect.gen(function*() {
        const { call, folder, upload } = yield* drive()
        const source = yield* folder("source")
        yield* upload("a", "1", source)
        const { body: copied } = yield* call("/file/copy", {
          file_id: source,
          to_parent_file_id: "root",
          new_name: "copy"
        })
        const trashed = yield* folder("trashed")
        yield* call("/recyclebin/trash", { file_id: trashed })
        return { copyId: copied.file_id, taskId: copied.async_task_id, trashedId: trashed }
      }).pipe(Effect.provide(stores.layer()))
      yield* Effect.gen(function*() {
        const { call, names } = yield* drive()
        assert.strictEqual((yield* call("/async_task/get", { async_task_id: taskId })).body.state, "Running")
        yield* TestClock.adjust("10 seconds")
        assert.strictEqual((yield* call("/async_task/get", { async_task_id: taskId })).body.state, "Succeed")
        assert.deepStrictEqual(yield* names(), ["source", "copy"])
        assert.deepStrictEqual(yield* names(copyId), ["a"])
        const gone = yield* call("/file/get", { file_id: trashedId })
        assert.strictEqual(gone.body.code, "ForbiddenFileInTheRecycleBin")
      }).pipe(Effect.provide(stores.layer()))
    }))
})
