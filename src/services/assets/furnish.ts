/**
 * What becomes of the asset of a file that was stored. It is the last step of an upload, so that an upload that is gone on with
 * in another run of the program comes to the same end.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { AssetWish } from "../../domain/Asset.js"
import { AssetFromWire } from "../../domain/Asset.js"
import { UnsupportedOperation } from "../../domain/errors/InputErrors.js"
import type { AssetId, SpaceId } from "../../domain/Ids.js"
import type { UploadResult } from "../../domain/UploadSnapshot.js"
import { DriveApi } from "../DriveApi.js"
import * as AssetCalls from "./AssetCalls.js"

const pathOf = (assetId: string): string => `/${encodeURIComponent(assetId)}`

const change = (
  send: AssetCalls.AssetCalls["send"],
  spaceId: SpaceId,
  assetId: string,
  body: Readonly<Record<string, unknown>>
) =>
  send(spaceId, {
    operation: "Assets.update",
    method: "PUT",
    at: pathOf(assetId),
    body,
    response: Schema.Unknown,
    repeatable: true
  })

/** On oss and s3 the file comes with an asset; on pds it is made now, and once: a file that has one keeps it. */
const furnished = Effect.fnUntraced(function*(spaceId: SpaceId, wish: AssetWish, result: UploadResult) {
  const { send } = yield* AssetCalls.make
  const { folderId, rawAction } = wish
  if (wish.assetId !== undefined) {
    yield* change(send, spaceId, wish.assetId, { file_id: result.fileId })
    // The id is the asset's own, as the caller named it.
    return { ...result, assetId: wish.assetId as AssetId }
  }
  const { assetId } = result
  if (assetId === undefined) {
    const asset = yield* send(spaceId, {
      operation: "Assets.create",
      method: "POST",
      at: "",
      fileId: result.fileId,
      body: { file_id: result.fileId, folder_id: folderId, raw_action: rawAction },
      response: AssetFromWire
    })
    return { ...result, assetId: asset.assetId }
  }
  if (folderId !== undefined) yield* change(send, spaceId, assetId, { folder_id: folderId })
  if (rawAction !== undefined) {
    yield* send(spaceId, {
      operation: "Assets.setPermission",
      method: "PUT",
      at: `${pathOf(assetId)}/permission`,
      body: { raw_action: rawAction },
      response: Schema.Unknown,
      repeatable: true
    })
  }
  return result
})

/**
 * Assets go by the product API; a program that composed its uploads without one has none.
 */
export const furnishAsset = Effect.fnUntraced(function*(spaceId: SpaceId, wish: AssetWish, result: UploadResult) {
  const api = yield* Effect.serviceOption(DriveApi)
  if (Option.isNone(api)) {
    return yield* new UnsupportedOperation({ operation: "Assets.create", message: "assets need the product API" })
  }
  return yield* Effect.provideService(furnished(spaceId, wish, result), DriveApi, api.value)
})
