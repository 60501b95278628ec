import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import type { FaultAction, FaultMatch } from "../../../src/testing/FaultScript.js"
import { assertAllFaultsHit, assertNothingLeft, bytesOf, storedBytes, withDrive } from "./memoryUploads.js"

const storage = { path: "memory://storage" }

const multipartSteps: Readonly<Record<string, FaultMatch>> = {
  create: { target: "api", method: "POST" },
  begin: { ...storage, method: "POST", query: { uploads: undefined } },
  "first part": { ...storage, method: "PUT", query: { partNumber: "1" } },
  "last part": { ...storage, method: "PUT", query: { partNumber: "4" } },
  complete: { ...storage, method: "POST", query: { uploadId: undefined } },
  "success-callback": { target: "api", path: "/success-callback" },
  settle: { target: "api", path: "/settle" }
}

const directSteps: Readonly<Record<string, FaultMatch>> = {
  create: { target: "api", method: "POST" },
  put: { ...storage, method: "PUT" },
  "success-callback": { target: "api", path: "/success-callback" },
  settle: { target: "api", path: "/settle" }
}

const faults: Readonly<Record<string, FaultAction>> = {
  "reset before": { _tag: "reset" },
  "reset in mid-body": { _tag: "reset", afterBytes: 50 },
  "answer lost": { _tag: "dropReply" },
  "answer cut": { _tag: "truncate", afterBytes: 1 },
  "status 500": { _tag: "status", status: 500 },
  "status 503": { _tag: "status", status: 503, headers: { "retry-after": "2" } },
  "no answer for long": { _tag: "delay", millis: 700_000 },
  expired: { _tag: "expire" }
}

const size = 370

/** An expired product session needs the user; that has tests of its own. */
const isForUser = (match: FaultMatch, action: FaultAction) => match.target === "api" && action._tag === "expire"

/** The product API has no time limit, so that a slow answer of it is an answer and no fault. */
const cases = (steps: Readonly<Record<string, FaultMatch>>) =>
  Object.entries(steps).flatMap(([step, match]) =>
    Object.entries(faults).filter(([, action]) => !isForUser(match, action)).map(([name, action]) => ({
      step,
      match,
      name,
      action
    }))
  )

for (
  const [kind, steps, chunkSize] of [["multipart", multipartSteps, 100], ["direct", directSteps, undefined]] as const
) {
  describe(`a ${kind} upload gets over`, () => {
    for (const { action, match, name, step } of cases(steps)) {
      it.live(`${name} at ${step}`, () =>
        withDrive({ faults: [{ match, action }], bytesPerSecond: 10_000 }, (drive, uploads) =>
          Effect.gen(function*() {
            const source = bytesOf(size)
            // A credential that ends takes all requests with it that were signed with it.
            const parallel = action._tag === "expire" ? 1 : undefined
            const upload = yield* uploads.start({ source, name: "a", chunkSize, parallel })
            const result = yield* upload.await
            assertAllFaultsHit(drive)
            assert.deepStrictEqual(storedBytes(drive, result.objectKey), source)
            assert.isTrue(drive.service.files.get(result.fileId)?.stored)
            assert.isAtMost(drive.network.received, size + (chunkSize ?? size))
            assertNothingLeft(drive, yield* TransferScheduler)
          })))
    }
  })
}

describe("nothing is sent twice", () => {
  it.live("when the answer to complete is lost", () =>
    withDrive(
      { faults: [{ match: multipartSteps["complete"] ?? {}, action: { _tag: "dropReply" } }] },
      (drive, uploads) =>
        Effect.gen(function*() {
          const upload = yield* uploads.start({ source: bytesOf(size), name: "a", chunkSize: 100 })
          yield* upload.await
          assert.strictEqual(drive.network.received, size)
          assert.strictEqual(drive.network.count({ method: "HEAD" }), 1)
        })
    ))

  it.live("when the answer to a whole PUT is lost", () =>
    withDrive(
      { faults: [{ match: directSteps["put"] ?? {}, action: { _tag: "dropReply" } }] },
      (drive, uploads) =>
        Effect.gen(function*() {
          const upload = yield* uploads.start({ source: bytesOf(size), name: "a" })
          yield* upload.await
          assert.strictEqual(drive.network.received, size)
          assert.strictEqual(drive.network.count({ method: "HEAD" }), 1)
        })
    ))
})

