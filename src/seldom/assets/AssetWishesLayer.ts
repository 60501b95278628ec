/**
 * What becomes of the asset of a file that was stored. It is the last step of an upload, so that an upload that is resumed
 * in another run of the program comes to the same end.
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { AssetWish } from "../../domain/Asset.js"
import { UnsupportedOperation } from "../../domain/errors/InputErrors.js"
import type { AssetId, SpaceId } from "../../domain/Ids.js"
import type { UploadResult } from "../../domain/UploadSnapshot.js"
import { DriveApi } from "../../services/DriveApi.js"
import { layerOf } from "../../services/inOrder.js"
import { Spaces } from "../../services/Spaces.js"
import { AssetWishes } from "../../services/uploads/AssetWishes.js"
import * as AssetCalls from "./AssetCalls.js"
import * as Requests from "./AssetRequests.js"

/** On oss and s3 the file comes with an asset; on pds it is made now, and once: a file that has one keeps it. */
const finishAsset = Effect.fnUntraced(function*(spaceId: SpaceId, wish: AssetWish, result: UploadResult) {
  const { send } = yield* AssetCalls.make
  const { folderId, rawAction } = wish
  if (wish.assetId !== undefined) {
    yield* Requests.update(send, spaceId, wish.assetId, { file_id: result.fileId })
    // The id is the asset's own, as the caller named it.
    return { ...result, assetId: wish.assetId as AssetId }
  }
  const { assetId } = result
  if (assetId === undefined) {
    const asset = yield* Requests.create(send, spaceId, { fileId: result.fileId, folderId, rawAction })
    return { ...result, assetId: asset.assetId }
  }
  if (folderId !== undefined) yield* Requests.update(send, spaceId, assetId, { folder_id: folderId })
  if (rawAction !== undefined) yield* Requests.setPermission(send, spaceId, assetId, rawAction)
  return result
})

/**
 * Assets go by the product API; a program that composed its uploads without one has none.
 */
export const make: Effect.Effect<AssetWishes.Service, never, Spaces> = Effect.gen(function*() {
  const api = yield* Effect.serviceOption(DriveApi)
  const spaces = yield* Spaces
  return {
    fulfil: (spaceId, wish, result) =>
      Option.isSome(api)
        ? finishAsset(spaceId, wish, result).pipe(
          Effect.provideService(DriveApi, api.value),
          Effect.provideService(Spaces, spaces)
        )
        : new UnsupportedOperation({ operation: "Assets.create", message: "assets need the product API" })
  }
})

export const layer: Layer.Layer<AssetWishes, never, Spaces> = layerOf(AssetWishes, make)
