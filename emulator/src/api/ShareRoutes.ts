/**
 * What the owner of an asset does about its share (spec point 7).
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as Effect from "effect/Effect"
import type { Share, ShareSettings } from "../assets/Shares.js"
import * as Wire from "../wire/AssetRequests.js"
import type { ApiContext } from "./ApiContext.js"
import * as Caller from "./Caller.js"
import * as Envelope from "./Envelope.js"
import * as RequestData from "./RequestData.js"

const settingsOf = (body: typeof Wire.Share.Type): ShareSettings => ({
  expireSec: body.expire_sec,
  code: body.code,
  rawAction: body.raw_action
})

/** Setting means that what is left out is gone. */
const all = ({ code = null, expireSec = null, rawAction = null }: ShareSettings): ShareSettings => ({
  code,
  expireSec,
  rawAction
})

const answer = ({ shares }: ApiContext, share: Share) => ({
  share_id: share.shareId,
  share_url: shares.linkOf(share),
  expire_time: share.expiresAt === undefined ? null : new Date(share.expiresAt).toISOString(),
  has_code: share.codeHash !== undefined,
  raw_action: share.rawAction ?? null
})

const shared = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const assetId = yield* RequestData.pathParameter("assetId")
    yield* context.assets.find(space, assetId)
    return { space, assetId }
  })

const open = (context: ApiContext) =>
  Effect.gen(function*() {
    const { assetId, space } = yield* shared(context)
    const settings = settingsOf(yield* RequestData.body(Wire.Share))
    return answer(context, yield* context.shares.open(space, assetId, settings))
  })

const change = (context: ApiContext, settings: (given: ShareSettings) => ShareSettings) =>
  Effect.gen(function*() {
    const { assetId, space } = yield* shared(context)
    const given = settingsOf(yield* RequestData.body(Wire.Share))
    return answer(context, yield* context.shares.update(space, assetId, settings(given)))
  })

const cancel = (context: ApiContext) =>
  Effect.flatMap(shared(context), ({ assetId, space }) => context.shares.cancel(space, assetId))

export const router = (context: ApiContext) =>
  HttpRouter.empty.pipe(
    HttpRouter.post("/api/v2/drive/:spaceId/asset/:assetId/open-share", Envelope.enclose(open(context))),
    HttpRouter.post("/api/v2/drive/:spaceId/asset/:assetId/share-set", Envelope.enclose(change(context, all))),
    HttpRouter.post(
      "/api/v2/drive/:spaceId/asset/:assetId/share-update",
      Envelope.enclose(change(context, (given) => given))
    ),
    HttpRouter.post("/api/v2/drive/:spaceId/asset/:assetId/cancel-share", Envelope.enclose(cancel(context)))
  )