describe("an upload that cannot be helped", () => {
  it.live("ends as SignedPutFailed with the status, when its one PUT fails for good", () =>
    withDrive({
      faults: [{ match: directSteps["put"] ?? {}, action: { _tag: "status", status: 403 } }]
    }, (_drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start({ source: bytesOf(size), name: "a" })
        const error = yield* Effect.flip(upload.await)
        assert.strictEqual(error._tag, "SignedPutFailed")
        assert.strictEqual(error.message, "call signedUrl put fail")
        assert.strictEqual(error._tag === "SignedPutFailed" ? error.status : 0, 403)
        assert.strictEqual(uploads.snapshot(upload.id)?.error, error)
      })))

  it.live("ends as AccessDenied when fresh credentials are answered as expired too", () =>
    withDrive({
      faults: [{ match: multipartSteps["first part"] ?? {}, times: 3, action: { _tag: "expire" } }]
    }, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start({ source: bytesOf(size), name: "a", chunkSize: 100, parallel: 1 })
        const error = yield* Effect.flip(upload.await)
        assert.strictEqual(error._tag === "StorageError" ? error.reason : error._tag, "AccessDenied")
        assert.strictEqual(drive.network.count({ method: "GET", path: "/token" }), 2)
      })))

  it.live("ends with the storage's error after eight failures in a row", () =>
    withDrive({
      faults: [{ match: multipartSteps["first part"] ?? {}, times: 9, action: { _tag: "status", status: 500 } }]
    }, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start({ source: bytesOf(size), name: "a", chunkSize: 370 })
        assert.strictEqual((yield* Effect.flip(upload.await))._tag, "StorageError")
        assertAllFaultsHit(drive)
      })))

  it.live("ends as IntegrityError when a part is damaged twice, and is right after a retry", () =>
    withDrive({}, (drive, uploads) =>
      Effect.gen(function*() {
        let bodies = 0
        drive.storage.damage = (bytes) => bodies++ < 2 ? bytes.map((byte) => byte ^ 1) : bytes
        const upload = yield* uploads.start({ source: bytesOf(90), name: "a", chunkSize: 100 })
        assert.strictEqual((yield* Effect.flip(upload.await))._tag, "IntegrityError")
        yield* uploads.retry(upload.id)
        const result = yield* uploads.get(upload.id)?.await ?? Effect.never
        assert.deepStrictEqual(storedBytes(drive, result.objectKey), bytesOf(90))
      }), { integrity: () => "md5" }))

  it.live("ends as FileTooLarge before any call", () =>
    withDrive({ fileSizeLimit: 369 }, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start({ source: bytesOf(size), name: "a" })
        assert.strictEqual((yield* Effect.flip(upload.await))._tag, "FileTooLarge")
        assert.strictEqual(drive.network.log.length, 0)
      })))

  it.live("ends as InvalidInput before any call, when the part size breaks a rule", () =>
    withDrive({}, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start({ source: bytesOf(size), name: "a", chunkSize: 9 })
        assert.strictEqual((yield* Effect.flip(upload.await))._tag, "InvalidInput")
        assert.strictEqual(drive.network.log.length, 0)
      })))

  it.live("ends as SourceChanged when the file is written to in the middle", () =>
    withDrive({ bytesPerSecond: 100 }, (drive, uploads) =>
      Effect.gen(function*() {
        drive.disk.set("/a", { bytes: bytesOf(size), modifiedAt: 1 })
        const upload = yield* uploads.start({ source: { path: "/a" }, chunkSize: 50, parallel: 1 })
        yield* Effect.sleep("2 seconds")
        drive.disk.set("/a", { bytes: bytesOf(size, 2), modifiedAt: 2 })
        assert.strictEqual((yield* Effect.flip(upload.await))._tag, "SourceChanged")
        yield* uploads.cancel(upload.id)
        assertNothingLeft(drive, yield* TransferScheduler)
      })))
})

describe("a begin call whose answer gets lost", () => {
  it.live("leaves nothing behind when the upload is cancelled before any begin is answered", () =>
    withDrive({
      faults: [{ match: multipartSteps["begin"] ?? {}, times: 3, action: { _tag: "dropReply" } }]
    }, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start({ source: bytesOf(size), name: "a", chunkSize: 100 })
        while (drive.storage.bucket.uploads.size < 3) yield* Effect.sleep("100 millis")
        yield* uploads.cancel(upload.id)
        assertNothingLeft(drive, yield* TransferScheduler)
      })))
})
