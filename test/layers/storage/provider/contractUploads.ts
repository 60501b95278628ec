/** Bytes that go up. */
import { assert } from "@effect/vitest"
import { Effect, Option, Stream } from "effect"
import { createCRC64 } from "hash-wasm"
import { randomBytes } from "node:crypto"
import * as UploadPlan from "../../../../src/domain/UploadPlan.js"
import { crc64Text } from "../../../../src/layers/hash/Checksums.js"
import type { PartStore, StoredPart } from "../../../../src/services/PartStore.js"
import type { UploadTicket } from "../../../../src/services/StorageProvider.js"
import { Transport } from "../../../../src/services/Transport.js"
import type { AddCase } from "./cases.js"
import {
  download,
  finish,
  namesIn,
  newFolder,
  nothingSent,
  prepare,
  readied,
  storeDirect,
  unique,
  upload
} from "./storing.js"
import { platform, provider } from "./underTest.js"

const crc64 = async (bytes: Uint8Array) => crc64Text((await createCRC64()).init().update(bytes).digest("hex"))

/** A saved ticket comes back as plain data. */
const reloaded = (ticket: UploadTicket): UploadTicket => JSON.parse(JSON.stringify(ticket))

const partsIn = (multipart: PartStore, uploadId: string) =>
  Effect.map(Stream.runCollect(multipart.parts(uploadId)), (parts) => [...parts])

