/**
 * What every storage provider must do, whatever it lives on. A platform runs it with a Layer of its own:
 * `providerContract("s3", layer)`.
 */
import { assert, layer as suite } from "@effect/vitest"
import type { Layer } from "effect"
import { Context, Effect, Option, Redacted, Stream } from "effect"
import { createCRC64 } from "hash-wasm"
import { createHash, randomBytes, randomUUID } from "node:crypto"
import type { Digests } from "../../src/domain/HashPlan.js"
import { rootFileId } from "../../src/domain/Ids.js"
import * as UploadPlan from "../../src/domain/UploadPlan.js"
import { crc64Text } from "../../src/layers/hash/Checksums.js"
import type { StoredPart } from "../../src/services/PartStore.js"
import type { StorageProvider, UploadIntent, UploadTicket } from "../../src/services/StorageProvider.js"
import { Transport } from "../../src/services/Transport.js"

/** The open space under test, and what its platform can do. */
export class ProviderUnderTest extends Context.Tag("test/ProviderUnderTest")<ProviderUnderTest, {
  readonly provider: StorageProvider
  /** Bytes that the service knows need not be sent again. */
  readonly rapidUpload: boolean
}>() {}

const nothingSent = () => undefined

const sha1 = (bytes: Uint8Array) => createHash("sha1").update(bytes).digest("hex").toUpperCase()

const digestsOf = (bytes: Uint8Array): Digests => ({
  contentHash: sha1(bytes),
  contentHashName: "sha1",
  ...(bytes.length > 1_048_576 ? { preHash: sha1(bytes.subarray(0, 1_048_576)) } : {})
})

const crc64 = async (bytes: Uint8Array) => crc64Text((await createCRC64()).init().update(bytes).digest("hex"))

const unique = (name: string) => `${name}-${randomUUID()}`

const prepare = Effect.fnUntraced(function*(
  bytes: Uint8Array,
  intent: Partial<UploadIntent> & { readonly chunkSize?: number } = {}
) {
  const { provider } = yield* ProviderUnderTest
  const { chunkSize, ...given } = intent
  const plan = yield* UploadPlan.make({ size: bytes.length, chunkSize, rules: provider.uploads.rules })
  return yield* provider.uploads.prepare(
    { name: unique("file"), size: bytes.length, parentFileId: rootFileId, plan, ...given },
    digestsOf(bytes)
  )
})

const readied = (...given: Parameters<typeof prepare>) =>
  Effect.map(prepare(...given), (prepared) => {
    assert.strictEqual(prepared._tag, "Ready")
    if (prepared._tag !== "Ready") throw new Error("not ready")
    return prepared
  })

const storeDirect = Effect.fnUntraced(function*(ticket: UploadTicket, bytes: Uint8Array) {
  const { provider } = yield* ProviderUnderTest
  const transport = yield* Transport
  const { direct } = provider.uploads.reopen(ticket)
  const part = { number: 1, start: 0, end: bytes.length }
  const address = yield* direct.address(part)
  const stored = yield* direct.accept(part, address, yield* transport.put(address, bytes, nothingSent))
  if (direct.complete !== undefined) yield* direct.complete({ size: bytes.length })
  return stored
})

const finish = Effect.fnUntraced(function*(ticket: UploadTicket) {
  const { provider } = yield* ProviderUnderTest
  assert.deepStrictEqual([...yield* provider.uploads.confirm([ticket])], [])
  yield* provider.uploads.settle(ticket)
})

const upload = Effect.fnUntraced(function*(...given: Parameters<typeof prepare>) {
  const { ticket } = yield* readied(...given)
  yield* storeDirect(ticket, given[0])
  yield* finish(ticket)
  return ticket
})

const download = Effect.fnUntraced(function*(fileId: string) {
  const { provider } = yield* ProviderUnderTest
  const transport = yield* Transport
  const reply = yield* transport.get(yield* provider.downloads.address(fileId))
  assert.strictEqual(reply.status, 200)
  return Buffer.concat([...yield* Stream.runCollect(reply.bytes)])
}, Effect.scoped)

const newFolder = Effect.fnUntraced(function*(parentFileId: string = rootFileId, name = unique("folder")) {
  const { provider } = yield* ProviderUnderTest
  return yield* provider.files.createFolder({ name, parentFileId, checkNameMode: "refuse" })
})

/** A saved ticket comes back as plain data. */
const reloaded = (ticket: UploadTicket): UploadTicket => JSON.parse(JSON.stringify(ticket))

const partsIn = (
  multipart: StorageProvider["uploads"]["reopen"] extends (t: UploadTicket) => { readonly parts: infer P } ? P
    : never,
  uploadId: string
) => Effect.map(Stream.runCollect(multipart.parts(uploadId)), (parts) => [...parts])

