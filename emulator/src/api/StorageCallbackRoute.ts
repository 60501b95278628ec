/**
 * What OSS calls when it has stored an object of a space: no client's call, so it has neither session nor product
 * headers. It changes nothing; the upload is confirmed by its client.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Refusal } from "../catalogue/Refusal.js"
import type { ApiContext } from "./ApiContext.js"
import * as Envelope from "./Envelope.js"
import * as RequestData from "./RequestData.js"

const StoredObject = Schema.Struct({
  bucket: Schema.NonEmptyString,
  object: Schema.NonEmptyString,
  etag: Schema.NonEmptyString,
  size: Schema.NumberFromString.pipe(Schema.int(), Schema.nonNegative())
})

const noSpace = (spaceId: string): Refusal =>
  new Refusal({ code: "NotFound.Space", status: 404, message: `no space ${spaceId} with this bucket` })

const notStored = new Refusal({ code: "NotFound.File", status: 404, message: "no such object, or another one" })

const acknowledge = (context: ApiContext) =>
  Effect.gen(function*() {
    const { headers } = yield* HttpServerRequest
    const spaceId = yield* RequestData.pathParameter("spaceId")
    const fields = (headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded")
      ? yield* RequestData.form(StoredObject)
      : yield* RequestData.body(StoredObject)
    const space = context.accounts.users.flatMap((user) => user.spaces).find((one) => one.spaceId === spaceId)
    if (space === undefined || space.bucket !== fields.bucket) return yield* noSpace(spaceId)
    const bucket = yield* Effect.mapError(context.catalogue.objects.of(space), () => noSpace(spaceId))
    const blob = yield* bucket.head(fields.object).pipe(
      Effect.catchTag("BlobNotFound", () => notStored)
    )
    if (blob.size !== fields.size || blob.etag !== fields.etag.toLowerCase()) return yield* notStored
    return { object_key: fields.object, size: fields.size, etag: fields.etag }
  })

export const router = (context: ApiContext) =>
  HttpRouter.empty.pipe(
    HttpRouter.post("/api/v2/file/:spaceId/upload/storage-callback", Envelope.enclose(acknowledge(context)))
  )
