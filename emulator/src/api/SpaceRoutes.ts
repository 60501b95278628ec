/**
 * The list of spaces, and what is known of one: storage credentials, config, benefit and drive info (spec point 7).
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { invalidParameter } from "../catalogue/Refusal.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import { driveIdOf } from "../pds/Drives.js"
import { platformCode } from "../wire/Answers.js"
import * as Wire from "../wire/SessionRequests.js"
import type { ApiContext } from "./ApiContext.js"
import * as Caller from "./Caller.js"
import * as Envelope from "./Envelope.js"
import * as RequestData from "./RequestData.js"

const list = (context: ApiContext) =>
  Effect.gen(function*() {
    const { spaces } = yield* Caller.user(context)
    const { page, page_size } = yield* RequestData.body(Wire.ListSpaces)
    const size = page_size ?? 10
    const start = ((page ?? 1) - 1) * size
    return {
      list: spaces.slice(start, start + size).map((space) => ({ space_id: space.spaceId, name: space.name })),
      total: spaces.length
    }
  })

const driveToken = (context: ApiContext, space: SpaceRules) =>
  Effect.gen(function*() {
    const { wsid } = yield* Caller.user(context)
    const { accessToken, expiresAt } = yield* context.drives.tokens.issue(wsid, context.credentialLifetime)
    return {
      platform: platformCode[space.platform],
      params: {
        endpoint: context.drives.endpoint,
        access_token: accessToken,
        drive_id: driveIdOf(space.spaceId),
        expires_in: Math.floor(Duration.toSeconds(context.credentialLifetime))
      },
      expire_time: new Date(expiresAt).toISOString()
    }
  })

const token = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    if (space.platform === "pds") return yield* driveToken(context, space)
    const keys = yield* context.storage.issueKeys(space, context.credentialLifetime)
    return {
      platform: platformCode[space.platform],
      bucket_name: space.bucket,
      bucket_endpoint: keys.endpoint,
      region: keys.region,
      access_key_id: keys.accessKeyId,
      access_key_secret: keys.accessKeySecret,
      security_token: keys.securityToken ?? null,
      expire_time: new Date(keys.expiresAt).toISOString(),
      ...keys.callback === undefined ? {} : { callback: keys.callback }
    }
  })

const config = (context: ApiContext) =>
  Effect.map(Caller.space(context), (space) => ({
    space_id: space.spaceId,
    name: space.name,
    platform: platformCode[space.platform]
  }))

const benefit = (context: ApiContext) =>
  Effect.map(Caller.space(context), (space) => ({
    single_file_download_speed: space.downloadSpeed,
    file_size_limit: space.fileSizeLimit
  }))

const driveInfo = (context: ApiContext) =>
  Effect.map(Caller.space(context), (space) => ({
    file_size_limit: space.fileSizeLimit,
    total_size: space.quota,
    used_size: context.catalogue.index.usedBytes(space.spaceId)
  }))

const migration = (context: ApiContext) =>
  Effect.flatMap(Caller.space(context), (space) => context.migrations.status(space))

const migrate = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const { business, pid } = yield* RequestData.body(Wire.StartMigration)
    if (pid !== space.spaceId) return yield* invalidParameter("pid", "is not the space of the path")
    return yield* context.migrations.start(space, business)
  })

export const router = (context: ApiContext) =>
  HttpRouter.empty.pipe(
    HttpRouter.post("/api/v2/drive/space/list", Envelope.enclose(list(context))),
    HttpRouter.get("/api/v2/drive/space/:spaceId/token", Envelope.enclose(token(context))),
    HttpRouter.get("/api/v2/drive/space/:spaceId/benefit", Envelope.enclose(benefit(context))),
    HttpRouter.get("/api/v2/drive/space/:spaceId/handle", Envelope.enclose(migration(context))),
    HttpRouter.post("/api/v2/drive/space/:spaceId/handle", Envelope.enclose(migrate(context))),
    HttpRouter.get("/api/v2/user/:spaceId/cfg", Envelope.enclose(config(context))),
    HttpRouter.get("/api/v2/user/:spaceId/drive/info", Envelope.enclose(driveInfo(context)))
  )
