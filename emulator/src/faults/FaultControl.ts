/**
 * The switches of faults over HTTP, for the developer who is signed in on this machine. They are there only where the emulator was
 * started with them, and they work while all else is "offline".
 */
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Accounts from "../accounts/Accounts.js"
import * as Caller from "../api/Caller.js"
import * as Envelope from "../api/Envelope.js"
import * as RequestData from "../api/RequestData.js"
import { Refusal } from "../catalogue/Refusal.js"
import * as AllowedHosts from "../http/AllowedHosts.js"
import * as RequestTarget from "../http/RequestTarget.js"
import type { FaultSwitches } from "./FaultSwitches.js"

export const path = "/api/v2/emulator/faults"

const flag = Schema.optional(Schema.Boolean)

const Changes = Schema.Struct({ offline: flag, slow: flag, reset: flag, lost: flag, expired: flag, full: flag })

const elsewhere = new Refusal({ code: "NotFound.Route", status: 404, message: "no such call" })

const notAllowed = new Refusal({ code: "InvalidMethod", status: 405, message: "GET and PUT only" })

const isThisMachine = AllowedHosts.allows([])

/** What came through somebody else's server is not from this machine, whatever name it was asked by. */
const isLocal = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  isThisMachine(headers["host"] ?? "") && headers["forwarded"] === undefined && headers["x-forwarded-for"] === undefined

const control = (
  accounts: Accounts.Accounts,
  switches: FaultSwitches
): Effect.Effect<HttpServerResponse.HttpServerResponse, Envelope.Failure, HttpServerRequest.HttpServerRequest> =>
  Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    if (!isLocal(request)) return yield* elsewhere
    yield* Caller.checkHeaders
    yield* accounts.signedIn(yield* Caller.sessionSecret)
    if (request.method === "PUT") switches.set(yield* RequestData.body(Changes))
    else if (request.method !== "GET") return yield* notAllowed
    return Envelope.success(switches.read())
  })

/**
 * The switches in front of the product API.
 */
export const before = <E>(
  app: HttpApp.Default<E>,
  accounts: Accounts.Accounts,
  switches: FaultSwitches
): HttpApp.Default<E> => {
  const controlled = Envelope.answer(control(accounts, switches))
  return Effect.flatMap(
    HttpServerRequest.HttpServerRequest,
    (request): HttpApp.Default<E> =>
      request.method !== "OPTIONS" && RequestTarget.parse(request.url)?.path === path ? controlled : app
  )
}
