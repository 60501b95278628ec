/**
 * Archives of files and folders: real ZIP files, stored like any other object and seen in no folder.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { BlobBroken, type BlobNotFound, type BlobWriteError } from "../blobs/BlobErrors.js"
import type { StoredObjects } from "../blobs/BlobStore.js"
import type { Catalogue } from "../catalogue/Catalogue.js"
import type { Entry } from "../catalogue/CatalogueEntry.js"
import { isAvailable } from "../catalogue/CatalogueEntry.js"
import { checkRoom } from "../catalogue/CatalogueUploads.js"
import { newId } from "../catalogue/Identifiers.js"
import { freeName } from "../catalogue/Names.js"
import { Refusal } from "../catalogue/Refusal.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import { treeOf } from "../catalogue/Trees.js"
import type { StateStoreError } from "../state/StateStore.js"
import * as Zip from "./Zip.js"

/** No folder has this id, so nothing lists what lies there. */
const archiveFolder = "archives"

/** Names that some programs would take for a path are made harmless, doubles in a folder get a number. */
const pathsOf = (entries: ReadonlyArray<Entry>): ReadonlyMap<string, string> => {
  const paths = new Map<string, string>()
  const taken = new Set<string>()
  for (const entry of entries) {
    const folder = paths.get(entry.parentFileId) ?? ""
    const safe = entry.name.replace(/[\\:]/g, "_")
    const isTaken = (name: string) => taken.has(`${folder}${name}`)
    const name = isTaken(safe) ? freeName(safe, isTaken) : safe
    taken.add(`${folder}${name}`)
    paths.set(entry.fileId, entry.type === "folder" ? `${folder}${name}/` : `${folder}${name}`)
  }
  return paths
}

const empty = () => new ReadableStream<Uint8Array>({ start: (controller) => controller.close() })

const zipEntryOf = Effect.fnUntraced(function*(
  objects: StoredObjects,
  entry: Entry,
  path: string
): Effect.fn.Return<Zip.ZipEntry, BlobNotFound | BlobWriteError> {
  const { content, updatedAt: modifiedAt } = entry
  if (content === undefined) return { path, modifiedAt, size: 0, crc32: 0, read: empty }
  const crc32 = parseInt(yield* objects.digest(content.objectKey, "crc32"), 16)
  const { blob, read } = yield* objects.get(content.objectKey)
  return { path, modifiedAt, size: blob.size, crc32, read: () => read() }
})

const store = (objects: StoredObjects, objectKey: string, entries: ReadonlyArray<Zip.ZipEntry>) => {
  const bytes = Zip.bytesOf(entries)
  const body = Effect.tryPromise({
    try: () => bytes.next(),
    catch: (cause) => new BlobBroken({ operation: "archive", cause })
  }).pipe(Effect.map((next) => next.done === true ? undefined : next.value))
  return objects.put({ key: objectKey, body })
}

/**
 * Makes an archive and gives its file's id. What is below a folder goes under the folder's name.
 */
export const make = (
  catalogue: Catalogue,
  space: SpaceRules,
  wanted: { readonly fileIds: ReadonlyArray<string>; readonly name: string }
): Effect.Effect<string, Refusal | StateStoreError | BlobWriteError> =>
  Effect.gen(function*() {
    const objects = yield* catalogue.objects.of(space)
    const tops = yield* Effect.forEach(new Set(wanted.fileIds), (fileId) => catalogue.find(space.spaceId, fileId))
    // What is named together with a folder above it is there once, where it was named first.
    const entries = [...new Set(tops.flatMap((top) => treeOf(catalogue, top, isAvailable)))]
    const paths = pathsOf(entries)
    const zipped = yield* Effect.forEach(
      entries,
      (entry) => zipEntryOf(objects, entry, paths.get(entry.fileId) ?? entry.name),
      { concurrency: 4 }
    )
    const size = Zip.sizeOf(zipped)
    yield* checkRoom(catalogue, { ...space, fileSizeLimit: 0 }, size)
    const fileId = newId()
    const objectKey = `${space.spaceId}/${fileId}/${newId()}`
    yield* store(objects, objectKey, zipped)
    const now = yield* Clock.currentTimeMillis
    const after: Entry = {
      fileId,
      spaceId: space.spaceId,
      parentFileId: archiveFolder,
      name: wanted.name,
      type: "file",
      sequence: catalogue.nextSequence(),
      createdAt: now,
      updatedAt: now,
      hidden: true,
      userTags: [],
      pending: [],
      content: { objectKey, size, contentType: "application/zip" }
    }
    yield* catalogue.change(space, [{ after }])
    return fileId
  }).pipe(
    Effect.catchTags({
      BlobNotFound: () => new Refusal({ code: "NotFound.File", status: 404, message: "its bytes are gone" }),
      BlobConflict: (conflict) => Effect.die(conflict)
    })
  )
