/**
 * The requests that make and change assets. A caller makes them, and so does the end of an upload that an asset waits for.
 */
import * as Schema from "effect/Schema"
import type { RawAction } from "../../domain/Asset.js"
import { AssetFromWire } from "../../domain/Asset.js"
import type { SpaceId } from "../../domain/Ids.js"
import type { AssetCalls } from "./AssetCalls.js"

/**
 * What follows `/asset` in the path of one asset.
 */
export const pathOf = (assetId: string): string => `/${encodeURIComponent(assetId)}`

/**
 * Not `repeatable`: each call makes another asset.
 */
export const create = (
  send: AssetCalls["send"],
  spaceId: SpaceId,
  asset: {
    readonly name?: string | undefined
    readonly fileId?: string | undefined
    readonly folderId?: string | undefined
    readonly rawAction?: RawAction | undefined
  }
) =>
  send(spaceId, {
    operation: "Assets.create",
    method: "POST",
    at: "",
    fileId: asset.fileId,
    body: { file_id: asset.fileId, name: asset.name, folder_id: asset.folderId, raw_action: asset.rawAction },
    response: AssetFromWire
  })

/**
 * Changes what `fields` name, by the service's own names; all else stays.
 */
export const update = (
  send: AssetCalls["send"],
  spaceId: SpaceId,
  assetId: string,
  fields: Readonly<Record<string, unknown>>
) =>
  send(spaceId, {
    operation: "Assets.update",
    method: "PUT",
    at: pathOf(assetId),
    body: fields,
    response: Schema.Unknown,
    repeatable: true
  })

export const setPermission = (send: AssetCalls["send"], spaceId: SpaceId, assetId: string, rawAction: RawAction) =>
  send(spaceId, {
    operation: "Assets.setPermission",
    method: "PUT",
    at: `${pathOf(assetId)}/permission`,
    body: { raw_action: rawAction },
    response: Schema.Unknown,
    repeatable: true
  })
