/**
 * The PDS endpoint as one app: calls under /v2 with a bearer token, bytes under /data with signed addresses.
 *
 * @since 1.0.7
 */
import type * as HttpApp from "@effect/platform/HttpApp"
import { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import * as RequestData from "../api/RequestData.js"
import { Refusal } from "../catalogue/Refusal.js"
import * as DataApp from "./DataApp.js"
import type { DriveCall, Failure } from "./DriveCall.js"
import type { DriveContext } from "./DriveContext.js"
import * as DriveTokens from "./DriveTokens.js"
import { dataPath } from "./ObjectAddresses.js"
import { routes } from "./Routes.js"

const prefix = "/v2"

const noRoute = new Refusal({ code: "NotFound", status: 404, message: "The requested API is not there." })

const notPost = new Refusal({ code: "InvalidParameter.Method", status: 405, message: "Calls are made with POST." })

const noToken = new Refusal({ code: "AccessTokenInvalid", status: 401, message: "No AccessToken is given." })

const broken = new Refusal({ code: "InternalError", status: 500, message: "The request has been failed." })

const full = new Refusal({ code: "QuotaExhausted.Drive", status: 403, message: "The drive has no room left." })

/** What the drive itself refuses under the product's codes. */
const renamed: Readonly<Record<string, Pick<Refusal, "code" | "status">>> = {
  381413: { code: "NotFound.File", status: 404 },
  380505: { code: "AlreadyExist.File", status: 409 },
  FileTooLarge: { code: "InvalidParameter.SizeExceed", status: 400 },
  QuotaExhausted: full,
  "InvalidParameter.body": { code: "InvalidRequestJSONFormat", status: 400 }
}

const refusalOf = (error: Failure): Effect.Effect<Refusal> => {
  switch (error._tag) {
    case "Refusal": {
      const { code, status } = renamed[error.code] ?? error
      return Effect.succeed(new Refusal({ code, status, message: error.message }))
    }
    case "BlobNoSpace":
      return Effect.succeed(full)
    case "StateStoreError":
      if (error.reason === "NoSpace") return Effect.succeed(full)
  }
  return Effect.as(Effect.logError(error.message), broken)
}

const failure = ({ code, message, status }: Refusal): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.unsafeJson({ code, message }, { status })

const exposed = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "x-ca-request-id, x-ca-error-code, x-ca-error-message, Retry-After"
}

const allowedHeaders = ["authorization", "content-type", "x-share-token"]

/** A page may send the headers of the service and no others: the gateway does not let them through. */
const preflight = (request: HttpServerRequest): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.empty({
    status: 204,
    headers: {
      ...exposed,
      "access-control-allow-methods": "POST, OPTIONS",
      "access-control-allow-headers": allowedHeaders.join(", "),
      "access-control-max-age": request.headers.origin === undefined ? "0" : "600"
    }
  })

const tokenOf = (context: DriveContext, request: HttpServerRequest): Effect.Effect<DriveTokens.DriveToken, Refusal> => {
  const [, text] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? "") ?? []
  return text === undefined ? noToken : context.tokens.find(text)
}

/** What a call answers, whoever made it. */
const answer = (context: DriveContext, path: string, request: HttpServerRequest) =>
  Effect.gen(function*() {
    const handler = routes[path]
    if (handler === undefined) return yield* noRoute
    if (request.method !== "POST") return yield* notPost
    const token = yield* tokenOf(context, request)
    const call: DriveCall = { token, input: yield* RequestData.json }
    const { body, status } = yield* handler(context, call)
    return body === undefined
      ? HttpServerResponse.empty({ status })
      : HttpServerResponse.unsafeJson(body, { status })
  })

const api = (context: DriveContext): HttpApp.Default =>
  Effect.flatMap(HttpServerRequest, (request) => {
    if (request.method === "OPTIONS") return Effect.succeed(preflight(request))
    const [path = ""] = request.url.slice(prefix.length).split("?", 1)
    const requestId = randomBytes(16).toString("hex").toUpperCase()
    return answer(context, path, request).pipe(
      Effect.catchAll((error) => Effect.map(refusalOf(error), failure)),
      // A server answers even when a handler has a bug.
      Effect.catchAllDefect((cause) => Effect.as(Effect.logError("a handler broke", cause), failure(broken))),
      Effect.map((response) => HttpServerResponse.setHeaders(response, { ...exposed, "x-ca-request-id": requestId }))
    )
  })

const isData = (request: HttpServerRequest): boolean => request.url.startsWith(dataPath)

/**
 * What a fault script answers with when it takes the caller's credential for expired.
 *
 * @since 1.0.7
 * @category constructors
 */
export const expired = (request: HttpServerRequest): HttpServerResponse.HttpServerResponse =>
  isData(request) ? DataApp.expired() : HttpServerResponse.setHeaders(failure(DriveTokens.expired), exposed)

/**
 * @since 1.0.7
 * @category constructors
 */
export const make = (context: DriveContext): HttpApp.Default => {
  const data = DataApp.make(context)
  const calls = api(context)
  return Effect.flatMap(HttpServerRequest, (request) => {
    if (isData(request)) return data
    return request.url.startsWith(`${prefix}/`) ? calls : Effect.succeed(failure(noRoute))
  })
}
