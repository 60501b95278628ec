/** What a person is shown of an upload: one status, and why and since when it waits. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Runtime } from "effect"
import { TransportError } from "../../../src/domain/errors/TransportError.js"
import type { UploadStatusTag } from "../../../src/domain/UploadStatus.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { bytesOf, startProcess, withDrive } from "./memoryUploads.js"

const slow = { bytesPerSecond: 1000, latency: 5 }

const tenParts = { source: bytesOf(1000), name: "a.bin", chunkSize: 100 }

const parts = { method: "PUT", query: { partNumber: undefined } }

describe("status", () => {
  it.live("goes from the queue over hashing, uploading and finishing to done", () =>
    withDrive({ ...slow, latency: 200 }, (_drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(tenParts)
        const seen: Array<UploadStatusTag> = []
        const look = () => {
          const now = uploads.snapshot(upload.id)?.status._tag
          if (now !== undefined && seen.at(-1) !== now) seen.push(now)
        }
        look()
        uploads.subscribe(look, upload.id)
        const result = yield* upload.await
        assert.deepStrictEqual(seen, ["queued", "hashing", "uploading", "finishing", "done"])
        assert.deepStrictEqual(uploads.snapshot(upload.id)?.status, { _tag: "done", rapid: false, result })
      })))

  it.live("says what it waits for, since when and until when while requests fail", () =>
    withDrive(
      { ...slow, faults: [{ match: parts, times: 30, action: { _tag: "status", status: 500 } }] },
      (_drive, uploads) =>
        Effect.gen(function*() {
          const upload = yield* uploads.start({ ...tenParts, parallel: 1 })
          const begun = yield* Clock.currentTimeMillis
          yield* Effect.sleep("10 seconds")
          // A request may be on its way, whose pause is over: the next pause is looked at as it begins.
          const attempt = () => uploads.snapshot(upload.id)?.waiting?.attempt
          const before = attempt()
          while (attempt() === before) yield* Effect.sleep("10 millis")
          const now = yield* Clock.currentTimeMillis
          const snapshot = uploads.snapshot(upload.id)
          assert.deepInclude(snapshot?.waiting, { reason: "retry" })
          assert.isAtLeast(snapshot?.waiting?.since ?? 0, begun)
          assert.isBelow(snapshot?.waiting?.since ?? now, begun + 1000, "the first failure of the row")
          assert.isAtLeast(snapshot?.waiting?.attempt ?? 0, 3)
          assert.isAtLeast(snapshot?.waiting?.until ?? 0, now)
          assert.strictEqual(snapshot?.waiting?.error?._tag, "StorageError")
          assert.strictEqual(snapshot?.status._tag, "uploading")
        })
    ))

  it.live("says that something else answers, for as long as an API host does so", () =>
    withDrive(
      { ...slow, faults: [{ match: { target: "api" }, times: 10_000, action: { _tag: "portal" } }] },
      (drive, uploads) =>
        Effect.gen(function*() {
          const upload = yield* uploads.start(tenParts)
          yield* Effect.sleep("1 hour")
          const now = yield* Clock.currentTimeMillis
          const { progress, status, waiting } = uploads.snapshot(upload.id) ?? {}
          assert.strictEqual(status?._tag, "waitingForNetwork")
          assert.notStrictEqual(progress, "error")
          assert.deepInclude(waiting, { reason: "foreignAnswer" })
          assert.instanceOf(waiting?.error, TransportError)
          assert.include(waiting?.error?.message, "answered in its place")
          assert.isBelow(waiting?.since ?? now, now - 3_500_000)
          assert.isAtLeast(waiting?.until ?? 0, now)
          assert.isAtLeast(waiting?.attempt ?? 0, 3)
          const { faults } = drive.network
          const call = { target: "api", method: "GET", path: "/", query: new URLSearchParams() } as const
          while (faults.remaining().length > 0) faults.next(call)
          yield* upload.await
          assert.isUndefined(uploads.snapshot(upload.id)?.waiting)
        })
    ))

  it.live("waits for nothing once an answer has come", () =>
    withDrive(
      { ...slow, faults: [{ match: parts, times: 2, action: { _tag: "status", status: 503 } }] },
      (_drive, uploads) =>
        Effect.gen(function*() {
          const upload = yield* uploads.start({ ...tenParts, parallel: 1 })
          const reasons: Array<string | undefined> = []
          uploads.subscribe(() => {
            const reason = uploads.snapshot(upload.id)?.waiting?.reason
            if (reasons.at(-1) !== reason) reasons.push(reason)
          }, upload.id)
          yield* upload.await
          assert.deepStrictEqual(reasons, [undefined, "server", undefined].slice(reasons[0] === undefined ? 0 : 1))
        })
    ))

  it.live("waits for the network since it was lost", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(tenParts)
        yield* Effect.sleep("250 millis")
        const since = yield* Clock.currentTimeMillis
        yield* drive.setOnline(false)
        yield* Effect.sleep("10 minutes")
        const snapshot = uploads.snapshot(upload.id)
        assert.deepInclude(snapshot?.waiting, { reason: "network", since })
        assert.strictEqual(snapshot?.status._tag, "waitingForNetwork")
        yield* drive.setOnline(true)
        yield* upload.await
        assert.strictEqual(uploads.snapshot(upload.id)?.waiting, undefined)
      })))

  it.live("waits for the sign-in", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        yield* drive.signIn()
        const upload = yield* uploads.start({ ...tenParts, chunkSize: undefined })
        drive.service.signedIn = false
        yield* Effect.sleep("1 minute")
        assert.deepInclude(uploads.snapshot(upload.id)?.waiting, { reason: "signIn" })
        assert.strictEqual(uploads.snapshot(upload.id)?.status._tag, "waitingForSignIn")
        yield* drive.signIn()
        yield* upload.await
      })))

  it.live("tells conflicts and failures apart, and what was paused and cancelled", () =>
    withDrive(slow, (_drive, uploads) =>
      Effect.gen(function*() {
        const status = (id: string) => uploads.snapshot(id)?.status
        const first = yield* uploads.start({ source: bytesOf(10), name: "a" })
        yield* first.await
        const second = yield* uploads.start({ source: bytesOf(11), name: "a", checkNameMode: "refuse" })
        const error = yield* Effect.flip(second.await)
        const now = status(second.id)
        assert.isTrue(now?._tag === "conflict" && now.error === error)
        const wrong = yield* uploads.start({ source: bytesOf(1), name: "b", parallel: 0 })
        assert.deepInclude(status(wrong.id), { _tag: "failed", retryable: false })
        const left = yield* uploads.start(tenParts)
        yield* uploads.stop(left.id)
        assert.deepStrictEqual(status(left.id), { _tag: "paused" })
        yield* uploads.cancel(left.id)
        assert.deepStrictEqual(status(left.id), { _tag: "cancelled" })
      })))

  it.live("needs the file where it cannot be opened again, and is elsewhere where another tab has it", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make({ bytesPerSecond: 20, latency: 5 })
      const before = yield* startProcess(drive)
      const { id } = yield* before.uploads.start(tenParts)
      yield* Effect.sleep("6 seconds")
      yield* before.crash
      const { uploads } = yield* startProcess(drive)
      const [found] = yield* uploads.recoverable()
      assert.deepStrictEqual(found?.status, { _tag: "needsFile" })

      const other = yield* startProcess(drive)
      yield* other.uploads.recoverable()
      yield* other.uploads.resume(id, tenParts.source)
      yield* Effect.sleep("10 millis")
      yield* uploads.resume(id, tenParts.source)
      yield* Effect.sleep("5 seconds")
      const now = uploads.snapshot(id)?.status
      assert.strictEqual(now?._tag, "elsewhere")
    })))

  it.live("shows the bytes of a stream that is kept first", () =>
    withDrive(slow, (_drive, uploads) =>
      Effect.gen(function*() {
        const runtime = yield* Effect.runtime<never>()
        const stream = (async function*() {
          for (let index = 0; index < 4; index++) {
            yield bytesOf(100, index)
            await Runtime.runPromise(runtime)(Effect.sleep("500 millis"))
          }
        })()
        const upload = yield* uploads.start({ source: stream, name: "s" })
        const reads: Array<number> = []
        uploads.subscribe(() => {
          const status = uploads.snapshot(upload.id)?.status
          if (status?._tag === "hashing" && status.size === undefined) reads.push(status.read)
        }, upload.id)
        yield* upload.await
        assert.isAbove(reads.length, 0)
        assert.isTrue(reads.every((read) => read > 0 && read <= 400), reads.join(" "))
      })))
})

describe("whoever watches the list", () => {
  it.live("hears of ends too, good and bad, and the list stays the same array", () =>
    withDrive(slow, (_drive, uploads) =>
      Effect.gen(function*() {
        const good = yield* uploads.start({ source: bytesOf(10), name: "a" })
        const bad = yield* uploads.start({ source: bytesOf(11), name: "b", path: "x", parentFileId: "nobody" })
        const gone = yield* uploads.start(tenParts)
        const list = uploads.list()
        const ended: Array<string> = []
        uploads.subscribe(() => {
          for (const id of list) {
            const status = uploads.snapshot(id)?.status._tag ?? ""
            if (["done", "failed", "cancelled"].includes(status) && !ended.includes(id)) ended.push(id)
          }
        })
        yield* good.await
        yield* Effect.flip(bad.await)
        assert.sameMembers(ended, [good.id, bad.id])
        yield* uploads.cancel(gone.id)
        yield* Effect.sleep(0)
        assert.sameMembers(ended, [good.id, bad.id, gone.id])
        assert.strictEqual(uploads.list(), list)
      })))
})

describe("speed and eta", () => {
  it.live("are whole numbers, and there is no eta without a speed", () =>
    withDrive({ bytesPerSecond: 333, latency: 7 }, (_drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start({ ...tenParts, parallel: 1 })
        const seen: Array<readonly [number, number | undefined]> = []
        uploads.subscribe(() => {
          const { eta, speed } = uploads.snapshot(upload.id)!
          seen.push([speed, eta])
        }, upload.id)
        yield* upload.await
        assert.isTrue(seen.some(([, eta]) => eta !== undefined))
        for (const [speed, eta] of seen) {
          assert.isTrue(
            Number.isSafeInteger(speed) && (eta === undefined || Number.isSafeInteger(eta)),
            `${speed} ${eta}`
          )
          if (speed === 0) assert.strictEqual(eta, undefined)
        }
      })))
})
