/**
 * What tasks do. Each may be done twice, when a crash came between the work and its note, with the same result.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Archives from "../archive/Archives.js"
import type { BlobWriteError } from "../blobs/BlobErrors.js"
import type { Catalogue } from "../catalogue/Catalogue.js"
import { undivided } from "../catalogue/Catalogue.js"
import { isAvailable } from "../catalogue/CatalogueEntry.js"
import * as RecycleBin from "../catalogue/RecycleBin.js"
import type { Refusal } from "../catalogue/Refusal.js"
import { copyOf } from "../catalogue/Relocation.js"
import * as Removal from "../catalogue/Removal.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import { treeOf } from "../catalogue/Trees.js"
import type { StateStoreError } from "../state/StateStore.js"
import type { Outcome, Perform, Work } from "./DriveTasks.js"
import * as FreeNames from "./FreeNames.js"

type Failure = Refusal | StateStoreError | BlobWriteError

type Of<Kind extends Work["kind"]> = Extract<Work, { readonly kind: Kind }>

/**
 * Puts an entry elsewhere, under this name.
 */
export const move = Effect.fnUntraced(function*(
  catalogue: Catalogue,
  space: SpaceRules,
  { fileId, name, toParentFileId }: Omit<Of<"move">, "kind">
): Effect.fn.Return<void, Refusal | StateStoreError> {
  const before = yield* FreeNames.find(catalogue, space, fileId)
  yield* FreeNames.folder(catalogue, space, toParentFileId)
  const updatedAt = yield* Clock.currentTimeMillis
  yield* catalogue.change(space, [{ before, after: { ...before, name, parentFileId: toParentFileId, updatedAt } }])
}, undivided)

/**
 * Copies an entry with all that is in it, under the id that was promised. Files for which there is no room are left out
 * and counted as failed.
 */
export const copy = Effect.fnUntraced(function*(
  catalogue: Catalogue,
  space: SpaceRules,
  { fileId, name, newFileId, toParentFileId }: Omit<Of<"copy">, "kind">
): Effect.fn.Return<Outcome, Refusal | StateStoreError> {
  const top = yield* FreeNames.find(catalogue, space, fileId)
  const tree = treeOf(catalogue, top, isAvailable)
  if (catalogue.entry(space.spaceId, newFileId) !== undefined) return { done: tree.length, failed: 0 }
  yield* FreeNames.folder(catalogue, space, toParentFileId)
  const now = yield* Clock.currentTimeMillis
  const folders = new Map([[top.parentFileId, toParentFileId]])
  let room = space.quota === 0 ? Infinity : space.quota - catalogue.index.usedBytes(space.spaceId)
  const copies = tree.flatMap((entry) => {
    const size = entry.content?.size ?? 0
    if (size > room) return []
    room -= size
    const one = copyOf(catalogue, entry, folders.get(entry.parentFileId) ?? toParentFileId, now)
    const after = entry === top ? { ...one, fileId: newFileId, name } : one
    folders.set(entry.fileId, after.fileId)
    return [{ after }]
  })
  yield* catalogue.change(space, copies)
  const failed = tree.length - copies.length
  return {
    done: copies.length,
    failed,
    ...failed === 0
      ? {}
      : { error: { code: "QuotaExhausted.Drive", message: `${failed} files do not fit into the drive` } }
  }
}, undivided)

/** What is done already is done, when a crash made somebody ask twice. */
const orDone = (effect: Effect.Effect<void, Failure>): Effect.Effect<void, Failure> =>
  Effect.catchIf(effect, (error) => error._tag === "Refusal" && error.code === "NotFound.File", () => Effect.void)

const perform = (
  catalogue: Catalogue,
  space: SpaceRules,
  work: Work
): Effect.Effect<Outcome, Failure> => {
  const all = { done: 1, failed: 0 }
  switch (work.kind) {
    case "trash":
      return Effect.as(orDone(RecycleBin.recycle(catalogue, space, work.fileId)), all)
    case "restore":
      return Effect.as(orDone(RecycleBin.restore(catalogue, space, work.fileId)), all)
    case "delete":
      return Effect.as(orDone(Removal.remove(catalogue, space, work.fileId)), all)
    case "clear":
      return Effect.as(RecycleBin.clear(catalogue, space), all)
    case "move":
      return Effect.as(move(catalogue, space, work), all)
    case "copy":
      return copy(catalogue, space, work)
    case "archive":
      return Effect.map(Archives.make(catalogue, space, work), (fileId) => ({ ...all, fileId }))
  }
}

/**
 * Does the work of tasks; a refusal is how a task ends, like any other.
 */
export const make = (
  catalogue: Catalogue,
  spaces: ReadonlyArray<SpaceRules>
): Perform =>
(spaceId, work) => {
  const failed = (code: string, message: string): Outcome => ({ done: 0, failed: 1, error: { code, message } })
  const space = spaces.find((one) => one.spaceId === spaceId)
  if (space === undefined) return Effect.succeed(failed("NotFound.Drive", "the drive is gone"))
  return perform(catalogue, space, work).pipe(
    Effect.catchTags({
      Refusal: (error) => Effect.succeed(failed(String(error.code), error.message)),
      BlobNoSpace: (error) => Effect.succeed(failed("QuotaExhausted.Drive", error.message)),
      BlobBroken: (error) => Effect.as(Effect.logError(error.message), failed("InternalError", "the store failed"))
    })
  )
}
