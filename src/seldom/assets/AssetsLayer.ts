/**
 * The service of assets, put together.
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { Asset } from "../../domain/Asset.js"
import { AssetFromWire, AssetList, pageOf } from "../../domain/Asset.js"
import * as AssetInput from "../../domain/AssetInput.js"
import { defaultPageSize } from "../../domain/Constants.js"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import * as FieldNames from "../../domain/FieldNames.js"
import * as FileIdInput from "../../domain/FileIdInput.js"
import * as FileName from "../../domain/FileName.js"
import type { SpaceId } from "../../domain/Ids.js"
import * as Positive from "../../domain/Positive.js"
import * as Shape from "../../domain/Shape.js"
import { expiryOfSignedUrl } from "../../domain/SignedUrl.js"
import { DriveFileFromWire } from "../../domain/WireFile.js"
import type { AssetError, CreateAsset, CreateAssetFile, UpdateAsset, UpdateAssetFile } from "../../services/Assets.js"
import { Assets } from "../../services/Assets.js"
import type { DownloadAddress } from "../../services/Downloads.js"
import type { DriveApi } from "../../services/DriveApi.js"
import { DriveConfig } from "../../services/DriveConfig.js"
import { layerOf } from "../../services/inOrder.js"
import type { InSpace, Spaces } from "../../services/Spaces.js"
import type { Upload, Uploads } from "../../services/Uploads.js"
import type { UploadSources } from "../../services/UploadSource.js"
import * as AssetCalls from "./AssetCalls.js"
import * as AssetContents from "./AssetContents.js"
import * as Requests from "./AssetRequests.js"
import { pathOf } from "./AssetRequests.js"

const addressText = Schema.NonEmptyString.annotations({ message: () => ({ message: "an address", override: true }) })

/**
 * `url` mirrors `download_url`; either will do.
 */
export const Address = Schema.Union(Schema.Struct({ download_url: addressText }), Schema.Struct({ url: addressText }))

/**
 * The address, with the end that its signature names.
 */
export const addressOf = (answer: typeof Address.Type): DownloadAddress => {
  const text = "url" in answer ? answer.url : answer.download_url
  const url = Redacted.make(text)
  return { downloadUrl: url, url, expiresAt: expiryOfSignedUrl(text) }
}

const fields = {
  create: ["name", "fileId", "folderId", "rawAction", "file"],
  createFile: [...AssetContents.fields, "parentFileId", "path", "folderId", "rawAction"],
  update: ["assetId", "name", "folderId", "status", "file"],
  updateFile: [...AssetContents.fields, "assetId", "folderId", "status"]
}

const folderGiven = (folderId: string | null | undefined) =>
  AssetInput.whereGiven(folderId ?? undefined, (id) => FileIdInput.makeId(id, "folderId"))

const statusGiven = (status: number | undefined) =>
  AssetInput.whereGiven(status, (value) =>
    Number.isSafeInteger(value)
      ? Either.right(value)
      : Either.left(new InvalidInput({ field: "status", message: "status must be an integer" })))

/**
 * Everything here goes by the product API; only the bytes of an asset go by the space's storage, like any upload.
 */
export const make: Effect.Effect<
  Assets.Service,
  never,
  DriveApi | DriveConfig | Spaces | Uploads | UploadSources
