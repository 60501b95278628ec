/** The answer to a create call is lost: what is in the list is no proof, and the announced file is continued. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { CheckNameMode } from "../../../src/domain/CheckNameMode.js"
import { FileId } from "../../../src/domain/Ids.js"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import type { Fault } from "../../../src/testing/FaultScript.js"
import { sha1 } from "../../../src/testing/HasherMemory.js"
import type { MemoryDrive } from "../../../src/testing/MemoryDrive.js"
import { assertAllFaultsHit, assertNothingLeft, bytesOf, storedBytes, withDrive } from "./memoryUploads.js"

const content = bytesOf(1000)

const create = { target: "api", method: "POST", path: "/api/v2/file/space-1" } as const

const lost: Fault = { match: create, action: { _tag: "dropReply" } }

/** Where the file was there before, it does not matter whether the call came through. */
const lostOnTheWay: Fault = { match: create, action: { _tag: "reset" } }

const puts = (drive: MemoryDrive) => drive.network.count({ method: "PUT", path: "memory://storage" })

/** A file that is there, or only announced, with an object of these bytes. */
const fileOf = (
  drive: MemoryDrive,
  { bytes, isStored, of = content }: {
    readonly bytes?: Uint8Array
    readonly isStored: boolean
    readonly of?: Uint8Array
  }
) => {
  const { service, storage } = drive
  const file = service.add({
    name: "a.bin",
    parentFileId: "root",
    size: of.length,
    type: "file",
    contentHash: sha1(of)
  })
  if (bytes !== undefined) storage.bucket.put(file.objectKey, bytes, "somebody's")
  if (isStored) service.store(file)
  return file
}

describe("a create call whose answer is lost", () => {
  for (const platform of ["s3", "oss", "pds"] as const) {
    for (const listAnnounced of [true, false]) {
      for (const chunkSize of [undefined, 100]) {
        for (
          const checkNameMode of [undefined, "refuse", "overwrite"] satisfies ReadonlyArray<CheckNameMode | undefined>
        ) {
          const how = `${chunkSize === undefined ? "one PUT" : "parts"}, ${checkNameMode ?? "no mode"}`
          const service = listAnnounced ? "lists announced files" : "hides them"
          it.live(`to ${platform} that ${service}, ${how}: the bytes are stored, and there is one file`, () =>
            withDrive({ platform, listAnnounced, faults: [lost] }, (drive, uploads) =>
              Effect.gen(function*() {
                const upload = yield* uploads.start({ source: content, name: "a.bin", chunkSize, checkNameMode })
                const { objectKey, rapid } = yield* upload.await
                assert.isFalse(rapid)
                assert.deepStrictEqual(storedBytes(drive, objectKey), content)
                const files = drive.service.named("root", "a.bin")
                assert.deepStrictEqual(files.map(({ stored }) => stored), [true])
                assertNothingLeftBut(drive, yield* TransferScheduler, platform === "pds" && chunkSize !== undefined)
                assertAllFaultsHit(drive)
              })))
        }
      }
    }
  }

  it.live("with the mode to keep both is the service's to decide: one of the two is never finished", () =>
    withDrive({ listAnnounced: true, faults: [lost] }, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start({ source: content, name: "a.bin", checkNameMode: "auto_rename" })
        const { objectKey } = yield* upload.await
        assert.deepStrictEqual(storedBytes(drive, objectKey), content)
        const files = [...drive.service.files.values()].map(({ name, stored }) => [name, stored])
        assert.deepStrictEqual(files, [["a.bin", false], ["a (1).bin", true]])
      })))

  for (const platform of ["s3", "oss", "pds"] as const) {
    it.live(`never takes somebody else's file for its own, on ${platform}`, () =>
      withDrive({ platform, listAnnounced: true, faults: [lostOnTheWay] }, (drive, uploads) =>
        Effect.gen(function*() {
          fileOf(drive, { isStored: false, of: bytesOf(900, 2) })
          const upload = yield* uploads.start({ source: content, name: "a.bin", checkNameMode: "refuse" })
          assert.strictEqual((yield* Effect.flip(upload.await))._tag, "NameConflict")
          assert.strictEqual(puts(drive), 0)
        })))
  }

  it.live("is a success without a byte sent where the storage has an object of this size and digest", () =>
    withDrive({ faults: [lostOnTheWay] }, (drive, uploads) =>
      Effect.gen(function*() {
        const file = fileOf(drive, { isStored: true, bytes: content })
        const upload = yield* uploads.start({ source: content, name: "a.bin", checkNameMode: "refuse" })
        assert.deepInclude(yield* upload.await, { fileId: FileId.make(file.fileId), rapid: true })
        assert.strictEqual(puts(drive), 0)
      })))

  it.live("is none where that object has other bytes: the file gets these, and they are sent", () =>
    withDrive({ faults: [lostOnTheWay] }, (drive, uploads) =>
      Effect.gen(function*() {
        const file = fileOf(drive, { isStored: true, bytes: bytesOf(1000, 2) })
        const upload = yield* uploads.start({ source: content, name: "a.bin", checkNameMode: "refuse" })
        assert.deepInclude(yield* upload.await, { fileId: FileId.make(file.fileId), rapid: false })
        assert.deepStrictEqual(storedBytes(drive, file.objectKey), content)
        assert.strictEqual(drive.service.named("root", "a.bin").length, 1)
      })))

  it.live("is answered by the rapid flag of a second call where the storage tells no digest of the object", () =>
    withDrive({ faults: [lostOnTheWay] }, (drive, uploads) =>
      Effect.gen(function*() {
        const file = fileOf(drive, { isStored: true, bytes: content })
        const { objects } = drive.storage.bucket
        objects.set(file.objectKey, { bytes: content, etag: "opaque", mark: undefined })
        const upload = yield* uploads.start({ source: content, name: "a.bin", checkNameMode: "refuse" })
        assert.deepInclude(yield* upload.await, { fileId: FileId.make(file.fileId), rapid: true })
        assert.strictEqual(puts(drive), 0)
      })))

  it.live("knows an object of several parts where they are cut as its own would be", () =>
    withDrive({ faults: [{ ...lostOnTheWay, skip: 1 }] }, (drive, uploads) =>
      Effect.gen(function*() {
        const first = yield* uploads.start({ source: content, name: "b.bin", chunkSize: 100 })
        const { objectKey = "" } = yield* first.await
        const { objects } = drive.storage.bucket
        const object = objects.get(objectKey)
        const file = fileOf(drive, { isStored: true, bytes: content })
        assert.match(object?.etag ?? "", /-10$/)
        if (object !== undefined) objects.set(file.objectKey, { ...object, mark: undefined })
        const before = puts(drive)
        const upload = yield* uploads.start({
          source: content,
          name: "a.bin",
          chunkSize: 100,
          checkNameMode: "refuse"
        })
        assert.deepInclude(yield* upload.await, { fileId: FileId.make(file.fileId), rapid: true })
        assert.strictEqual(puts(drive), before)
      })))
})

/** pds lists no open uploads: those of a lost create expire there. */
const assertNothingLeftBut = (drive: MemoryDrive, scheduler: TransferScheduler["Type"], hasLostUpload: boolean) => {
  const { uploads } = drive.storage.bucket
  if (hasLostUpload) {
    assert.strictEqual(uploads.size, 1)
    uploads.clear()
  }
  assertNothingLeft(drive, scheduler)
}
