/**
 * Copies and moves. Each entry by itself: what is refused for one does not stop the others.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { StateStoreError } from "../state/StateStore.js"
import type { Catalogue, EntryChange } from "./Catalogue.js"
import { undivided } from "./Catalogue.js"
import type { CheckNameMode, Entry } from "./CatalogueEntry.js"
import { isAvailable } from "./CatalogueEntry.js"
import { checkRoom } from "./CatalogueUploads.js"
import { newId } from "./Identifiers.js"
import { place } from "./NameConflicts.js"
import { invalidParameter } from "./Refusal.js"
import type { Refusal } from "./Refusal.js"
import type { SpaceRules } from "./SpaceRules.js"
import { isWithin, treeOf } from "./Trees.js"

/**
 * What became of an entry: the id that it has there, or why not.
 */
export interface Outcome {
  readonly fileId: string
  readonly result: Either.Either<string, Refusal>
}

interface Wanted {
  readonly fileIds: ReadonlyArray<string>
  readonly toParentFileId: string
  readonly mode: CheckNameMode
}

type Failure = Refusal | StateStoreError

/** The entry's name in the folder, and what gives way to it. A folder that is there stays as it is. */
const placed = Effect.fnUntraced(function*(
  catalogue: Catalogue,
  entry: Entry,
  wanted: Wanted
): Effect.fn.Return<{ readonly name: string; readonly replaced: ReadonlyArray<EntryChange> }, Refusal> {
  const parentFileId = yield* catalogue.parent(entry.spaceId, wanted.toParentFileId)
  if (isWithin(catalogue, entry, parentFileId)) {
    return yield* invalidParameter("to_parent_file_id", "a folder cannot be put into itself")
  }
  const mode = entry.type === "folder" && wanted.mode === "overwrite" ? "refuse" : wanted.mode
  const placement = yield* place(catalogue, { ...entry, parentFileId, mode, except: entry.fileId })
  return placement._tag === "Free"
    ? { name: placement.name, replaced: [] }
    : { name: entry.name, replaced: [{ before: placement.entry }] }
})

const moveOne = Effect.fnUntraced(function*(
  catalogue: Catalogue,
  space: SpaceRules,
  wanted: Wanted,
  fileId: string
): Effect.fn.Return<string, Failure> {
  const before = yield* catalogue.find(space.spaceId, fileId)
  if (before.parentFileId === wanted.toParentFileId) return fileId
  const { name, replaced } = yield* placed(catalogue, before, wanted)
  const updatedAt = yield* Clock.currentTimeMillis
  const after: Entry = { ...before, name, parentFileId: wanted.toParentFileId, updatedAt }
  yield* catalogue.change(space, [{ before, after }, ...replaced])
  return fileId
}, undivided)

/**
 * Another entry with the same bytes, in another folder.
 */
export const copyOf = (catalogue: Catalogue, entry: Entry, parentFileId: string, now: number): Entry => {
  const { asset, ...rest } = entry
  return {
    ...rest,
    fileId: newId(),
    parentFileId,
    sequence: catalogue.nextSequence(),
    createdAt: now,
    updatedAt: now,
    pending: [],
    ...asset === undefined ? {} : { asset: { assetId: newId(), status: asset.status } }
  }
}

const copyOne = Effect.fnUntraced(function*(
  catalogue: Catalogue,
  space: SpaceRules,
  wanted: Wanted,
  fileId: string
): Effect.fn.Return<string, Failure> {
  const top = yield* catalogue.find(space.spaceId, fileId)
  // Beside itself a copy is in its own way.
  const { name, replaced } = yield* placed(catalogue, { ...top, fileId: "" }, wanted)
  if (isWithin(catalogue, top, wanted.toParentFileId)) {
    return yield* invalidParameter("to_parent_file_id", "a folder cannot be put into itself")
  }
  if (replaced.some(({ before }) => before?.fileId === top.fileId)) return fileId
  const tree = treeOf(catalogue, top, isAvailable)
  const size = tree.reduce((sum, entry) => sum + (entry.content?.size ?? 0), 0)
  yield* checkRoom(catalogue, { ...space, fileSizeLimit: 0 }, size)
  const now = yield* Clock.currentTimeMillis
  const folders = new Map([[top.parentFileId, wanted.toParentFileId]])
  const copies = tree.map((entry) => {
    const copy = copyOf(catalogue, entry, folders.get(entry.parentFileId) ?? wanted.toParentFileId, now)
    folders.set(entry.fileId, copy.fileId)
    return entry === top ? { ...copy, name } : copy
  })
  yield* catalogue.change(space, [...copies.map((after) => ({ after })), ...replaced])
  return copies[0]?.fileId ?? fileId
}, undivided)

const each = (one: typeof moveOne) =>
(
  catalogue: Catalogue,
  space: SpaceRules,
  wanted: Wanted
): Effect.Effect<ReadonlyArray<Outcome>, StateStoreError> =>
  Effect.forEach(wanted.fileIds, (fileId) =>
    one(catalogue, space, wanted, fileId).pipe(
      Effect.map((id): Outcome["result"] => Either.right(id)),
      Effect.catchTag("Refusal", (refusal) => Effect.succeed<Outcome["result"]>(Either.left(refusal))),
      Effect.map((result) => ({ fileId, result }))
    ), { concurrency: 1 })

/**
 * Copies entries into a folder, folders with all that is in them. Copies share the stored bytes.
 */
export const copy = each(copyOne)

/**
 * Moves entries into a folder; moving one to where it is does nothing.
 */
export const move = each(moveOne)
