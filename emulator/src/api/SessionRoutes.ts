/**
 * Login, check, add and logout (spec point 7).
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Wire from "../wire/SessionRequests.js"
import type { ApiContext } from "./ApiContext.js"
import { sessionCookie, sessionSecret } from "./Caller.js"
import * as Envelope from "./Envelope.js"
import * as RequestData from "./RequestData.js"

const cookieOptions = { httpOnly: true, path: "/", sameSite: "lax" } as const

const login = (context: ApiContext) =>
  RequestData.body(Wire.Login).pipe(
    Effect.flatMap((body) => context.accounts.login(body.access_token)),
    Effect.map(({ secret, wsid }) =>
      HttpServerResponse.unsafeSetCookie(Envelope.success({ wsid }), sessionCookie, secret, cookieOptions)
    )
  )

const check = (context: ApiContext) =>
  Effect.gen(function*() {
    const { access_token } = yield* RequestData.body(Wire.Account)
    return yield* context.accounts.check(access_token ?? undefined, yield* sessionSecret)
  })

const add = (context: ApiContext) =>
  Effect.gen(function*() {
    const { access_token } = yield* RequestData.body(Wire.Account)
    return yield* context.accounts.add(access_token ?? undefined, yield* sessionSecret)
  })

const logout = (context: ApiContext) =>
  Effect.gen(function*() {
    const secret = yield* sessionSecret
    yield* context.accounts.signedIn(secret)
    yield* context.accounts.logout(secret ?? "")
    return HttpServerResponse.expireCookie(Envelope.success(null), sessionCookie, cookieOptions)
  })

export const router = (context: ApiContext) =>
  HttpRouter.empty.pipe(
    HttpRouter.post("/api/v2/user/login", Envelope.answer(login(context))),
    HttpRouter.post("/api/v2/user/check", Envelope.enclose(check(context))),
    HttpRouter.post("/api/v2/user/add", Envelope.enclose(add(context))),
    HttpRouter.post("/api/v2/user/logout", Envelope.answer(logout(context)))
  )
