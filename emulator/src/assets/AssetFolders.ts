/**
 * Folders of assets, by space. Names are free: two folders may have the same one.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { newId } from "../catalogue/Identifiers.js"
import { Refusal } from "../catalogue/Refusal.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import type { Database } from "../state/Database.js"
import { Collection } from "../state/Database.js"
import type { StateStoreError } from "../state/StateStore.js"

export const AssetFolder = Schema.Struct({
  folderId: Schema.NonEmptyString,
  spaceId: Schema.NonEmptyString,
  name: Schema.NonEmptyString,
  pinned: Schema.Boolean
})

export type AssetFolder = typeof AssetFolder.Type

/**
 * The rows, before there is a database to keep them.
 */
export const makeRows = () => ({ assetFolders: new Collection("assetFolders", AssetFolder) })

type Failure = Refusal | StateStoreError

export class AssetFolders {
  constructor(
    private readonly rows: ReturnType<typeof makeRows>,
    private readonly database: Database
  ) {}

  /** All folders of a space, pinned ones first, then as they were made. */
  list(space: SpaceRules): ReadonlyArray<AssetFolder> {
    return [...this.rows.assetFolders.rows.values()]
      .filter((folder) => folder.spaceId === space.spaceId)
      .sort((one, other) => Number(other.pinned) - Number(one.pinned))
  }

  create(space: SpaceRules, name: string): Effect.Effect<AssetFolder, StateStoreError> {
    return Effect.suspend(() => {
      const folder: AssetFolder = { folderId: newId(), spaceId: space.spaceId, name, pinned: false }
      return Effect.as(this.database.commit([this.rows.assetFolders.put(folder.folderId, folder)]), folder)
    })
  }

  change(
    space: SpaceRules,
    folderId: string,
    change: Partial<Pick<AssetFolder, "name" | "pinned">>
  ): Effect.Effect<AssetFolder, Failure> {
    return Effect.flatMap(this.find(space, folderId), (folder) => {
      const after = { ...folder, ...change }
      return Effect.as(this.database.commit([this.rows.assetFolders.put(folderId, after)]), after)
    })
  }

  /** All or none: an id that is not there leaves the others alone. */
  remove(space: SpaceRules, folderIds: ReadonlyArray<string>): Effect.Effect<void, Failure> {
    return Effect.flatMap(
      Effect.forEach(folderIds, (folderId) => this.find(space, folderId)),
      (folders) => this.database.commit(folders.map(({ folderId }) => this.rows.assetFolders.remove(folderId)))
    )
  }

  has(space: SpaceRules, folderId: string): boolean {
    return this.rows.assetFolders.get(folderId)?.spaceId === space.spaceId
  }

  find(space: SpaceRules, folderId: string): Effect.Effect<AssetFolder, Refusal> {
    return Effect.suspend(() => {
      const folder = this.rows.assetFolders.get(folderId)
      return folder?.spaceId === space.spaceId
        ? Effect.succeed(folder)
        : new Refusal({ code: "NotFound.AssetFolder", status: 404, message: `no asset folder ${folderId}` })
    })
  }
}
