/**
 * Assets, by space: each is about one file, or about none yet. What belongs to the file (name, bytes, status) stays with
 * the file; the rows here hold the rest.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Catalogue } from "../catalogue/Catalogue.js"
import { undivided } from "../catalogue/Catalogue.js"
import type { Entry } from "../catalogue/CatalogueEntry.js"
import { isAvailable } from "../catalogue/CatalogueEntry.js"
import * as Changes from "../catalogue/Changes.js"
import { newId } from "../catalogue/Identifiers.js"
import * as RecycleBin from "../catalogue/RecycleBin.js"
import { fileNotFound, Refusal } from "../catalogue/Refusal.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import type { Database } from "../state/Database.js"
import { Collection } from "../state/Database.js"
import type { StateStoreError } from "../state/StateStore.js"
import type { AssetFolders } from "./AssetFolders.js"

/**
 * What is kept of an asset beside its file. Only one without a file has a `name` and a `status` here; times are epoch
 * milliseconds.
 */
export const AssetRow = Schema.Struct({
  assetId: Schema.NonEmptyString,
  spaceId: Schema.NonEmptyString,
  name: Schema.optional(Schema.NonEmptyString),
  status: Schema.optional(Schema.Int),
  starred: Schema.Boolean,
  rawAction: Schema.optional(Schema.Union(Schema.String, Schema.Number)),
  folderId: Schema.optional(Schema.NonEmptyString),
  createdAt: Schema.Number
})

export type AssetRow = typeof AssetRow.Type

/**
 * An asset as the calls see it; `entry` is its file.
 */
export interface Asset extends AssetRow {
  readonly entry: Entry | undefined
}

export interface AssetChange {
  readonly name?: string | undefined
  readonly status?: number | undefined
  readonly starred?: boolean | undefined
  readonly rawAction?: string | number | undefined
  /** `null` takes it out of its folder. */
  readonly folderId?: string | null | undefined
  readonly fileId?: string | undefined
}

/**
 * The rows, before there is a database to keep them.
 */
export const makeRows = () => ({ assets: new Collection("assets", AssetRow) })

type Failure = Refusal | StateStoreError

const notFound = (assetId: string): Refusal =>
  new Refusal({ code: "NotFound.Asset", status: 404, message: `no asset ${assetId}` })

/** A row without what only assets without a file have. */
const ofFile = ({ name: _name, status: _status, ...row }: AssetRow): AssetRow => row

export class Assets {
  constructor(
    private readonly rows: ReturnType<typeof makeRows>,
    private readonly database: Database,
    private readonly catalogue: Catalogue,
    private readonly folders: AssetFolders
  ) {}

  /** An asset that is there: not in the recycle bin, not waiting for its first bytes. */
  find(space: SpaceRules, assetId: string): Effect.Effect<Asset, Refusal> {
    return Effect.suspend(() => {
      const asset = this.look(space, assetId)
      return asset === undefined || (asset.entry !== undefined && !isAvailable(asset.entry))
        ? notFound(assetId)
        : Effect.succeed(asset)
    })
  }

  fileOf(space: SpaceRules, assetId: string): Effect.Effect<Entry, Refusal> {
    return Effect.flatMap(
      this.find(space, assetId),
      ({ entry }) => entry === undefined ? fileNotFound(`of asset ${assetId}`) : Effect.succeed(entry)
    )
  }

  /** The assets whose files are there and whose status is 1, the newest first. */
  list(
    space: SpaceRules,
    wanted: { readonly folderId?: string | undefined; readonly starred?: boolean | undefined }
  ): ReadonlyArray<Asset> {
    const ofFiles = this.catalogue.index.withAsset(space.spaceId)
      .flatMap((fileId) => this.catalogue.entry(space.spaceId, fileId)?.asset?.assetId ?? [])
    const others = [...this.rows.assets.rows.values()].filter((row) => row.name !== undefined).map((row) => row.assetId)
    return [...ofFiles, ...others]
      .flatMap((assetId) => this.look(space, assetId) ?? [])
      .filter(({ entry, status }) => status === 1 && (entry === undefined || isAvailable(entry)))
      .filter(({ folderId }) => wanted.folderId === undefined || folderId === wanted.folderId)
      .filter(({ starred }) => wanted.starred === undefined || starred === wanted.starred)
      .sort((one, other) =>
        other.createdAt - one.createdAt || (other.entry?.sequence ?? 0) - (one.entry?.sequence ?? 0)
      )
  }