> = Effect.gen(function*() {
  const { send, spaceOf } = yield* AssetCalls.make
  const contents = yield* AssetContents.make((yield* DriveConfig).assets.sizeLimit)

  const createPlain = Effect.fn("Assets.create")(function*(asset: CreateAsset, options: InSpace | undefined) {
    yield* FieldNames.only("asset", asset, fields.create)
    const spaceId = yield* spaceOf(options)
    if (asset.name === undefined && asset.fileId === undefined) {
      return yield* new InvalidInput({ field: "file", message: "name, fileId or file required" })
    }
    yield* AssetInput.whereGiven(asset.name, (name) => FileName.make(name))
    yield* AssetInput.whereGiven(asset.fileId, (id) => FileIdInput.changeable(id, "an asset"))
    yield* folderGiven(asset.folderId)
    yield* AssetInput.whereGiven(asset.rawAction, (action) => AssetInput.rawAction(action))
    return yield* Requests.create(send, spaceId, asset)
  })

  const createWithFile = Effect.fn("Assets.create")(function*(asset: CreateAssetFile, options: InSpace | undefined) {
    yield* FieldNames.only("asset", asset, fields.createFile)
    const spaceId = yield* spaceOf(options)
    yield* AssetContents.check(asset)
    yield* AssetInput.whereGiven(asset.parentFileId, (id) => FileIdInput.make(id, "parentFileId"))
    yield* folderGiven(asset.folderId)
    yield* AssetInput.whereGiven(asset.rawAction, (action) => AssetInput.rawAction(action))
    const { folderId, rawAction, ...request } = asset
    return yield* contents.start({ ...request, asset: { folderId, rawAction } }, spaceId)
  })

  const checkUpdate = (
    asset: UpdateAsset | UpdateAssetFile,
    names: ReadonlyArray<string>
  ): Either.Either<string, InvalidInput> =>
    Either.gen(function*() {
      yield* FieldNames.only("asset", asset, names)
      const assetId = yield* AssetInput.assetId(asset.assetId)
      yield* AssetInput.whereGiven(asset.name, (name) => FileName.make(name))
      yield* folderGiven(asset.folderId)
      yield* statusGiven(asset.status)
      return assetId
    })

  const updatePlain = Effect.fn("Assets.update")(function*(asset: UpdateAsset, options: InSpace | undefined) {
    const spaceId = yield* spaceOf(options)
    const assetId = yield* checkUpdate(asset, fields.update)
    const { folderId, name, status } = asset
    if (name === undefined && folderId === undefined && status === undefined) {
      return yield* new InvalidInput({
        field: "asset",
        message: "nothing to update: name, folderId, status or file required"
      })
    }
    yield* Requests.update(send, spaceId, assetId, { name, folder_id: folderId, status })
  })

  const fileOf = (spaceId: SpaceId, assetId: string) =>
    send(spaceId, {
      operation: "Assets.file",
      method: "GET",
      at: `${pathOf(assetId)}/file`,
      response: DriveFileFromWire
    })

  const assetOf = (spaceId: SpaceId, assetId: string) =>
    send(spaceId, { operation: "Assets.get", method: "GET", at: pathOf(assetId), response: AssetFromWire })

  /** An asset that has no file yet gets this one; for others it is new content of the file that they have. */
  const updateWithFile = Effect.fn("Assets.update")(function*(asset: UpdateAssetFile, options: InSpace | undefined) {
    const spaceId = yield* spaceOf(options)
    const assetId = yield* checkUpdate(asset, fields.updateFile)
    yield* AssetContents.check(asset)
    const { assetId: _asset, folderId, status, ...request } = asset
    if (folderId !== undefined || status !== undefined) {
      yield* Requests.update(send, spaceId, assetId, { folder_id: folderId, status })
    }
    const known = yield* Effect.catchTag(fileOf(spaceId, assetId), "FileNotFound", () => Effect.succeed(undefined))
    if (known !== undefined) {
      return yield* contents.start({ ...request, name: asset.name ?? known.name, fileId: known.fileId }, spaceId)
    }
    const name = asset.name ?? (yield* assetOf(spaceId, assetId)).name
    return yield* contents.start({ ...request, name, asset: { assetId } }, spaceId)
  })

  function create(asset: CreateAssetFile, options?: InSpace): Effect.Effect<Upload, AssetError>
  function create(asset: CreateAsset, options?: InSpace): Effect.Effect<Asset, AssetError>
  function create(
    asset: CreateAsset | CreateAssetFile,
    options?: InSpace
  ): Effect.Effect<Asset | Upload, AssetError> {
    const isPlain = asset?.file === undefined
    return isPlain ? createPlain(asset, options) : createWithFile(asset, options)
  }

  function update(asset: UpdateAssetFile, options?: InSpace): Effect.Effect<Upload, AssetError>
  function update(asset: UpdateAsset, options?: InSpace): Effect.Effect<void, AssetError>
  function update(asset: UpdateAsset | UpdateAssetFile, options?: InSpace): Effect.Effect<Upload | void, AssetError> {
    const isPlain = asset?.file === undefined
    return isPlain ? updatePlain(asset, options) : updateWithFile(asset, options)
  }

  const list: Assets.Service["list"] = Effect.fn("Assets.list")(function*(query = {}, options) {
    const given = yield* Shape.record("query", query)
    yield* FieldNames.only("query", given, ["page", "pageSize", "folderId", "starred"])
    yield* Shape.optionalFlag("starred", query.starred)
    const spaceId = yield* spaceOf(options)
    const page = yield* Positive.integer("page", query.page ?? 1)
    const pageSize = yield* Positive.integer("pageSize", query.pageSize ?? defaultPageSize)
    const folderId = yield* folderGiven(query.folderId)
    const answer = yield* send(spaceId, {
      operation: "Assets.list",
      method: "POST",
      at: "/list",
      body: { page, page_size: pageSize, folder_id: folderId, starred: query.starred },
      response: AssetList,
      repeatable: true
    })
    return pageOf(answer, { page, pageSize })
  })

  const get: Assets.Service["get"] = Effect.fn("Assets.get")(function*(id, options) {
    const spaceId = yield* spaceOf(options)
    return yield* assetOf(spaceId, yield* AssetInput.assetId(id))
  })

  const file: Assets.Service["file"] = Effect.fn("Assets.file")(function*(id, options) {
    const spaceId = yield* spaceOf(options)
    return yield* fileOf(spaceId, yield* AssetInput.assetId(id))
  })

  const downloadUrl: Assets.Service["downloadUrl"] = Effect.fn("Assets.downloadUrl")(function*(id, options) {
    const spaceId = yield* spaceOf(options)
    const assetId = yield* AssetInput.assetId(id)
    const answer = yield* send(spaceId, {
      operation: "Assets.downloadUrl",
      method: "GET",
      at: `${pathOf(assetId)}/down-url`,
      response: Address
    })
    return addressOf(answer)
  })

  const recycle: Assets.Service["recycle"] = Effect.fn("Assets.recycle")(function*(ids, options) {
    const spaceId = yield* spaceOf(options)
    const assetIds = yield* AssetInput.assetIds(ids)
    yield* send(spaceId, {
      operation: "Assets.recycle",
      method: "POST",
      at: "/recycle",
      body: { asset_ids: assetIds },
      response: Schema.Unknown
    })
  })

  const star: Assets.Service["star"] = Effect.fn("Assets.star")(function*(wanted, options) {
    yield* FieldNames.only("asset", wanted, ["assetId", "starred"])
    const spaceId = yield* spaceOf(options)
    const assetId = yield* AssetInput.assetId(wanted.assetId)
    yield* Shape.optionalFlag("starred", wanted.starred)
    yield* send(spaceId, {
      operation: "Assets.star",
      method: "POST",
      at: "/star",
      body: { asset_id: assetId, starred: wanted.starred ?? true },
      response: Schema.Unknown,
      repeatable: true
    })
  })

  const setPermission: Assets.Service["setPermission"] = Effect.fn("Assets.setPermission")(function*(wanted, options) {
    yield* FieldNames.only("asset", wanted, ["assetId", "rawAction"])
    const spaceId = yield* spaceOf(options)
    const assetId = yield* AssetInput.assetId(wanted.assetId)
    yield* Requests.setPermission(send, spaceId, assetId, yield* AssetInput.rawAction(wanted.rawAction))
  })

  return { create, update, list, get, file, downloadUrl, recycle, star, setPermission }
})

export const layer: Layer.Layer<Assets, never, DriveApi | DriveConfig | Spaces | Uploads | UploadSources> = layerOf(
  Assets,
  make
)
