/**
 * The tree of files and folders of all spaces: lookups and the one way to change it. What the service's calls make of
 * it is in the files beside this one.
 */
import * as Effect from "effect/Effect"
import type { SpaceBuckets } from "../blobs/BlobStore.js"
import type { Database, Write } from "../state/Database.js"
import { Collection } from "../state/Database.js"
import type { StateStoreError } from "../state/StateStore.js"
import { Entry, isAvailable, rootId } from "./CatalogueEntry.js"
import { contentsOf, EntryIndex } from "./EntryIndex.js"
import type { Refusal } from "./Refusal.js"
import { fileNotFound, parentNotFound } from "./Refusal.js"
import type { SpaceRules } from "./SpaceRules.js"

/**
 * The rows and their indexes, before there is a database to keep them.
 */
export interface Entries {
  readonly rows: Collection<Entry, typeof Entry.Encoded>
  readonly index: EntryIndex
}

export const makeEntries = (listAnnounced: boolean): Entries => {
  const index = new EntryIndex(listAnnounced)
  return { rows: new Collection("entries", Entry, (before, after) => index.update(before, after)), index }
}

/**
 * An entry before and after a change; no `after` removes it.
 */
export interface EntryChange {
  readonly before?: Entry | undefined
  readonly after?: Entry | undefined
}

/**
 * Runs what looks at the catalogue and then changes it as one step: the fiber does not yield in between. What really
 * waits (bytes, the state store) belongs before it or at its end.
 */
export const undivided: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> = Effect
  .withMaxOpsBeforeYield(Number.MAX_SAFE_INTEGER)

export class Catalogue {
  constructor(
    private readonly entries: Entries,
    private readonly database: Database,
    readonly objects: SpaceBuckets
  ) {}

  get index(): EntryIndex {
    return this.entries.index
  }

  nextSequence(): number {
    return ++this.entries.index.lastSequence
  }

  /** Any entry of this space, seen or not. */
  entry(spaceId: string, fileId: string): Entry | undefined {
    const entry = this.entries.rows.get(fileId)
    return entry?.spaceId === spaceId ? entry : undefined
  }

  /** An entry that can be seen. */
  find(spaceId: string, fileId: string): Effect.Effect<Entry, Refusal> {
    return Effect.suspend(() => {
      const entry = this.entry(spaceId, fileId)
      return entry !== undefined && isAvailable(entry) ? Effect.succeed(entry) : Effect.fail(fileNotFound(fileId))
    })
  }

  /** An entry of a list, which may be announced only. */
  findListed(spaceId: string, fileId: string): Effect.Effect<Entry, Refusal> {
    return Effect.suspend(() => {
      const entry = this.entry(spaceId, fileId)
      return entry !== undefined && this.index.isListed(entry)
        ? Effect.succeed(entry)
        : Effect.fail(fileNotFound(fileId))
    })
  }

  isFolder(spaceId: string, fileId: string): boolean {
    if (fileId === rootId) return true
    const entry = this.entry(spaceId, fileId)
    return entry !== undefined && entry.type === "folder" && isAvailable(entry)
  }

  parent(spaceId: string, fileId: string): Effect.Effect<string, Refusal> {
    return Effect.suspend(() =>
      this.isFolder(spaceId, fileId) ? Effect.succeed(fileId) : Effect.fail(parentNotFound(fileId))
    )
  }

  childrenOf(spaceId: string, parentFileId: string): ReadonlyArray<Entry> {
    return this.index.childrenOf(spaceId, parentFileId).flatMap((fileId) => this.entry(spaceId, fileId) ?? [])
  }

  /** Everything in a space, seen or not. */
  entriesOf(spaceId: string): ReadonlyArray<Entry> {
    return [...this.entries.rows.rows.values()].filter((entry) => entry.spaceId === spaceId)
  }

  /** The oldest entry of this name that can be seen. */
  named(spaceId: string, parentFileId: string, name: string): Entry | undefined {
    const [fileId] = this.index.named(spaceId, parentFileId, name)
    return fileId === undefined ? undefined : this.entry(spaceId, fileId)
  }

  /** The path from the root, with a slash in front of each name; the root's is a slash. */
  pathOf(entry: Entry): string {
    const names: Array<string> = []
    for (let at: Entry | undefined = entry; at !== undefined; at = this.entry(at.spaceId, at.parentFileId)) {
      names.unshift(at.name)
    }
    return `/${names.join("/")}`
  }

  /** Makes the changes (and the writes that belong to them), all or none, and then drops the objects that nobody holds. */
  change(
    space: SpaceRules,
    changes: ReadonlyArray<EntryChange>,
    along: ReadonlyArray<Write> = []
  ): Effect.Effect<void, StateStoreError> {
    const writes = changes.flatMap(({ after, before }) => {
      if (after !== undefined) return [this.entries.rows.put(after.fileId, after)]
      return before === undefined ? [] : [this.entries.rows.remove(before.fileId)]
    })
    const released = changes.flatMap(({ before }) => before === undefined ? [] : contentsOf(before))
    return Effect.zipRight(
      this.database.commit([...writes, ...along]),
      Effect.forEach(new Set(released.map((content) => content.objectKey)), (key) => this.dropUnheld(space, key), {
        concurrency: 4,
        discard: true
      })
    )
  }

  private dropUnheld(space: SpaceRules, objectKey: string): Effect.Effect<void> {
    return Effect.suspend(() =>
      this.index.holdersOf(space.spaceId, objectKey).length > 0
        ? Effect.void
        : Effect.flatMap(this.objects.of(space), (bucket) => bucket.remove(objectKey)).pipe(
          Effect.catchAll((error) => Effect.logWarning(`an unused object was left behind: ${error.message}`)),
          Effect.asVoid
        )
    )
  }
}
