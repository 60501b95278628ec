/**
 * A fault script in front of an app.
 */
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { FaultAction, FaultRequest, FaultScript } from "../../../src/testing/FaultScript.js"
import * as WebRequest from "../http/WebRequest.js"
import { ConnectionCut, cutAfter } from "./ConnectionCut.js"

/**
 * Runs with a clock that is off: it shows `millis` more than the caller's. Sleeping takes as long as ever.
 */
export const skewedBy = (millis: number) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) => {
    const nanos = BigInt(Math.round(millis)) * 1_000_000n
    const skewed: Clock.Clock = {
      [Clock.ClockTypeId]: Clock.ClockTypeId,
      unsafeCurrentTimeMillis: () => clock.unsafeCurrentTimeMillis() + millis,
      currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + millis),
      unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos() + nanos,
      currentTimeNanos: Effect.map(clock.currentTimeNanos, (now) => now + nanos),
      sleep: (duration) => clock.sleep(duration)
    }
    return Effect.withClock(effect, skewed)
  })

/**
 * What differs between the emulator's apps: its name in scripts, its answer to an expired credential, and headers that
 * even an answer made up by a fault has to carry (CORS).
 */
export interface FaultTarget {
  readonly target: FaultRequest["target"]
  readonly expired: (request: HttpServerRequest.HttpServerRequest) => HttpServerResponse.HttpServerResponse
  readonly headers: (request: HttpServerRequest.HttpServerRequest) => Readonly<Record<string, string>>
}

type FaultyApp = HttpApp.Default<ConnectionCut>

/** The address is parsed when a fault looks at it: most requests meet none. */
const asFaultRequest = (
  request: HttpServerRequest.HttpServerRequest,
  target: FaultRequest["target"]
): FaultRequest => {
  let parsed: URL | undefined
  const url = () => parsed ??= new URL(WebRequest.webRequest(request).url)
  return {
    target,
    method: request.method,
    get path() {
      return url().pathname
    },
    get query() {
      return url().searchParams
    }
  }
}

/** The app is given the first bytes of the body; whatever it would answer, the connection is cut. */
const reset = (app: HttpApp.Default, request: HttpServerRequest.HttpServerRequest, afterBytes: number): FaultyApp =>
  afterBytes <= 0
    ? new ConnectionCut()
    : Effect.gen(function*() {
      const cut = yield* Deferred.make<never, ConnectionCut>()
      const body = cutAfter(
        WebRequest.webRequest(request).body,
        afterBytes,
        () => Deferred.unsafeDone(cut, new ConnectionCut())
      )
      const served = Effect.provideService(
        app,
        HttpServerRequest.HttpServerRequest,
        WebRequest.withBody(request, body)
      )
      return yield* Effect.raceFirst(Effect.zipRight(served, new ConnectionCut()), Deferred.await(cut))
    })

/** Answers that can have no body: all that can break off is the answer. */
const bodiless = new Set([204, 205, 304])

const truncate = (response: HttpServerResponse.HttpServerResponse, afterBytes: number): FaultyApp =>
  bodiless.has(response.status) ? new ConnectionCut() : Effect.map(
    Effect.runtime<never>(),
    (runtime) =>
      HttpServerResponse.raw(cutAfter(HttpServerResponse.toWeb(response, { runtime }).body, afterBytes), {
        status: response.status,
        headers: response.headers,
        cookies: response.cookies
      })
  )

const made = (action: Extract<FaultAction, { _tag: "status" }>): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(action.body ?? "", { status: action.status, headers: action.headers })

const portal = HttpServerResponse.text("<!DOCTYPE html><html><title>Sign in to this network</title></html>", {
  contentType: "text/html"
})

/**
 * Asks the script about each request and does what it says. Preflights are left alone.
 */
export const make = (app: HttpApp.Default, script: FaultScript, options: FaultTarget): FaultyApp =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request): FaultyApp => {
    const action = request.method === "OPTIONS" ? undefined : script.next(asFaultRequest(request, options.target))
    const answer = (response: HttpServerResponse.HttpServerResponse) =>
      Effect.succeed(HttpServerResponse.setHeaders(response, options.headers(request)))
    switch (action?._tag) {
      case undefined:
        return app
      case "reset":
        return reset(app, request, action.afterBytes ?? 0)
      case "truncate":
        return Effect.flatMap(app, (response) => truncate(response, action.afterBytes))
      case "status":
        return answer(made(action))
      case "delay":
        return Effect.delay(app, action.millis)
      case "expire":
        return answer(options.expired(request))
      case "dropReply":
        return Effect.zipRight(app, new ConnectionCut())
      case "skew":
        return skewedBy(action.millis)(app)
      // What lies in between knows nothing of the service's headers.
      case "portal":
        return Effect.succeed(portal)
      case "redirect":
        return Effect.succeed(HttpServerResponse.empty({ status: 302, headers: { location: action.location } }))
    }
  })
