/**
 * Uploads as the service sees them at first: announced, or found to be there already (rapid).
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { BlobWriteError } from "../blobs/BlobErrors.js"
import type { StateStoreError } from "../state/StateStore.js"
import type { Catalogue } from "./Catalogue.js"
import { undivided } from "./Catalogue.js"
import type { CheckNameMode, Content, Entry } from "./CatalogueEntry.js"
import { newId } from "./Identifiers.js"
import { place } from "./NameConflicts.js"
import { contentTypeOf } from "./Names.js"
import { fileTooLarge, invalidParameter, quotaExhausted } from "./Refusal.js"
import type { Refusal } from "./Refusal.js"
import type { SpaceRules } from "./SpaceRules.js"

/**
 * The bytes that a client promises. The hash is a SHA-1 in hex.
 */
export interface Promised {
  readonly size: number
  readonly contentType?: string | undefined
  readonly preHash?: string | undefined
  readonly contentHash?: string | undefined
}

export interface Announced {
  readonly entry: Entry
  readonly objectKey: string
  readonly rapid: boolean
}

type Failure = Refusal | StateStoreError | BlobWriteError

/**
 * Whether a file may have this size, and whether the space has room for it once `freed` bytes are gone.
 */
export const checkRoom = (
  catalogue: Catalogue,
  space: SpaceRules,
  size: number,
  freed = 0
): Effect.Effect<void, Refusal> =>
  Effect.suspend(() => {
    if (space.fileSizeLimit > 0 && size > space.fileSizeLimit) {
      return Effect.fail(fileTooLarge(size, space.fileSizeLimit))
    }
    const used = catalogue.index.usedBytes(space.spaceId) - freed
    return space.quota > 0 && used + size > space.quota
      ? Effect.fail(quotaExhausted(`${used} of ${space.quota} bytes are used, ${size} more do not fit`))
      : Effect.void
  })

/**
 * The key of bytes in this space that have the promised size and hash and whose SHA-1 was compared.
 */
export const findRapid = Effect.fnUntraced(function*(
  catalogue: Catalogue,
  space: SpaceRules,
  promised: Promised
): Effect.fn.Return<string | undefined, BlobWriteError> {
  const contentHash = promised.contentHash?.toUpperCase()
  if (contentHash === undefined) return undefined
  for (const fileId of catalogue.index.withHash(space.spaceId, contentHash, promised.size)) {
    const objectKey = catalogue.entry(space.spaceId, fileId)?.content?.objectKey
    if (objectKey === undefined) continue
    if (!(yield* holds(catalogue, space, objectKey, { size: promised.size, contentHash }))) continue
    // Reading the digest took time; by now the file may hold something else.
    if (catalogue.index.withHash(space.spaceId, contentHash, promised.size).includes(fileId)) return objectKey
  }
  return undefined
})

const holds = (
  catalogue: Catalogue,
  space: SpaceRules,
  objectKey: string,
  expected: { readonly size: number; readonly contentHash: string }
): Effect.Effect<boolean, BlobWriteError> =>
  Effect.gen(function*() {
    const bucket = yield* catalogue.objects.of(space)
    const blob = yield* bucket.head(objectKey)
    if (blob.size !== expected.size) return false
    return (yield* bucket.digest(objectKey, "sha1")).toUpperCase() === expected.contentHash
  }).pipe(Effect.catchTag("BlobNotFound", () => Effect.succeed(false)))

const contentOf = (name: string, objectKey: string, promised: Promised): Content => ({
  objectKey,
  size: promised.size,
  contentType: promised.contentType || contentTypeOf(name),
  ...(promised.preHash === undefined ? {} : { preHash: promised.preHash.toUpperCase() }),
  ...(promised.contentHash === undefined ? {} : { contentHash: promised.contentHash.toUpperCase() })
})

/** The entry with the promised bytes: at once when they are there already, else as something to wait for. */
const promise = (entry: Entry, promised: Promised, rapidKey: string | undefined, mode: CheckNameMode, now: number) => {
  const objectKey = rapidKey ?? `${entry.spaceId}/${entry.fileId}/${newId()}`
  const content = contentOf(entry.name, objectKey, promised)
  const after: Entry = rapidKey === undefined
    ? { ...entry, pending: [...entry.pending, { content, checkNameMode: mode }] }
    : { ...entry, content, pending: [], updatedAt: now }
  return { after, objectKey, rapid: rapidKey !== undefined }
}

const emptyFile = (
  catalogue: Catalogue,
  space: SpaceRules,
  wanted: { readonly parentFileId: string; readonly name: string },
  now: number
): Entry => ({
  fileId: newId(),
  spaceId: space.spaceId,
  parentFileId: wanted.parentFileId,
  name: wanted.name,
  type: "file",
  sequence: catalogue.nextSequence(),
  createdAt: now,
  updatedAt: now,
  hidden: false,
  userTags: [],
  pending: [],
  asset: { assetId: newId(), status: 0 }
})

/**
 * Announces a new file. With mode overwrite and a file of that name, the bytes will become that file's.
 */
export const announceFile = (
  catalogue: Catalogue,
  space: SpaceRules,
  wanted: Promised & { readonly parentFileId: string; readonly name: string; readonly mode: CheckNameMode }
): Effect.Effect<Announced, Failure> =>
  Effect.flatMap(findRapid(catalogue, space, wanted), (rapidKey) =>
    undivided(Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      yield* catalogue.parent(space.spaceId, wanted.parentFileId)
      const placement = yield* place(catalogue, { ...wanted, spaceId: space.spaceId, type: "file" })
      const before = placement._tag === "Replace" ? placement.entry : undefined
      yield* checkRoom(catalogue, space, wanted.size, before?.content?.size)
      const entry = placement._tag === "Replace"
        ? placement.entry
        : emptyFile(catalogue, space, { ...wanted, name: placement.name }, now)
      const { after, objectKey, rapid } = promise(entry, wanted, rapidKey, wanted.mode, now)
      yield* catalogue.change(space, [{ before, after }])
      return { entry: after, objectKey, rapid }
    })))

/**
 * Announces new bytes for a file that is there.
 */
export const announceContent = (
  catalogue: Catalogue,
  space: SpaceRules,
  wanted: Promised & { readonly fileId: string }
): Effect.Effect<Announced, Failure> =>
  Effect.flatMap(findRapid(catalogue, space, wanted), (rapidKey) =>
    undivided(Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const before = yield* catalogue.find(space.spaceId, wanted.fileId)
      if (before.type === "folder") return yield* invalidParameter("file_id", "a folder has no content")
      yield* checkRoom(catalogue, space, wanted.size, before.content?.size)
      const { after, objectKey, rapid } = promise(before, wanted, rapidKey, "ignore", now)
      yield* catalogue.change(space, [{ before, after }])
      return { entry: after, objectKey, rapid }
    })))
