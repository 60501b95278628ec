/**
 * The end of an upload as the service sees it: the bytes are looked for, and the file becomes visible.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { BlobWriteError } from "../blobs/BlobErrors.js"
import type { StateStoreError } from "../state/StateStore.js"
import type { Catalogue } from "./Catalogue.js"
import { undivided } from "./Catalogue.js"
import type { Content, Entry, PendingContent } from "./CatalogueEntry.js"
import { checkRoom } from "./CatalogueUploads.js"
import { place } from "./NameConflicts.js"
import type { Refusal } from "./Refusal.js"
import { fileNotFound } from "./Refusal.js"
import type { SpaceRules } from "./SpaceRules.js"

/** Whether the promised bytes lie where they should: their number, and their SHA-1 where the store knows it. */
const hasArrived = (
  catalogue: Catalogue,
  space: SpaceRules,
  content: Content
): Effect.Effect<boolean, BlobWriteError> =>
  Effect.gen(function*() {
    const bucket = yield* catalogue.objects.of(space)
    const blob = yield* bucket.head(content.objectKey)
    const sha1 = blob.digests.sha1?.toUpperCase()
    const differs = sha1 !== undefined && content.contentHash !== undefined && sha1 !== content.contentHash
    return blob.size === content.size && !differs
  }).pipe(Effect.catchTag("BlobNotFound", () => Effect.succeed(false)))

/** The newest announcement whose bytes are there. */
const newestArrived = Effect.fnUntraced(function*(
  catalogue: Catalogue,
  space: SpaceRules,
  entry: Entry
): Effect.fn.Return<PendingContent | undefined, BlobWriteError> {
  for (const pending of [...entry.pending].reverse()) {
    if (yield* hasArrived(catalogue, space, pending.content)) return pending
  }
  return undefined
})

/** The name may have been taken while the bytes were under way: the entry under its name, and what it replaces. */
const settleName = (
  catalogue: Catalogue,
  entry: Entry,
  pending: PendingContent
): Effect.Effect<{ readonly name: string; readonly replaced?: Entry }, Refusal> =>
  entry.content !== undefined
    ? Effect.succeed({ name: entry.name })
    : Effect.map(
      place(catalogue, { ...entry, mode: pending.checkNameMode, except: entry.fileId }),
      (placement) =>
        placement._tag === "Free" ? { name: placement.name } : { name: entry.name, replaced: placement.entry }
    )

/** Makes the announced bytes the file's own. Announcements that came later may still come true. */
const take = (
  catalogue: Catalogue,
  space: SpaceRules,
  fileId: string,
  pending: PendingContent
): Effect.Effect<void, Refusal | StateStoreError> =>
  undivided(Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const before = catalogue.entry(space.spaceId, fileId)
    if (before === undefined) return yield* fileNotFound(fileId)
    // Another confirmation of the same file may have taken it while its bytes were looked for.
    if (!before.pending.includes(pending)) return
    yield* catalogue.parent(space.spaceId, before.parentFileId)
    yield* checkRoom(catalogue, space, pending.content.size, before.content?.size)
    const { name, replaced } = yield* settleName(catalogue, before, pending)
    const after: Entry = {
      ...before,
      name,
      content: pending.content,
      pending: before.pending.slice(before.pending.indexOf(pending) + 1),
      updatedAt: now
    }
    yield* catalogue.change(space, [{ before, after }, ...replaced === undefined ? [] : [{ before: replaced }]])
  }))

const confirm = Effect.fnUntraced(function*(
  catalogue: Catalogue,
  space: SpaceRules,
  fileId: string
): Effect.fn.Return<void, Refusal | StateStoreError | BlobWriteError> {
  const entry = catalogue.entry(space.spaceId, fileId)
  if (entry === undefined || entry.type === "folder") return yield* fileNotFound(fileId)
  const arrived = yield* newestArrived(catalogue, space, entry)
  if (arrived !== undefined) return yield* take(catalogue, space, fileId, arrived)
  // A confirmation may be repeated when its answer was lost, so a file that waits for nothing is fine.
  if (entry.content === undefined || entry.pending.length > 0) {
    return yield* fileNotFound(`${fileId} with the bytes that were promised`)
  }
})

/**
 * Confirms uploads, each by itself, and gives the ids of those that are not there as promised.
 */
export const confirmUploads = (
  catalogue: Catalogue,
  space: SpaceRules,
  fileIds: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<string>, StateStoreError | BlobWriteError> =>
  Effect.map(
    Effect.forEach(
      fileIds,
      (fileId) =>
        Effect.matchEffect(confirm(catalogue, space, fileId), {
          onSuccess: () => Effect.succeed([]),
          onFailure: (error) =>
            error._tag === "Refusal"
              ? Effect.as(Effect.logDebug(`an upload was not confirmed: ${error.message}`), [fileId])
              : Effect.fail(error)
        }),
      { concurrency: 8 }
    ),
    (failed) => failed.flat()
  )
