/**
 * The PDS endpoint as one app: calls under /v2 with a bearer token, bytes under /data with signed addresses.
 */
import type * as HttpApp from "@effect/platform/HttpApp"
import { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import * as RequestData from "../api/RequestData.js"
import { Refusal } from "../catalogue/Refusal.js"
import * as BatchRoute from "./BatchRoute.js"
import * as BinRoutes from "./BinRoutes.js"
import * as ChangeRoutes from "./ChangeRoutes.js"
import * as DataApp from "./DataApp.js"
import type { DriveAnswer, Handler } from "./DriveCall.js"
import type { DriveContext } from "./DriveContext.js"
import * as DriveRoutes from "./DriveRoutes.js"
import * as DriveTokens from "./DriveTokens.js"
import * as FileRoutes from "./FileRoutes.js"
import { dataPath } from "./ObjectAddresses.js"
import * as RefusalAnswers from "./RefusalAnswers.js"
import * as TaskRoutes from "./TaskRoutes.js"
import * as UploadRoutes from "./UploadRoutes.js"

const single: Readonly<Record<string, Handler>> = {
  ...DriveRoutes.routes,
  ...FileRoutes.routes,
  ...UploadRoutes.routes,
  ...ChangeRoutes.routes,
  ...BinRoutes.routes,
  ...TaskRoutes.routes
}

const routes: ReadonlyMap<string, Handler> = new Map(
  Object.entries({ ...single, "/batch": BatchRoute.make(single) })
)

const prefix = "/v2"

const noToken = new Refusal({ code: "AccessTokenInvalid", status: 401, message: "No AccessToken is given." })

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
const answer = (context: DriveContext, handler: Handler, request: HttpServerRequest) =>
  Effect.gen(function*() {
    const token = yield* tokenOf(context, request)
    return yield* handler(context, { token, input: yield* RequestData.json })
  })

const respond = ({ body, status }: DriveAnswer): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setHeaders(
    body === undefined ? HttpServerResponse.empty({ status }) : HttpServerResponse.unsafeJson(body, { status }),
    { ...exposed, "x-ca-request-id": randomBytes(16).toString("hex").toUpperCase() }
  )

/** The gateway knows which calls there are. It answers in headers, without a body. */
const unknownCall = ({ method, url }: HttpServerRequest): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setHeaders(respond({ status: 404 }), {
    "x-ca-error-code": "I404NF",
    "x-ca-error-message": `API not found with \`${method} ${url.split("?", 1)[0]}\``
  })

const api = (context: DriveContext): HttpApp.Default =>
  Effect.flatMap(HttpServerRequest, (request) => {
    if (request.method === "OPTIONS") return Effect.succeed(preflight(request))
    const [path = ""] = request.url.slice(prefix.length).split("?", 1)
    const handler = request.method === "POST" ? routes.get(path) : undefined
    return handler === undefined
      ? Effect.succeed(unknownCall(request))
      : Effect.map(RefusalAnswers.total(answer(context, handler, request)), respond)
  })

const isData = (request: HttpServerRequest): boolean => request.url.startsWith(dataPath)

/**
 * What a fault script answers with when it takes the caller's credential for expired.
 */
export const expired = (request: HttpServerRequest): HttpServerResponse.HttpServerResponse =>
  isData(request) ? DataApp.expired() : respond(RefusalAnswers.failure(DriveTokens.expired))

export const make = (context: DriveContext): HttpApp.Default => {
  const data = DataApp.make(context)
  const calls = api(context)
  return Effect.flatMap(HttpServerRequest, (request) => {
    if (isData(request)) return data
    return request.url.startsWith(`${prefix}/`) ? calls : Effect.succeed(unknownCall(request))
  })
}
