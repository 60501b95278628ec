/**
 * Where the link of a share leads: a page or JSON for anybody, without a session and without product headers.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ShareView } from "../assets/SharePage.js"
import { sharePage } from "../assets/SharePage.js"
import type { Share } from "../assets/Shares.js"
import { permissionDenied, Refusal } from "../catalogue/Refusal.js"
import * as Wire from "../wire/AssetRequests.js"
import type { ApiContext } from "./ApiContext.js"
import * as Envelope from "./Envelope.js"
import * as RequestData from "./RequestData.js"

/** Nothing of a share is kept by caches, sent to other sites or run as a script. */
const guarded = HttpServerResponse.setHeaders({
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
})

const gone = new Refusal({ code: "NotFound.Share", status: 404, message: "no such share" })

const visited = (context: ApiContext) =>
  Effect.gen(function*() {
    const share = yield* Effect.flatMap(RequestData.pathParameter("secret"), (secret) => context.shares.visit(secret))
    const space = context.accounts.spaceById(share.spaceId) ?? (yield* gone)
    const asset = yield* Effect.mapError(context.assets.find(space, share.assetId), () => gone)
    return { share, space, asset }
  })

/** Words that let a visitor have the file itself. Who may change it may have it too. */
const wordsToFetch: ReadonlySet<string | number> = new Set(["download", "edit", "full"])

/** Without a word about it a share may be fetched; a word that is not known allows the least. */
const mayFetch = (share: Share, asset: { readonly rawAction?: string | number | undefined }): boolean =>
  [share.rawAction, asset.rawAction].every((word) => word === undefined || wordsToFetch.has(word))

/** What a visitor sees who was let in with this ticket. */
const shown = (
  context: ApiContext,
  { asset, share }: Effect.Effect.Success<ReturnType<typeof visited>>,
  preview: string | null,
  ticket: string
) => ({
  name: asset.name ?? "",
  size: asset.entry?.content?.size ?? 0,
  content_type: asset.entry?.content?.contentType ?? "",
  expire_time: share.expiresAt === undefined ? null : new Date(share.expiresAt).toISOString(),
  preview_url: preview,
  download_url: mayFetch(share, asset) && asset.entry !== undefined
    ? `${context.shares.linkOf(share)}/download?ticket=${encodeURIComponent(ticket)}`
    : null
})

/** The address of a small picture, which a share that is for looking only may show too; none where nothing scales pictures. */
const previewOf = (
  context: ApiContext,
  { asset, space }: Effect.Effect.Success<ReturnType<typeof visited>>
): Effect.Effect<string | null> =>
  asset.entry === undefined ? Effect.succeed(null) : context.thumbnails.addressOf({
    space,
    entry: asset.entry,
    process: "image/resize,w_1600,h_1600",
    whole: undefined
  }).pipe(Effect.map(Option.getOrNull))

const wantsPage = Effect.map(
  HttpServerRequest.HttpServerRequest,
  ({ headers }) => (headers.accept ?? "").includes("text/html")
)

const isForm = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  (headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded")

const codeGiven = Effect.gen(function*() {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { code } = yield* (isForm(request) ? RequestData.form(Wire.EnterShare) : RequestData.body(Wire.EnterShare))
  return code ?? undefined
})

/** A page for people, the envelope for programs; what is refused is said in the same way. */
const answered = <R>(entering: Effect.Effect<ReturnType<typeof shown>, Envelope.Failure, R>) => {
  const asPage = entering.pipe(
    Effect.map((what): ShareView => ({ _tag: "Shown", ...what })),
    Effect.catchTag("Refusal", (refusal): Effect.Effect<ShareView> => Effect.succeed({ _tag: "Refused", refusal })),
    Effect.map(sharePage)
  )
  return Effect.flatMap(
    wantsPage,
    (isPage) => Envelope.answer(isPage ? asPage : Effect.map(entering, Envelope.success))
  )
    .pipe(Effect.map(guarded))
}

const enter = <R>(context: ApiContext, code: Effect.Effect<string | undefined, Refusal, R>) =>
  answered(Effect.gen(function*() {
    const found = yield* visited(context)
    const ticket = yield* context.shares.enter(found.share, yield* code)
    return shown(context, found, yield* previewOf(context, found), ticket)
  }))

const download = (context: ApiContext) =>
  Effect.gen(function*() {
    const { asset, share, space } = yield* visited(context)
    const { ticket } = yield* RequestData.query(Schema.Struct({ ticket: Schema.optional(Schema.String) }))
    yield* context.shares.admits(share, ticket)
    if (!mayFetch(share, asset)) return yield* permissionDenied("this share is for looking only")
    if (asset.entry === undefined) return yield* gone
    const url = yield* context.storage.downloadUrl(space, asset.entry)
    return HttpServerResponse.redirect(url, { status: 302 })
  }).pipe(Envelope.answer, Effect.map(guarded))

export const router = (context: ApiContext) =>
  HttpRouter.empty.pipe(
    HttpRouter.get("/share/:secret", enter(context, Effect.succeed(undefined))),
    HttpRouter.post("/share/:secret", enter(context, codeGiven)),
    HttpRouter.get("/share/:secret/download", download(context))
  )