export const providerContract = <E>(name: string, layer: Layer.Layer<ProviderUnderTest | Transport, E>) =>
  suite(layer)(`the ${name} provider`, (it) => {
    it.effect("lists what was created, page by page", () =>
      Effect.gen(function*() {
        const { provider } = yield* ProviderUnderTest
        const parentFileId = yield* newFolder()
        assert.deepStrictEqual((yield* provider.files.list({ parentFileId })).items, [])
        for (const one of ["a", "b", "c", "d", "e"]) {
          yield* upload(randomBytes(10), { name: one, parentFileId })
        }
        const names: Array<string> = []
        let cursor: string | undefined
        let pages = 0
        do {
          const page = yield* provider.files.list({ parentFileId, pageSize: 2, cursor })
          assert.isAtMost(page.items.length, 2)
          names.push(...page.items.map((file) => file.name))
          cursor = page.next
          pages++
        } while (cursor !== undefined && pages < 10)
        assert.deepStrictEqual([...names].sort(), ["a", "b", "c", "d", "e"])
        assert.strictEqual(pages, 3)
      }))

    it.effect("refuses a cursor that is none", () =>
      Effect.gen(function*() {
        const { provider } = yield* ProviderUnderTest
        const error = yield* Effect.flip(provider.files.list({ cursor: "?" }))
        assert.strictEqual(error._tag, "InvalidInput")
      }))

    it.effect("says what a file is", () =>
      Effect.gen(function*() {
        const { provider } = yield* ProviderUnderTest
        const parentFileId = yield* newFolder()
        const { fileId } = yield* upload(randomBytes(321), { name: "Größe & +.txt", parentFileId })
        const file = yield* provider.files.info(fileId)
        assert.deepStrictEqual(
          { fileId: file.fileId, name: file.name, size: file.size, type: file.type },
          { fileId, name: "Größe & +.txt", size: 321, type: "file" }
        )
      }))

    it.effect("gives a picture's thumbnail, and none unless it is asked for", () =>
      Effect.gen(function*() {
        const { provider } = yield* ProviderUnderTest
        const { fileId } = yield* upload(randomBytes(64), { name: `${unique("picture")}.png` })
        const imageThumbnailProcess = "image/resize,w_200"
        const { thumbnailUrl } = yield* provider.files.info(fileId, { imageThumbnailProcess })
        assert.match(thumbnailUrl === undefined ? "" : Redacted.value(thumbnailUrl), /^https?:/)
        assert.isUndefined((yield* provider.files.info(fileId)).thumbnailUrl)
      }))

    it.effect("finds files and folders by path", () =>
      Effect.gen(function*() {
        const { provider } = yield* ProviderUnderTest
        const name = unique("top")
        const top = yield* newFolder(rootFileId, name)
        const below = yield* newFolder(top, "below")
        assert.strictEqual(yield* provider.files.resolve(`/${name}/below`), below)
        const error = yield* Effect.flip(provider.files.resolve(`/${name}/nothing`))
        assert.deepInclude(error, { _tag: "FileNotFound", path: `/${name}/nothing` })
      }))

    it.effect("gives the id of a folder that exists", () =>
      Effect.gen(function*() {
        const name = unique("twice")
        const first = yield* newFolder(rootFileId, name)
        assert.strictEqual(yield* newFolder(rootFileId, name), first)
        const nested = yield* newFolder(first, "nested")
        assert.strictEqual(yield* newFolder(first, "nested"), nested)
      }))

    it.effect("refuses a parent that is not there", () =>
      Effect.gen(function*() {
        const folder = yield* Effect.flip(newFolder("no-such-parent"))
        assert.deepInclude(folder, { _tag: "ParentNotFound", message: "unexpected parent_file_id, please check!" })
        const file = yield* Effect.flip(prepare(randomBytes(1), { parentFileId: "no-such-parent" }))
        assert.strictEqual(file._tag, "ParentNotFound")
      }))

    it.effect("knows no file of an unknown id", () =>
      Effect.gen(function*() {
        const { provider } = yield* ProviderUnderTest
        assert.strictEqual((yield* Effect.flip(provider.files.info("no-such-file")))._tag, "FileNotFound")
        assert.strictEqual((yield* Effect.flip(provider.downloads.address("no-such-file")))._tag, "FileNotFound")
      }))

    it.effect("stores with one PUT and gives the same bytes back", () =>
      Effect.gen(function*() {
        const bytes = randomBytes(50_000)
        const { fileId } = yield* upload(bytes, { contentType: "image/png" })
        assert.deepStrictEqual(yield* download(fileId), bytes)
      }))

    it.effect("stores an empty file", () =>
      Effect.gen(function*() {
        const { provider } = yield* ProviderUnderTest
        const { fileId } = yield* upload(new Uint8Array())
        assert.strictEqual((yield* provider.files.info(fileId)).size, 0)
        assert.strictEqual((yield* download(fileId)).length, 0)
      }))

    it.effect("stores in parts, reopened from plain data in between", () =>
      Effect.gen(function*() {
        const { provider } = yield* ProviderUnderTest
        const transport = yield* Transport
        const partSize = provider.uploads.rules.minSize
        const bytes = randomBytes(2 * partSize + 1000)
        const { stores, ticket } = yield* readied(bytes, { chunkSize: partSize })
        const uploadId = yield* stores.parts.begin
        const sent: Array<StoredPart> = []
        for (const part of UploadPlan.partsOf(bytes.length, partSize)) {
          const { parts } = provider.uploads.reopen(reloaded(ticket))
          const address = yield* parts.address(uploadId, part)
          const reply = yield* transport.put(address, bytes.subarray(part.start, part.end), nothingSent)
          sent.push(yield* parts.accept(uploadId, part, address, reply))
        }
        const multipart = provider.uploads.reopen(reloaded(ticket)).parts
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
      }))

    it.effect("knows an aborted upload no more", () =>
      Effect.gen(function*() {
        const bytes = randomBytes(1000)
        const { stores } = yield* readied(bytes)
        const uploadId = yield* stores.parts.begin
        yield* stores.parts.abort(uploadId)
        yield* stores.parts.abort(uploadId)
        assert.strictEqual((yield* Effect.flip(partsIn(stores.parts, uploadId)))._tag, "NoSuchUpload")
        assert.isTrue(Option.isNone(yield* stores.direct.find({ size: bytes.length })))
      }))

    it.effect("keeps the id of a file whose content changes, and renames it", () =>
      Effect.gen(function*() {
        const { provider } = yield* ProviderUnderTest
        const parentFileId = yield* newFolder()
        const { fileId } = yield* upload(randomBytes(100), { name: "before", parentFileId })
        const bytes = randomBytes(200)
        const { ticket } = yield* readied(bytes, { name: "after", parentFileId, fileId })
        assert.strictEqual(ticket.fileId, fileId)
        const expected = { digest: { crc64: yield* Effect.promise(() => crc64(bytes)) } }
        assert.isTrue(Option.isNone(yield* provider.uploads.reopen(ticket).direct.find({ size: 100, ...expected })))
        yield* storeDirect(ticket, bytes)
        assert.isTrue(Option.isSome(yield* provider.uploads.reopen(ticket).direct.find({ size: 200, ...expected })))
        yield* finish(ticket)
        const file = yield* provider.files.info(fileId)
        assert.deepStrictEqual([file.name, file.size], ["after", 200])
        assert.deepStrictEqual(yield* download(fileId), bytes)
      }))

    it.effect("gives a range, and no bytes of another version", () =>
      Effect.gen(function*() {
        const { provider } = yield* ProviderUnderTest
        const transport = yield* Transport
        const bytes = randomBytes(5000)
        const { fileId } = yield* upload(bytes)
        const address = yield* provider.downloads.address(fileId)
        const range = { start: 100, end: 300 }
        const get = (ifMatch?: string) =>
          Effect.gen(function*() {
            const reply = yield* transport.get(address, { range, ifMatch })
            const body = Buffer.concat([...yield* Stream.runCollect(reply.bytes)])
            return { status: reply.status, headers: reply.headers, body }
          }).pipe(Effect.scoped)
        const first = yield* get()
        assert.strictEqual(first.status, 206)
        assert.strictEqual(first.headers["content-range"], "bytes 100-299/5000")
        assert.deepStrictEqual(first.body, bytes.subarray(100, 300))
        assert.deepStrictEqual((yield* get(first.headers["etag"] ?? "none")).body, bytes.subarray(100, 300))
        assert.strictEqual((yield* get("\"another\"")).status, 412)
        assert.isAbove(address.expiresAt, 0)
      }))

    it.effect("signs an address that lives as long as it is asked to, and saves under the file's name", () =>
      Effect.gen(function*() {
        const { provider } = yield* ProviderUnderTest
        const transport = yield* Transport
        const name = unique("数据 & one") + ".txt"
        const { fileId } = yield* upload(randomBytes(10), { name })
        const address = yield* provider.downloads.address(fileId, { expiresIn: "1 hour" })
        const reply = yield* Effect.scoped(transport.get(address))
        assert.strictEqual(reply.status, 200)
        assert.match(reply.headers["content-disposition"] ?? "", /^attachment/)
        assert.include(reply.headers["content-disposition"], encodeURIComponent("数据"))
        const tooLong = yield* Effect.flip(provider.downloads.address(fileId, { expiresIn: "8 days" }))
        assert.deepInclude(tooLong, { _tag: "InvalidInput", field: "expiresIn" })
      }))

    it.effect("sends no byte that the service has", () =>
      Effect.gen(function*() {
        const { provider, rapidUpload } = yield* ProviderUnderTest
        const bytes = randomBytes(5000)
        const first = yield* upload(bytes)
        const again = yield* prepare(bytes, { name: unique("again") })
        assert.strictEqual(again._tag, rapidUpload ? "Rapid" : "Ready")
        if (again._tag === "Ready") return
        assert.isTrue(again.result.rapid)
        assert.notStrictEqual(again.result.fileId, first.fileId)
        assert.strictEqual((yield* provider.files.info(again.result.fileId)).size, 5000)
        assert.deepStrictEqual(yield* download(again.result.fileId), bytes)
      }))

    it.effect("refuses a double where it is asked to, and a name that is none", () =>
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
      }))
  })
