import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { SourceChanged } from "../../../src/domain/errors/TransferErrors.js"
import type { FolderEntry } from "../../../src/domain/FolderEntry.js"
import type { FolderSnapshot } from "../../../src/services/FolderUploads.js"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import { Uploads } from "../../../src/services/Uploads.js"
import type { SourceInput } from "../../../src/services/UploadSource.js"
import { assertNothingLeft, bytesOf } from "../upload/memoryUploads.js"
import type { Entry } from "./memoryFolders.js"
import { file, folder, tree, withFolders } from "./memoryFolders.js"

const many = (count: number, size = 40): ReadonlyArray<Entry> =>
  Array.from({ length: count }, (_, index) => file(`f${index % 7}/${index}.bin`, bytesOf(size, index)))

describe("FolderUploads", () => {
  it.live("brings files, their folders and empty folders into the drive", () =>
    withFolders({}, (drive, folders) =>
      Effect.gen(function*() {
        const upload = yield* folders.start({
          entries: [
            folder("photos"),
            folder("photos/none 🫥"),
            file("top.txt", bytesOf(3)),
            file("photos/one.jpg", bytesOf(25)),
            file("not/named/before.bin", bytesOf(7))
          ]
        })
        assert.strictEqual(upload.snapshot().status, "running")
        const report = yield* upload.await
        assert.deepStrictEqual(report, {
          folders: 4,
          files: 3,
          bytes: 35,
          succeeded: 3,
          rapid: 0,
          skipped: 0,
          failed: [],
          leftOut: []
        })
        assert.deepStrictEqual(
          tree(drive),
          new Map([
            ["/photos/", undefined],
            ["/photos/none 🫥/", undefined],
            ["/top.txt", bytesOf(3)],
            ["/not/", undefined],
            ["/photos/one.jpg", bytesOf(25)],
            ["/not/named/", undefined],
            ["/not/named/before.bin", bytesOf(7)]
          ])
        )
        const { bytes, reading, status } = upload.snapshot()
        assert.deepStrictEqual([status, reading, bytes.total, bytes.committed], ["done", false, 35, 35])
        assertNothingLeft(drive, yield* TransferScheduler)
      })))

  it.live("makes each folder once and leaves no finished upload in the list", () =>
    withFolders({}, (drive, folders) =>
      Effect.gen(function*() {
        const upload = yield* folders.start({ entries: many(300) })
        const report = yield* upload.await
        assert.deepStrictEqual([report.succeeded, report.folders], [300, 7])
        assert.strictEqual(drive.network.count({ method: "POST", path: "/folder" }), 7)
        assert.deepStrictEqual((yield* Uploads).list(), [])
        assert.strictEqual(tree(drive).size, 307)
      })))

  it.live("reads entries no faster than they are uploaded", () =>
    withFolders({ tuning: { window: 10 } }, (_drive, folders) =>
      Effect.gen(function*() {
        let read = 0
        let farthest = 0
        const uploads = yield* Uploads
        const entries = Stream.fromIterable(many(100)).pipe(
          Stream.rechunk(1),
          Stream.tap(() => Effect.sync(() => read++))
        )
        const upload = yield* folders.start({ entries })
        upload.subscribe(() => {
          const { failed, succeeded } = upload.snapshot()
          farthest = Math.max(farthest, read - succeeded - failed, uploads.list().length)
        })
        yield* upload.await
        assert.strictEqual(read, 100)
        assert.isAtMost(farthest, 11)
      })))

  it.live("takes a generator and an async generator", () =>
    withFolders({}, (drive, folders) =>
      Effect.gen(function*() {
        const sync = function*() {
          yield* many(3)
        }
        const async = async function*() {
          yield file("async.txt", bytesOf(4))
          throw new Error("the disk is gone")
        }
        yield* (yield* folders.start({ entries: sync() })).await
        const report = yield* (yield* folders.start({ entries: async() })).await
        assert.deepStrictEqual([report.succeeded, report.failed.length], [1, 1])
        assert.deepInclude(report.failed[0], { path: "", uploadId: undefined })
        assert.strictEqual(report.failed[0]?.error._tag, "SourceChanged")
        assert.deepStrictEqual(tree(drive).get("/async.txt"), bytesOf(4))
      })))

  it.live("continues after a failure and says what failed and why", () =>
    withFolders({
      fileSizeLimit: 50,
      faults: [{
        match: { method: "POST", path: "/folder" },
        action: { _tag: "status", status: 400, body: "QuotaExhausted" }
      }]
    }, (drive, folders) =>
      Effect.gen(function*() {
        const error = new SourceChanged({ name: "secret", what: "gone" })
        const upload = yield* folders.start({
          entries: [
            file("bad/one", bytesOf(4)),
            file("bad/two", bytesOf(4)),
            { _tag: "Unreadable", path: "secret", error },
            file("large.bin", bytesOf(60)),
            file("..", bytesOf(4)),
            file("good.bin", bytesOf(50))
          ]
        })
        const report = yield* upload.await
        assert.deepStrictEqual([report.files, report.succeeded, report.folders], [6, 1, 0])
        const failed = report.failed.map((item) => `${item.path} ${item.error._tag}`).sort()
        assert.deepStrictEqual(failed, [
          ".. InvalidInput",
          "bad/one ApiError",
          "bad/two ApiError",
          "large.bin FileTooLarge",
          "secret SourceChanged"
        ])
        assert.strictEqual(drive.network.count({ method: "POST", path: "/folder" }), 1)
        const uploads = yield* Uploads
        const large = report.failed.find(({ path }) => path === "large.bin")
        assert.deepStrictEqual([...uploads.list()].map(String), [String(large?.uploadId)])
        assert.strictEqual(upload.snapshot().failed, 5)
      })))

  it.live("makes a folder again that was removed meanwhile", () =>
    withFolders({}, (drive, folders) =>
      Effect.gen(function*() {
        const remove = (name: string) => {
          for (const [fileId, entry] of drive.service.files) if (entry.name === name) drive.service.files.delete(fileId)
        }
        const entries = async function*() {
          yield folder("a")
          yield folder("a/b")
          await new Promise((resolve) => setImmediate(resolve))
          yield* [1, 2, 3].map((index) => file(`a/b/${index}`, bytesOf(index)))
        }
        const upload = yield* folders.start({ entries: entries(), priority: 1 })
        upload.subscribe(() => {
          if (upload.snapshot().folders === 2 && upload.snapshot().reading) {
            remove("a")
            remove("b")
          }
        })
        const report = yield* upload.await
        assert.deepStrictEqual([report.succeeded, report.failed], [3, []])
        assert.deepStrictEqual(tree(drive).get("/a/b/3"), bytesOf(3))
        assertNothingLeft(drive, yield* TransferScheduler)
      })))

  it.live("stops, stays stopped, and continues to the end", () =>
    withFolders({ tuning: { window: 20 } }, (drive, folders) =>
      Effect.gen(function*() {
        const upload = yield* folders.start({ entries: many(100, 400) })
        yield* Effect.sleep(200)
        yield* upload.stop
        const stopped = upload.snapshot()
        assert.strictEqual(stopped.status, "stopped")
        assert.isBelow(stopped.succeeded, 100)
        yield* Effect.sleep("1 hour")
        assert.deepInclude(upload.snapshot(), { succeeded: stopped.succeeded, files: upload.snapshot().files })
        assert.strictEqual(drive.network.inFlight, 0)
        yield* upload.stop
        yield* upload.resume
        const report = yield* upload.await
        assert.deepStrictEqual([report.succeeded, report.bytes], [100, 40_000])
        assert.strictEqual(tree(drive).size, 107)
        assertNothingLeft(drive, yield* TransferScheduler)
      })))

  it.live("makes no more folders while it is stopped", () =>
    withFolders({}, (drive, folders) =>
      Effect.gen(function*() {
        const made = () => drive.network.count({ method: "POST", path: "/folder" })
        const entries = Array.from({ length: 100 }, (_, index) => file(`${index}/one`, bytesOf(4)))
        const upload = yield* folders.start({ entries })
        while (made() === 0) yield* Effect.sleep(5)
        yield* upload.stop
        const asked = made()
        assert.isBelow(asked, 100)
        yield* Effect.sleep("1 hour")
        assert.strictEqual(made(), asked)
        assertNothingLeft(drive, yield* TransferScheduler)
        yield* upload.resume
        assert.deepInclude(yield* upload.await, { folders: 100, succeeded: 100, failed: [] })
      })))

  it.live("cancelled midway leaves no multipart, no upload and no request behind", () =>
    withFolders({}, (drive, folders) =>
      Effect.gen(function*() {
        const entries = [1, 2, 3].map((index) => file(`${index}.bin`, bytesOf(6_000_000, index)))
        const upload = yield* folders.start({ entries, parallel: 2 })
        const waiting = yield* Effect.fork(Effect.flip(upload.await))
        yield* Effect.sleep(3000)
        assert.isAbove(drive.storage.bucket.uploads.size, 0)
        yield* upload.cancel
        assert.deepInclude(yield* Fiber.join(waiting), { _tag: "UploadCancelled", uploadId: upload.id })
        assert.strictEqual(upload.snapshot().status, "cancelled")
        assert.deepStrictEqual((yield* Uploads).list(), [])
        assertNothingLeft(drive, yield* TransferScheduler)
        assert.strictEqual((yield* Effect.flip(upload.resume))._tag, "UploadCancelled")
        yield* upload.stop
        yield* upload.cancel
        assert.strictEqual(upload.snapshot().status, "cancelled")
      })))

  it.live("adds up bytes that never go back and shows them ten times a second at most", () =>
    withFolders({}, (_drive, folders) =>
      Effect.gen(function*() {
        const upload = yield* folders.start({ entries: many(200, 1000) })
        const seen: Array<FolderSnapshot> = []
        upload.subscribe(() => seen.push(upload.snapshot()))
        const before = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
        yield* upload.await
        const after = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
        assert.isAbove(seen.length, 3)
        assert.isAtMost(seen.length, (after - before) / 100 + 3)
        seen.reduce((last, next) => {
          for (const count of ["hashed", "sent", "accepted", "committed"] as const) {
            assert.isAtLeast(next.bytes[count], last.bytes[count], count)
            assert.isAtMost(next.bytes[count], next.bytes.total, count)
          }
          assert.isAtLeast(next.succeeded, last.succeeded)
          return next
        })
        const last = upload.snapshot()
        assert.deepStrictEqual([last.bytes.total, last.bytes.committed, last.speed, last.eta], [
          200_000,
          200_000,
          0,
          undefined
        ])
      })))

  it.live("refuses a request without entries, with both, and without a file system", () =>
    withFolders({}, (_drive, folders) =>
      Effect.gen(function*() {
        const neither = yield* folders.start({})
        assert.deepInclude(yield* Effect.flip(neither.await), { _tag: "InvalidInput", field: "entries" })
        assert.deepInclude(neither.snapshot(), { status: "error" })
        const both = yield* folders.start({ entries: [], path: "/x" })
        assert.strictEqual((yield* Effect.flip(both.await))._tag, "InvalidInput")
        const path = yield* folders.start({ path: "/x" })
        assert.strictEqual((yield* Effect.flip(path.await))._tag, "UnsupportedOperation")
      })))

  it.live("refuses what is no entry, and says what an entry is", () =>
    withFolders({}, (_drive, folders) =>
      Effect.gen(function*() {
        const wrong: ReadonlyArray<readonly [unknown, RegExp]> = [
          [null, /path/],
          [{ _tag: "File", source: "x" }, /path/],
          [{ path: "a.txt", source: "x" }, /_tag/],
          [{ _tag: "Link", path: "a.txt" }, /_tag/]
        ]
        for (const [entry, message] of wrong) {
          const upload = yield* folders.start({ entries: [entry as FolderEntry<SourceInput>] }) // callers without types
          const error = yield* Effect.flip(upload.await)
          assert.deepInclude(error, { _tag: "InvalidInput", field: "entries" })
          assert.match(error.message, message)
        }
      })))

  it.live("waits for a sign-in in the middle and resumes by itself", () =>
    withFolders({}, (drive, folders) =>
      Effect.gen(function*() {
        yield* drive.signIn()
        const upload = yield* folders.start({ entries: many(50) })
        yield* Effect.sleep(100)
        drive.service.signedIn = false
        yield* Effect.sleep("10 minutes")
        assert.strictEqual(upload.snapshot().status, "running")
        assert.isBelow(upload.snapshot().succeeded, 50)
        yield* drive.signIn()
        assert.strictEqual((yield* upload.await).succeeded, 50)
      })))

  it.live("is not continued for another user", () =>
    withFolders({}, (drive, folders) =>
      Effect.gen(function*() {
        yield* drive.signIn("user-1")
        const upload = yield* folders.start({ entries: many(50) })
        yield* Effect.sleep(100)
        yield* drive.signIn("user-2")
        assert.strictEqual((yield* Effect.flip(upload.await))._tag, "UploadCancelled")
        const { succeeded } = upload.snapshot()
        yield* Effect.sleep("1 hour")
        assert.isBelow(succeeded, 50)
        assert.strictEqual(drive.network.inFlight, 0)
      })))

  it.live("that waits for a sign-in makes no folder when another user signs in", () =>
    withFolders({}, (drive, folders) =>
      Effect.gen(function*() {
        yield* drive.signIn("user-1")
        drive.service.signedIn = false
        const upload = yield* folders.start({
          entries: Array.from({ length: 30 }, (_, index) => file(`${index}/one`, bytesOf(4)))
        })
        yield* Effect.sleep("5 seconds")
        const refused = drive.network.count({ method: "POST" })
        yield* drive.signIn("user-2")
        assert.strictEqual((yield* Effect.flip(upload.await))._tag, "UploadCancelled")
        assert.deepStrictEqual([refused, drive.network.count({ method: "POST" })], [30, 30])
      })))
})
