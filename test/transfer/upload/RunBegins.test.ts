/** Commands that come in the very moment in which a run begins: it is left before it has done anything. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Runtime } from "effect"
import { DriveEvents } from "../../../src/services/DriveEvents.js"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import type { Uploads } from "../../../src/services/Uploads.js"
import { assertNothingLeft, bytesOf, storedBytes, withDrive } from "./memoryUploads.js"

const content = bytesOf(1000)

const tenParts = { source: content, name: "a.bin", chunkSize: 100 }

/** More than run at a time: a place that is not given back is missed. */
const many = 30

/** Does it in the step in which the upload is shown as running, between its admission and the first step of its run. */
const atTheBeginning = Effect.fnUntraced(
  function*(uploads: Uploads["Type"], id: string, intent: Effect.Effect<void, unknown>) {
    const runtime = yield* Effect.runtime()
    let isOver = false
    uploads.subscribe(() => {
      if (isOver || uploads.snapshot(id)?.progress !== "running") return
      isOver = true
      Runtime.runFork(runtime)(intent)
    }, id)
  }
)

const startEach = (uploads: Uploads["Type"], intent: (id: string) => Effect.Effect<void, unknown>) =>
  Effect.forEach(
    Array.from({ length: many }),
    () => Effect.tap(uploads.start(tenParts), ({ id }) => atTheBeginning(uploads, id, intent(id)))
  )

const statesOf = (uploads: Uploads["Type"]) => new Set(uploads.list().map((id) => uploads.snapshot(id)?.multipart))

describe("a run in whose first moment the upload", () => {
  it.live("is stopped does nothing, gives its place back, and the upload continues when it is resumed", () =>
    withDrive({}, (drive, uploads) =>
      Effect.gen(function*() {
        const stopped = yield* startEach(uploads, (id) => uploads.stop(id))
        const next = yield* uploads.start(tenParts)
        yield* next.await
        yield* Effect.sleep("1 hour")
        assert.strictEqual(drive.network.count({ method: "POST", path: "/api/v2/file/" }), 1)
        for (const { id } of stopped) assert.strictEqual(uploads.snapshot(id)?.multipart, "stopped")
        assertNothingLeft(drive, yield* TransferScheduler)

        yield* uploads.resumeAll()
        const results = yield* Effect.forEach(stopped, (upload) => upload.await)
        for (const { objectKey, rapid } of results) {
          if (!rapid) assert.deepStrictEqual(storedBytes(drive, objectKey), content)
        }
        assert.strictEqual(drive.network.count({ method: "POST", path: "/api/v2/file/" }), 1 + many)
        assertNothingLeft(drive, yield* TransferScheduler)
      })))

  it.live("is cancelled does nothing and gives its place back", () =>
    withDrive({}, (drive, uploads) =>
      Effect.gen(function*() {
        const cancelled = yield* startEach(uploads, (id) => uploads.cancel(id))
        const next = yield* uploads.start(tenParts)
        yield* next.await
        yield* Effect.sleep("1 hour")
        assert.strictEqual(drive.network.count({ method: "POST", path: "/api/v2/file/" }), 1)
        for (const { await: end } of cancelled) {
          assert.strictEqual((yield* Effect.flip(end))._tag, "UploadCancelled")
        }
        assertNothingLeft(drive, yield* TransferScheduler)
      })))

  it.live("is stopped and resumed runs once", () =>
    withDrive({}, (drive, uploads) =>
      Effect.gen(function*() {
        const again = (id: string) => Effect.zipRight(uploads.stop(id), uploads.resume(id))
        const ended: Array<string> = []
        yield* (yield* DriveEvents).on((event) => {
          if (event._tag === "FilesChanged") ended.push(...event.fileIds)
        })
        const started = yield* startEach(uploads, again)
        yield* Effect.forEach(started, (upload) => upload.await)
        assert.strictEqual(drive.network.count({ method: "POST", path: "/api/v2/file/" }), many)
        assert.strictEqual(ended.length, many)
        assert.deepStrictEqual([...statesOf(uploads)].includes("stopped"), false)
        assertNothingLeft(drive, yield* TransferScheduler)
      })))
})
