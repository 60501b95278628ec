/**
 * The ways in which entries are found: by folder, by name in a folder, by asset, by stored object, by hash.
 */
import type { Entry } from "./CatalogueEntry.js"
import { isAvailable } from "./CatalogueEntry.js"

const keyOf = (...parts: ReadonlyArray<string | number>): string => parts.join("\n")

/** Sets by key that vanish when they are empty. */
class Groups {
  private readonly groups = new Map<string, Set<string>>()

  add(key: string, fileId: string): void {
    const group = this.groups.get(key)
    if (group === undefined) this.groups.set(key, new Set([fileId]))
    else group.add(fileId)
  }

  remove(key: string, fileId: string): void {
    const group = this.groups.get(key)
    group?.delete(fileId)
    if (group?.size === 0) this.groups.delete(key)
  }

  in(key: string): ReadonlyArray<string> {
    return [...this.groups.get(key) ?? []]
  }
}

/**
 * Follows every change of the entries. All lookups give file ids in the order in which they came.
 */
export class EntryIndex {
  private readonly children = new Groups()
  private readonly names = new Groups()
  private readonly objects = new Groups()
  private readonly hashes = new Groups()
  private readonly preHashes = new Groups()
  private readonly recycled = new Groups()
  private readonly assets = new Map<string, string>()
  private readonly withAssets = new Groups()
  private readonly bytes = new Map<string, number>()
  private readonly versions = new Map<string, number>()
  constructor(
    /** Files whose bytes are still to come are seen too. */
    private readonly listAnnounced: boolean
  ) {}

  /** The highest sequence number seen. */
  lastSequence = 0

  /** In lists, and in the way of others of its name. */
  isListed(entry: Entry): boolean {
    return isAvailable(entry) || (this.listAnnounced && entry.recycledAt === undefined)
  }

  update(before: Entry | undefined, after: Entry | undefined): void {
    if (before !== undefined) this.take(before)
    if (after !== undefined) this.put(after)
  }

  /** All entries of a folder, also those that cannot be seen. */
  childrenOf(spaceId: string, parentFileId: string): ReadonlyArray<string> {
    return this.children.in(keyOf(spaceId, parentFileId))
  }

  /** The entries of this name that can be seen. */
  named(spaceId: string, parentFileId: string, name: string): ReadonlyArray<string> {
    return this.names.in(keyOf(spaceId, parentFileId, name))
  }

  /** The files that have or are promised this object. */
  holdersOf(spaceId: string, objectKey: string): ReadonlyArray<string> {
    return this.objects.in(keyOf(spaceId, objectKey))
  }

  withHash(spaceId: string, contentHash: string, size: number): ReadonlyArray<string> {
    return this.hashes.in(keyOf(spaceId, contentHash, size))
  }

  withPreHash(spaceId: string, preHash: string, size: number): ReadonlyArray<string> {
    return this.preHashes.in(keyOf(spaceId, preHash, size))
  }

  /** What was put into the recycle bin, without what went there together with its folder. */
  recycledIn(spaceId: string): ReadonlyArray<string> {
    return this.recycled.in(spaceId)
  }

  ofAsset(assetId: string): string | undefined {
    return this.assets.get(assetId)
  }

  /** The files of this space that have an asset. */
  withAsset(spaceId: string): ReadonlyArray<string> {
    return this.withAssets.in(spaceId)
  }

  /** Bytes of all files that are there, the recycle bin included. */
  usedBytes(spaceId: string): number {
    return this.bytes.get(spaceId) ?? 0
  }

  /** Counts up with every change in a folder. */
  versionOf(spaceId: string, parentFileId: string): number {
    return this.versions.get(keyOf(spaceId, parentFileId)) ?? 0
  }

  private take(entry: Entry): void {
    this.each(entry, (groups, key) => groups.remove(key, entry.fileId), -1)
    if (entry.asset !== undefined && this.assets.get(entry.asset.assetId) === entry.fileId) {
      this.assets.delete(entry.asset.assetId)
    }
  }

  private put(entry: Entry): void {
    this.each(entry, (groups, key) => groups.add(key, entry.fileId), 1)
    if (entry.asset !== undefined) this.assets.set(entry.asset.assetId, entry.fileId)
    this.lastSequence = Math.max(this.lastSequence, entry.sequence)
  }

  private each(entry: Entry, change: (groups: Groups, key: string) => void, sign: 1 | -1): void {
    const { content, spaceId } = entry
    const folder = keyOf(spaceId, entry.parentFileId)
    change(this.children, folder)
    if (entry.asset !== undefined) change(this.withAssets, spaceId)
    this.versions.set(folder, (this.versions.get(folder) ?? 0) + 1)
    if (this.isListed(entry)) change(this.names, keyOf(spaceId, entry.parentFileId, entry.name))
    if (entry.recycledAt !== undefined && entry.recycledWith === undefined) change(this.recycled, spaceId)
    for (const { objectKey } of contentsOf(entry)) change(this.objects, keyOf(spaceId, objectKey))
    if (content === undefined) return
    if (content.contentHash !== undefined) {
      change(this.hashes, keyOf(spaceId, content.contentHash, content.size))
    }
    if (content.preHash !== undefined) change(this.preHashes, keyOf(spaceId, content.preHash, content.size))
    this.bytes.set(spaceId, this.usedBytes(spaceId) + sign * content.size)
  }
}

/**
 * What the file holds and what it waits for.
 */
export const contentsOf = (entry: Entry) => [
  ...entry.content === undefined ? [] : [entry.content],
  ...entry.pending.map((pending) => pending.content)
]
