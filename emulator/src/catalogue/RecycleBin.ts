/**
 * The recycle bin: what is put there can be seen only there, and comes back to where it was.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { StateStoreError } from "../state/StateStore.js"
import type { Catalogue } from "./Catalogue.js"
import { undivided } from "./Catalogue.js"
import type { Entry } from "./CatalogueEntry.js"
import { rootId } from "./CatalogueEntry.js"
import { newId } from "./Identifiers.js"
import { place } from "./NameConflicts.js"
import type { Refusal } from "./Refusal.js"
import { fileNotFound, invalidParameter } from "./Refusal.js"
import * as Removal from "./Removal.js"
import type { SpaceRules } from "./SpaceRules.js"
import { treeOf } from "./Trees.js"

type Failure = Refusal | StateStoreError

/**
 * Puts an entry into the bin with all that is below it; what lies in the bin already stays there by itself.
 */
export const recycle = Effect.fnUntraced(function*(
  catalogue: Catalogue,
  space: SpaceRules,
  fileId: string
): Effect.fn.Return<void, Failure> {
  if (fileId === rootId) return yield* invalidParameter("file_id", "the root cannot be recycled")
  const top = yield* catalogue.find(space.spaceId, fileId)
  const recycledAt = yield* Clock.currentTimeMillis
  const tree = treeOf(catalogue, top, (entry) => entry.recycledAt === undefined)
  yield* catalogue.change(
    space,
    tree.map((before) => ({
      before,
      after: { ...before, recycledAt, ...before === top ? {} : { recycledWith: top.fileId } }
    }))
  )
}, undivided)

const unrecycled = (entry: Entry): Entry => {
  const { recycledAt: _at, recycledWith: _with, ...rest } = entry
  return rest
}

const binned = (catalogue: Catalogue, space: SpaceRules, fileId: string): Effect.Effect<Entry, Refusal> =>
  Effect.suspend(() => {
    const entry = catalogue.entry(space.spaceId, fileId)
    return entry?.recycledAt === undefined || entry.recycledWith !== undefined
      ? Effect.fail(fileNotFound(`${fileId} in the recycle bin`))
      : Effect.succeed(entry)
  })

interface Home {
  readonly parentFileId: string
  /** Folders that have to be made for it. */
  readonly made: ReadonlyArray<Entry>
}

/** The folder that an entry comes back to. One that lies in the bin itself gets a double; one that is gone is the root. */
const homeOf = (catalogue: Catalogue, space: SpaceRules, { parentFileId }: Entry, now: number): Home => {
  if (catalogue.isFolder(space.spaceId, parentFileId)) return { parentFileId, made: [] }
  const binned = catalogue.entry(space.spaceId, parentFileId)
  if (binned === undefined) return { parentFileId: rootId, made: [] }
  const home = homeOf(catalogue, space, binned, now)
  const double = catalogue.index.named(space.spaceId, home.parentFileId, binned.name)
    .find((fileId) => catalogue.isFolder(space.spaceId, fileId))
  if (double !== undefined) return { parentFileId: double, made: home.made }
  const folder: Entry = {
    ...unrecycled(binned),
    fileId: newId(),
    parentFileId: home.parentFileId,
    sequence: catalogue.nextSequence(),
    createdAt: now,
    updatedAt: now
  }
  return { parentFileId: folder.fileId, made: [...home.made, folder] }
}

/**
 * Takes an entry out of the bin with all that went there together with it, to the folder where it was. If that lies in
 * the bin too, a folder of the same name takes its place; if it is gone for good, the root. A name that has been taken
 * meanwhile gets a number.
 */
export const restore = Effect.fnUntraced(function*(
  catalogue: Catalogue,
  space: SpaceRules,
  fileId: string
): Effect.fn.Return<void, Failure> {
  const top = yield* binned(catalogue, space, fileId)
  const { made, parentFileId } = homeOf(catalogue, space, top, yield* Clock.currentTimeMillis)
  const placement = yield* place(catalogue, { ...top, parentFileId, mode: "auto_rename" })
  const name = placement._tag === "Free" ? placement.name : top.name
  const tree = treeOf(catalogue, top, (entry) => entry.recycledWith === top.fileId)
  yield* catalogue.change(space, [
    ...made.map((after) => ({ after })),
    ...tree.map((before) => ({
      before,
      after: before === top ? { ...unrecycled(before), name, parentFileId } : unrecycled(before)
    }))
  ])
}, undivided)

/**
 * Removes all that is in the bin for good.
 */
export const clear = (catalogue: Catalogue, space: SpaceRules): Effect.Effect<void, Failure> =>
  Effect.suspend(() =>
    Effect.forEach(
      catalogue.index.recycledIn(space.spaceId),
      (fileId) => Effect.catchTag(Removal.remove(catalogue, space, fileId), "Refusal", () => Effect.void),
      { concurrency: 1, discard: true }
    )
  )

const newestFirst = (one: Entry, other: Entry): number =>
  (other.recycledAt ?? 0) - (one.recycledAt ?? 0) || other.sequence - one.sequence

const markerOf = ({ recycledAt, sequence, spaceId }: Entry): string =>
  Buffer.from(JSON.stringify([spaceId, recycledAt ?? 0, sequence])).toString("base64url")

/** The place behind which a page begins; `undefined` for a marker that this space's bin did not give. */
const placeOf = (space: SpaceRules, marker: string): readonly [recycledAt: number, sequence: number] | undefined => {
  const [, spaceId, recycledAt, sequence] =
    /^\["(.*)",(\d+),(\d+)\]$/.exec(Buffer.from(marker, "base64url").toString()) ?? []
  return spaceId === space.spaceId ? [Number(recycledAt), Number(sequence)] : undefined
}

/**
 * One page of the bin, the last recycled first. The marker names the last entry of the page before, so that nothing is
 * skipped when that is no longer there.
 */
export const list = (
  catalogue: Catalogue,
  space: SpaceRules,
  page: { readonly limit: number; readonly marker: string | undefined }
): Effect.Effect<{ readonly items: ReadonlyArray<Entry>; readonly next: string | undefined }, Refusal> =>
  Effect.suspend(() => {
    const after = page.marker === undefined ? undefined : placeOf(space, page.marker)
    if (page.marker !== undefined && after === undefined) {
      return Effect.fail(invalidParameter("marker", "is no marker of this space"))
    }
    const entries = catalogue.index.recycledIn(space.spaceId)
      .flatMap((fileId) => catalogue.entry(space.spaceId, fileId) ?? [])
      .filter((entry) => {
        if (after === undefined) return true
        const at = entry.recycledAt ?? 0
        return at < after[0] || (at === after[0] && entry.sequence < after[1])
      })
      .sort(newestFirst)
    const items = entries.slice(0, page.limit)
    const last = items.at(-1)
    return Effect.succeed({ items, next: entries.length > items.length && last ? markerOf(last) : undefined })
  })
