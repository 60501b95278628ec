/**
 * Assets (spec point 7). They are the product's own: spaces of every platform have them.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as Effect from "effect/Effect"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import * as Answers from "../wire/Answers.js"
import * as Wire from "../wire/AssetRequests.js"
import type { ApiContext } from "./ApiContext.js"
import * as Caller from "./Caller.js"
import * as Envelope from "./Envelope.js"
import * as RequestData from "./RequestData.js"

const defaultPageSize = 20

/** The caller's space and the asset of the path. */
const named = (context: ApiContext) => Effect.all([Caller.space(context), RequestData.pathParameter("assetId")])

const answer = (context: ApiContext) => (asset: Parameters<typeof Answers.asset>[0]) =>
  Answers.asset(asset, asset.entry === undefined ? "" : context.catalogue.pathOf(asset.entry))

const create = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const body = yield* RequestData.body(Wire.CreateAsset)
    const created = yield* context.assets.create(space, {
      name: body.name ?? (body.file_id ? undefined : "untitled"),
      fileId: body.file_id ?? undefined,
      folderId: body.folder_id ?? undefined,
      rawAction: body.raw_action ?? undefined
    })
    return answer(context)(created)
  })

const update = (context: ApiContext) =>
  Effect.gen(function*() {
    const [space, assetId] = yield* named(context)
    const body = yield* RequestData.body(Wire.UpdateAsset)
    const changed = yield* context.assets.change(space, assetId, {
      name: body.name ?? undefined,
      fileId: body.file_id ?? undefined,
      folderId: body.folder_id,
      status: body.status ?? undefined
    })
    return answer(context)(changed)
  })

const list = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const { folder_id, page, page_size, starred } = yield* RequestData.body(Wire.ListAssets)
    const size = page_size ?? defaultPageSize
    const start = ((page ?? 1) - 1) * size
    const assets = context.assets.list(space, { folderId: folder_id ?? undefined, starred: starred ?? undefined })
    return { list: assets.slice(start, start + size).map(answer(context)), total: assets.length }
  })

const get = (context: ApiContext) =>
  Effect.flatMap(named(context), ([space, assetId]) => Effect.map(context.assets.find(space, assetId), answer(context)))

const file = (context: ApiContext) =>
  Effect.flatMap(
    named(context),
    ([space, assetId]) =>
      Effect.map(context.assets.fileOf(space, assetId), (entry) => Answers.info(entry, context.catalogue.pathOf(entry)))
  )

const downloadUrl = (context: ApiContext) =>
  Effect.gen(function*() {
    const [space, assetId] = yield* named(context)
    const entry = yield* context.assets.fileOf(space, assetId)
    return { download_url: yield* context.storage.downloadUrl(space, entry) }
  })

const recycle = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const { asset_ids } = yield* RequestData.body(Wire.RecycleAssets)
    return yield* context.assets.recycle(space, asset_ids)
  })

const star = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const { asset_id, starred } = yield* RequestData.body(Wire.StarAsset)
    return answer(context)(yield* changeOf(context, space, asset_id, { starred }))
  })

const permit = (context: ApiContext) =>
  Effect.gen(function*() {
    const [space, assetId] = yield* named(context)
    const { raw_action } = yield* RequestData.body(Wire.Permit)
    return answer(context)(yield* changeOf(context, space, assetId, { rawAction: raw_action }))
  })

/** Only what can be seen is changed. */
const changeOf = (
  { assets }: ApiContext,
  space: SpaceRules,
  assetId: string,
  change: Parameters<ApiContext["assets"]["change"]>[2]
) => Effect.zipRight(assets.find(space, assetId), assets.change(space, assetId, change))

export const router = (context: ApiContext) =>
  HttpRouter.empty.pipe(
    HttpRouter.post("/api/v2/drive/:spaceId/asset", Envelope.enclose(create(context))),
    HttpRouter.post("/api/v2/drive/:spaceId/asset/list", Envelope.enclose(list(context))),
    HttpRouter.post("/api/v2/drive/:spaceId/asset/recycle", Envelope.enclose(recycle(context))),
    HttpRouter.post("/api/v2/drive/:spaceId/asset/star", Envelope.enclose(star(context))),
    HttpRouter.get("/api/v2/drive/:spaceId/asset/:assetId", Envelope.enclose(get(context))),
    HttpRouter.put("/api/v2/drive/:spaceId/asset/:assetId", Envelope.enclose(update(context))),
    HttpRouter.get("/api/v2/drive/:spaceId/asset/:assetId/file", Envelope.enclose(file(context))),
    HttpRouter.get("/api/v2/drive/:spaceId/asset/:assetId/down-url", Envelope.enclose(downloadUrl(context))),
    HttpRouter.put("/api/v2/drive/:spaceId/asset/:assetId/permission", Envelope.enclose(permit(context)))
  )
