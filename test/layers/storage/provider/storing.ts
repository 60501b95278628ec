/** Files and folders of the space under test, by its provider alone. */
import { assert } from "@effect/vitest"
import { Effect, Stream, TestClock } from "effect"
import { createHash, randomUUID } from "node:crypto"
import type { CheckNameMode } from "../../../../src/domain/CheckNameMode.js"
import type { DriveFile } from "../../../../src/domain/DriveFile.js"
import type { Digests } from "../../../../src/domain/HashPlan.js"
import { rootFileId } from "../../../../src/domain/Ids.js"
import type { RecycleItem } from "../../../../src/domain/RecycleItem.js"
import * as UploadPlan from "../../../../src/domain/UploadPlan.js"
import type { ListFiles, UploadTicket, UploadToCreate } from "../../../../src/services/StorageProvider.js"
import { Transport } from "../../../../src/services/Transport.js"
import { provider } from "./underTest.js"

export const nothingSent = () => undefined

const sha1 = (bytes: Uint8Array) => createHash("sha1").update(bytes).digest("hex").toUpperCase()

const digestsOf = (bytes: Uint8Array): Digests => ({
  contentHash: sha1(bytes),
  contentHashName: "sha1",
  ...(bytes.length > 1_048_576 ? { preHash: sha1(bytes.subarray(0, 1_048_576)) } : {})
})

export const unique = (name: string) => `${name}-${randomUUID()}`

export const prepare = Effect.fnUntraced(function*(
  bytes: Uint8Array,
  intent: Partial<UploadToCreate> & { readonly chunkSize?: number } = {}
) {
  const open = yield* provider
  const { chunkSize, ...given } = intent
  const plan = yield* UploadPlan.make({ size: bytes.length, chunkSize, rules: open.uploads.rules })
  return yield* open.uploads.prepare(
    { name: unique("file"), size: bytes.length, parentFileId: rootFileId, plan, ...given },
    digestsOf(bytes)
  )
})

export const readied = (...given: Parameters<typeof prepare>) =>
  Effect.map(prepare(...given), (prepared) => {
    assert.strictEqual(prepared._tag, "Ready")
    if (prepared._tag !== "Ready") throw new Error("not ready")
    return prepared
  })

export const storeDirect = Effect.fnUntraced(function*(ticket: UploadTicket, bytes: Uint8Array) {
  const open = yield* provider
  const transport = yield* Transport
  const { direct } = open.uploads.reopen(ticket)
  const part = { number: 1, start: 0, end: bytes.length }
  const address = yield* direct.address(part)
  const stored = yield* direct.accept(part, address, yield* transport.put(address, bytes, nothingSent))
  if (direct.complete !== undefined) yield* direct.complete({ size: bytes.length })
  return stored
})

export const finish = Effect.fnUntraced(function*(ticket: UploadTicket) {
  const open = yield* provider
  assert.deepStrictEqual([...yield* open.uploads.confirm([ticket])], [])
  yield* open.uploads.settle(ticket)
})

/** A file that the service does not know yet. */
export const upload = Effect.fnUntraced(function*(...given: Parameters<typeof prepare>) {
  const { ticket } = yield* readied(...given)
  yield* storeDirect(ticket, given[0])
  yield* finish(ticket)
  return ticket
})

export const download = Effect.fnUntraced(function*(fileId: string) {
  const open = yield* provider
  const transport = yield* Transport
  const reply = yield* transport.get(yield* open.downloads.address(fileId))
  assert.strictEqual(reply.status, 200)
  return Buffer.concat([...yield* Stream.runCollect(reply.bytes)])
}, Effect.scoped)

export const newFolder = Effect.fnUntraced(function*(parentFileId: string = rootFileId, name = unique("folder")) {
  const open = yield* provider
  return yield* open.files.createFolder({ name, parentFileId, checkNameMode: "refuse" })
})

/** A file of this text, which the service may know already. */
export const put = Effect.fnUntraced(function*(
  name: string,
  parentFileId: string,
  text = name,
  checkNameMode?: CheckNameMode
) {
  const bytes = Buffer.from(text)
  const prepared = yield* prepare(bytes, { name, parentFileId, checkNameMode })
  if (prepared._tag === "Rapid") return prepared.result.fileId
  yield* storeDirect(prepared.ticket, bytes)
  yield* finish(prepared.ticket)
  return prepared.ticket.fileId
})

/** Everything in a folder, page by page. */
export const listed = Effect.fnUntraced(function*(query: ListFiles) {
  const open = yield* provider
  const pages: Array<ReadonlyArray<DriveFile>> = []
  let cursor: string | undefined
  do {
    const page = yield* open.files.list({ ...query, cursor })
    pages.push(page.items)
    cursor = page.next
  } while (cursor !== undefined && pages.length < 100)
  return pages
})

/** The names in a folder, sorted. */
export const namesIn = (parentFileId: string) =>
  Effect.map(listed({ parentFileId }), (pages) => pages.flat().map(({ name }) => name).sort())

/** The text of a file. */
export const textOf = (fileId: string) => Effect.map(download(fileId), String)

/** Everything in the recycle bin. */
export const binned = Effect.gen(function*() {
  const { bin } = yield* provider
  const items: Array<RecycleItem> = []
  let marker: string | undefined
  do {
    const page = yield* bin.list({ limit: 100, marker })
    items.push(...page.items)
    marker = page.next
  } while (marker !== undefined)
  return items
})

/** It is neither a file of the drive nor a folder. */
export const isGone = Effect.fnUntraced(function*(fileId: string) {
  const open = yield* provider
  assert.strictEqual((yield* Effect.flip(open.files.info(fileId)))._tag, "FileNotFound")
})

/** Whatever comes next is a second younger. */
export const later = TestClock.adjust("1 second")