export const cases = (add: AddCase) => {
  add(
    ["uploads.prepare", "uploads.confirm", "downloads.address"],
    "stores with one PUT and gives the same bytes back",
    () =>
      Effect.gen(function*() {
        const bytes = randomBytes(50_000)
        const { fileId } = yield* upload(bytes, { contentType: "image/png" })
        assert.deepStrictEqual(yield* download(fileId), bytes)
      })
  )

  add(["uploads.prepare"], "stores an empty file", () =>
    Effect.gen(function*() {
      const open = yield* provider
      const { fileId } = yield* upload(new Uint8Array())
      assert.strictEqual((yield* open.files.info(fileId)).size, 0)
      assert.strictEqual((yield* download(fileId)).length, 0)
    }))

  add(["uploads.integrity"], "says what its storage is good for", () =>
    Effect.gen(function*() {
      const { platform, uploads } = yield* provider
      assert.strictEqual(yield* uploads.integrity, platform === "s3" ? "etag" : "crc64")
    }))

  add(
    ["uploads.reopen", "uploads.rules"],
    "stores in parts, reopened from plain data in between",
    () =>
      Effect.gen(function*() {
        const open = yield* provider
        const transport = yield* Transport
        const partSize = open.uploads.rules.minSize
        const bytes = randomBytes(2 * partSize + 1000)
        const { stores, ticket } = yield* readied(bytes, { chunkSize: partSize })
        const uploadId = yield* stores.parts.begin
        const sent: Array<StoredPart> = []
        for (const part of UploadPlan.partsOf(bytes.length, partSize)) {
          const { parts } = open.uploads.reopen(reloaded(ticket))
          const address = yield* parts.address(uploadId, part)
          const reply = yield* transport.put(address, bytes.subarray(part.start, part.end), nothingSent)
          sent.push(yield* parts.accept(uploadId, part, address, reply))
        }
        const multipart = open.uploads.reopen(reloaded(ticket)).parts
        const listed = yield* partsIn(multipart, uploadId)
        assert.deepStrictEqual(
          listed.map((part) => [part.number, part.size]),
          sent.map((part) => [part.number, part.size])
        )
        assert.isTrue(Option.isNone(yield* multipart.find({ size: bytes.length })))
        const stored = yield* multipart.complete(uploadId, sent, { size: bytes.length })
        assert.strictEqual(stored.size, bytes.length)
        assert.isTrue(Option.isSome(yield* multipart.find({ size: bytes.length, etag: stored.etag })))
        yield* finish(ticket)
        assert.isTrue(bytes.equals(yield* download(ticket.fileId)))
      })
  )

  add(["uploads.prepare"], "knows an aborted upload no more", () =>
    Effect.gen(function*() {
      const bytes = randomBytes(1000)
      const { stores } = yield* readied(bytes)
      const uploadId = yield* stores.parts.begin
      yield* stores.parts.abort(uploadId)
      yield* stores.parts.abort(uploadId)
      assert.strictEqual((yield* Effect.flip(partsIn(stores.parts, uploadId)))._tag, "NoSuchUpload")
      assert.isTrue(Option.isNone(yield* stores.direct.find({ size: bytes.length })))
    }))

  add(
    ["uploads.prepare", "uploads.settle"],
    "keeps the id of a file whose content changes, and renames it",
    () =>
      Effect.gen(function*() {
        const open = yield* provider
        const parentFileId = yield* newFolder()
        const { fileId } = yield* upload(randomBytes(100), { name: "before", parentFileId })
        const bytes = randomBytes(200)
        const { ticket } = yield* readied(bytes, { name: "after", parentFileId, fileId })
        assert.strictEqual(ticket.fileId, fileId)
        const expected = { digest: { crc64: yield* Effect.promise(() => crc64(bytes)) } }
        assert.isTrue(Option.isNone(yield* open.uploads.reopen(ticket).direct.find({ size: 100, ...expected })))
        yield* storeDirect(ticket, bytes)
        assert.isTrue(Option.isSome(yield* open.uploads.reopen(ticket).direct.find({ size: 200, ...expected })))
        yield* finish(ticket)
        const file = yield* open.files.info(fileId)
        assert.deepStrictEqual([file.name, file.size], ["after", 200])
        assert.deepStrictEqual(yield* download(fileId), bytes)
      })
  )

  add(["uploads.prepare"], "sends no byte that the service has", () =>
    Effect.gen(function*() {
      const open = yield* provider
      const { rapidUpload } = yield* platform
      const bytes = randomBytes(5000)
      const first = yield* upload(bytes)
      const again = yield* prepare(bytes, { name: unique("again") })
      assert.strictEqual(again._tag, rapidUpload ? "Rapid" : "Ready")
      if (again._tag === "Ready") return
      assert.isTrue(again.result.rapid)
      assert.notStrictEqual(again.result.fileId, first.fileId)
      assert.strictEqual((yield* open.files.info(again.result.fileId)).size, 5000)
      assert.deepStrictEqual(yield* download(again.result.fileId), bytes)
    }))

  add(
    ["uploads.prepare"],
    "refuses a double where it is asked to, and a name that is none",
    () =>
      Effect.gen(function*() {
        const parentFileId = yield* newFolder()
        yield* upload(randomBytes(10), { name: "same", parentFileId })
        const double = yield* Effect.flip(
          prepare(randomBytes(10), { name: "same", parentFileId, checkNameMode: "refuse" })
        )
        assert.deepInclude(double, { _tag: "NameConflict", name: "same" })
        for (const name of ["a/b", "..", ""]) {
          assert.deepInclude(yield* Effect.flip(prepare(randomBytes(10), { name })), {
            _tag: "InvalidInput",
            field: "name"
          })
        }
      })
  )

  add(["uploads.confirm"], "hands back the ids that the service refuses", () =>
    Effect.gen(function*() {
      const open = yield* provider
      const parentFileId = yield* newFolder()
      const bytes = randomBytes(10)
      const stored = yield* readied(bytes, { name: "stored", parentFileId })
      yield* storeDirect(stored.ticket, bytes)
      const { ticket } = yield* readied(randomBytes(10), { name: "never stored", parentFileId })
      const refused = (yield* platform).confirms ? [ticket.fileId] : []
      assert.deepStrictEqual([...yield* open.uploads.confirm([stored.ticket, ticket])], refused)
      yield* open.uploads.settle(stored.ticket)
      assert.deepStrictEqual(yield* namesIn(parentFileId), ["stored"])
      assert.deepStrictEqual(yield* download(stored.ticket.fileId), bytes)
    }))
}
