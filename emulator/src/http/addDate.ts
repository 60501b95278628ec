/**
 * The date on answers.
 */
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/**
 * Says when an answer was made, by the clock that the app itself goes by.
 */
export const addDate = <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
  Effect.zipWith(
    app,
    Clock.currentTimeMillis,
    (response, now) => HttpServerResponse.setHeader(response, "date", new Date(now).toUTCString())
  )
