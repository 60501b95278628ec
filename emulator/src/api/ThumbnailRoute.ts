/**
 * Small pictures, for everybody who has an address that was given out: a page's `<img>` sends neither session nor headers.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { fileNotFound, permissionDenied } from "../catalogue/Refusal.js"
import * as Size from "../thumbnails/ThumbnailSize.js"
import type { ApiContext } from "./ApiContext.js"
import * as Envelope from "./Envelope.js"
import * as RequestData from "./RequestData.js"

/** A picture of other bytes has another address. */
const kept = {
  "cache-control": "private, max-age=3600, immutable",
  "content-security-policy": "default-src 'none'",
  "x-content-type-options": "nosniff"
}

const thumbnail = (context: ApiContext) =>
  Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { pathname, searchParams } = new URL(request.url, "http://localhost")
    const verdict = yield* context.thumbnailAddresses.verify({
      method: "GET",
      path: pathname,
      query: searchParams,
      contentType: "",
      contentMd5: ""
    })
    if (verdict !== "valid") return yield* permissionDenied("this address of a picture does not hold, or no more")
    const fileId = yield* RequestData.pathParameter("fileId")
    const space = context.accounts.spaceById(yield* RequestData.pathParameter("spaceId"))
    const size = Size.fromText(searchParams.get("size") ?? "")
    if (space === undefined || Option.isNone(size)) return yield* fileNotFound(fileId)
    const entry = yield* context.catalogue.find(space.spaceId, fileId)
    if (entry.content?.objectKey !== searchParams.get("of")) return yield* fileNotFound(fileId)
    const bytes = yield* context.thumbnails.bytesOf({ space, entry, size: size.value }).pipe(
      Effect.mapError(() => fileNotFound(fileId))
    )
    if (Option.isNone(bytes) && searchParams.get("only") === "scaled") return yield* fileNotFound(fileId)
    return Option.isSome(bytes)
      ? HttpServerResponse.uint8Array(bytes.value, { contentType: "image/webp", headers: kept })
      : HttpServerResponse.redirect(yield* context.storage.wholeUrl(space, entry), {
        status: 302,
        headers: { "cache-control": "no-store" }
      })
  }).pipe(Envelope.answer)

export const router = (context: ApiContext) =>
  HttpRouter.empty.pipe(HttpRouter.get("/thumbnail/:spaceId/:fileId", thumbnail(context)))
