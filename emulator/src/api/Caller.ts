/**
 * Who calls: the product headers that every request carries, the session of its cookie, the space of its path.
 */
import type * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import type { UserRules } from "../accounts/Accounts.js"
import { Refusal } from "../catalogue/Refusal.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import type { ApiContext } from "./ApiContext.js"
import { pathParameter } from "./RequestData.js"

export const sessionCookie = "drive_session"

const requiredHeaders = ["X-Prod-Id", "X-Prod-Ver", "X-Lang", "X-Client-Type"]

const clientType = "7"

const invalidHeader = (name: string, problem: string): Refusal =>
  new Refusal({ code: `InvalidHeader.${name}`, status: 400, message: `header ${name} ${problem}` })

/**
 * Refuses a request without the four product headers.
 */
export const checkHeaders: Effect.Effect<void, Refusal, HttpServerRequest.HttpServerRequest> = Effect.flatMap(
  HttpServerRequest.HttpServerRequest,
  ({ headers }) => {
    const missing = requiredHeaders.find((name) => (headers[name.toLowerCase()] ?? "") === "")
    if (missing !== undefined) return invalidHeader(missing, "is missing")
    return headers["x-client-type"] === clientType ? Effect.void : invalidHeader("X-Client-Type", "is not 7")
  }
)

/**
 * The secret of the caller's session, if there is one.
 */
export const sessionSecret: Effect.Effect<string | undefined, never, HttpServerRequest.HttpServerRequest> = Effect.map(
  HttpServerRequest.HttpServerRequest,
  (request) => request.cookies[sessionCookie]
)

/**
 * The user who is signed in; refuses with 401 otherwise.
 */
export const user = (context: ApiContext): Effect.Effect<UserRules, Refusal, HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(sessionSecret, (secret) => context.accounts.signedIn(secret))

/**
 * The space of the path, which must be the caller's own.
 */
export const space = (
  context: ApiContext
): Effect.Effect<SpaceRules, Refusal, HttpRouter.RouteContext | HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(
    user(context),
    (caller) => Effect.flatMap(pathParameter("spaceId"), (spaceId) => context.accounts.space(caller, spaceId))
  )