  /** Of a file that has an asset already it is that one. */
  create(space: SpaceRules, wanted: AssetChange): Effect.Effect<Asset, Failure> {
    return undivided(Effect.gen(this, function*() {
      const createdAt = yield* Clock.currentTimeMillis
      const entry = wanted.fileId === undefined ? undefined : yield* this.file(space, wanted.fileId)
      const assetId = entry?.asset?.assetId ?? newId()
      const row: AssetRow = this.rows.assets.get(assetId) ??
        { assetId, spaceId: space.spaceId, starred: false, createdAt, ...entry === undefined ? { status: 1 } : {} }
      return yield* this.write(space, row, entry, { status: 1, ...wanted })
    }))
  }

  change(space: SpaceRules, assetId: string, change: AssetChange): Effect.Effect<Asset, Failure> {
    return undivided(Effect.gen(this, function*() {
      const asset = this.look(space, assetId)
      if (asset === undefined) return yield* notFound(assetId)
      const { entry: before, ...row } = asset
      const entry = change.fileId === undefined ? before : yield* this.file(space, change.fileId)
      if (before !== undefined && entry !== before) {
        return yield* new Refusal({ code: "AlreadyExist.AssetFile", status: 409, message: "the asset has a file" })
      }
      return yield* this.write(space, row, entry, change)
    }))
  }

  /** All or none: an id that is not there leaves the others alone. Their files go to the recycle bin. */
  recycle(space: SpaceRules, assetIds: ReadonlyArray<string>): Effect.Effect<void, Failure> {
    return Effect.flatMap(
      Effect.forEach(assetIds, (assetId) => this.find(space, assetId)),
      Effect.forEach(({ assetId, entry }) =>
        entry === undefined
          ? this.database.commit([this.rows.assets.remove(assetId)])
          : RecycleBin.recycle(this.catalogue, space, entry.fileId), { discard: true })
    )
  }

  private look(space: SpaceRules, assetId: string): Asset | undefined {
    const fileId = this.catalogue.index.ofAsset(assetId)
    const entry = fileId === undefined ? undefined : this.catalogue.entry(space.spaceId, fileId)
    const row = this.rows.assets.get(assetId)
    const hasFolder = row?.folderId !== undefined && this.folders.has(space, row.folderId)
    const { folderId, ...rest } = row ?? { folderId: undefined, assetId, starred: false }
    if (entry !== undefined) {
      return {
        ...rest,
        ...hasFolder ? { folderId } : {},
        spaceId: entry.spaceId,
        name: entry.name,
        status: entry.asset?.status ?? 0,
        createdAt: entry.createdAt,
        entry
      }
    }
    // A row without a name is about a file that is gone.
    return row?.name === undefined || row.spaceId !== space.spaceId
      ? undefined
      : { ...row, folderId: hasFolder ? folderId : undefined, entry: undefined }
  }

  private file(space: SpaceRules, fileId: string): Effect.Effect<Entry, Refusal> {
    return Effect.filterOrFail(
      this.catalogue.find(space.spaceId, fileId),
      (entry) => entry.type === "file",
      () => fileNotFound(`${fileId}: folders are no assets`)
    )
  }

  private write(space: SpaceRules, row: AssetRow, entry: Entry | undefined, change: AssetChange) {
    return Effect.gen(this, function*() {
      const { folderId, name, rawAction, starred, status } = change
      if (typeof folderId === "string") yield* this.folders.find(space, folderId)
      const { folderId: _before, ...rest } = row
      const kept = folderId === undefined ? row.folderId : folderId ?? undefined
      const after: AssetRow = {
        ...rest,
        ...kept === undefined ? {} : { folderId: kept },
        ...rawAction === undefined ? {} : { rawAction },
        starred: starred ?? row.starred,
        ...name === undefined ? {} : { name },
        ...status === undefined ? {} : { status }
      }
      if (entry === undefined) {
        yield* this.database.commit([this.rows.assets.put(row.assetId, after)])
      } else {
        const asset = { assetId: row.assetId, status: status ?? entry.asset?.status ?? 1 }
        // Most assets are a file and nothing else; they need no row.
        const isPlain = !this.rows.assets.rows.has(row.assetId) && [folderId, rawAction, starred].every((one) => !one)
        const along = isPlain ? [] : [this.rows.assets.put(row.assetId, ofFile(after))]
        yield* this.catalogue.change(space, [{ before: entry, after: { ...entry, asset } }], along)
        if (name !== undefined && name !== entry.name) {
          yield* Changes.rename(this.catalogue, space, { fileId: entry.fileId, name, mode: "ignore" })
        }
      }
      return this.look(space, row.assetId) ?? (yield* notFound(row.assetId))
    })
  }
}
