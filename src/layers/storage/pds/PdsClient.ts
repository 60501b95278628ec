/**
 * The pds REST API of one space as one function: every call a POST with the space's own token and drive.
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientError from "@effect/platform/HttpClientError"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"
import { StorageError } from "../../../domain/errors/StorageErrors.js"
import { TransportError } from "../../../domain/errors/TransportError.js"
import type { SpaceId } from "../../../domain/Ids.js"
import type { DriveAccess, StorageCredential } from "../../../domain/StorageCredential.js"
import type { CredentialFailure, Credentials } from "../../../services/Credentials.js"
import { annotateSpanIfAny } from "../../../services/withSpanIfTraced.js"
import { networkCode, repeatWhere } from "../../http/CallRetries.js"
import { withFetchOptions } from "../../http/FetchOptions.js"
import { readBody } from "../../http/readBody.js"
import * as PdsAnswer from "./PdsAnswer.js"
import { PdsRefusal } from "./PdsAnswer.js"
import { meaningOf } from "./PdsCodes.js"

/**
 * The token is over. A 401 that nobody knows more of is taken for that too: a fresh token costs one call, and is asked for
 * once.
 */
export const isExpired = (failure: unknown): failure is PdsRefusal => {
  if (!(failure instanceof PdsRefusal)) return false
  const meaning = meaningOf(failure.code)
  return meaning === "CredentialExpired" || (meaning === "ApiError" && failure.status === 401)
}

/**
 * A fresh token that is refused as well is no matter of time.
 */
export const denied = (refusal: PdsRefusal): StorageError =>
  new StorageError({
    platform: "pds",
    reason: "AccessDenied",
    status: refusal.status,
    code: refusal.code || undefined,
    requestId: refusal.requestId
  })

/**
 * One call. `path` comes after `/v2`.
 *
 * `repeat`: `harmless` after network errors, time-outs and 5xx too; `unlessDone` (default) only where the service has
 * surely done nothing (429); `never` where the caller's own driver does it.
 */
export interface PdsRequest<A, I> {
  /** `Service.method`, used for the span. */
  readonly operation: string
  readonly path: `/${string}`
  readonly body: (driveId: string) => object
  readonly response: Schema.Schema<A, I>
  readonly repeat?: "harmless" | "unlessDone" | "never" | undefined
  /** Default: 60 s. */
  readonly timeout?: Duration.Duration | undefined
}

/**
 * How a call fails before its refusal was given a name.
 */
export type PdsFailure = CredentialFailure | PdsRefusal

export interface PdsClient {
  readonly call: <A, I>(request: PdsRequest<A, I>) => Effect.Effect<A, PdsFailure>
  /** Gives what fetches a fresh token, should the one of now turn out to be over; once for all who ask. */
  readonly renewal: Effect.Effect<Effect.Effect<void, CredentialFailure>, CredentialFailure>
  /** Milliseconds by which this clock is ahead of the service's; 0 where its answers tell no time, as in most pages. */
  readonly clockAhead: () => number
}

/**
 * What a client is made of. The `HttpClient` must be one without cookies and trace headers.
 */
export interface PdsClientOptions {
  readonly httpClient: HttpClient.HttpClient
  readonly credentials: Credentials.Service
  readonly spaceId: SpaceId
}

/** No cookie, and no redirect that would carry the token elsewhere. Read by fetch only. */
const fetchOptions: RequestInit = { credentials: "omit", redirect: "manual" }

const defaultTimeout = Duration.seconds(60)

const passes = (repeat: PdsRequest<unknown, unknown>["repeat"]) => (failure: PdsFailure): boolean => {
  if (failure._tag === "RateLimited") return true
  return repeat === "harmless" && failure._tag === "TransportError" && failure.retry === "later"
}

const driveOf = (credential: StorageCredential): Effect.Effect<DriveAccess, StorageError> =>
  credential.drive === undefined
    ? new StorageError({ platform: "pds", reason: "CredentialsIncomplete" })
    : Effect.succeed(credential.drive)

/**
 * Makes the client of one space; no call is made. An expired token is fetched anew, once for all who ask, and the call made
 * once more; it does not sign anybody out.
 */
export const make = ({ credentials, httpClient, spaceId }: PdsClientOptions): PdsClient => {
  const client = withFetchOptions(httpClient, fetchOptions)

  let clockAhead = 0

  const send = Effect.fnUntraced(function*<A, I>(request: PdsRequest<A, I>, drive: DriveAccess) {
    const url = `${drive.endpoint}/v2${request.path}`
    const unanswered = (error: HttpClientError.HttpClientError) =>
      new TransportError({ reason: "Network", method: "POST", path: url, detail: networkCode(error) })
    const post = HttpClientRequest.post(url).pipe(
      HttpClientRequest.bodyUnsafeJson(request.body(drive.driveId)),
      HttpClientRequest.bearerToken(drive.accessToken)
    )
    const exchange = Effect.flatMap(
      client.execute(post),
      (response) => Effect.map(readBody(response, { method: "POST", path: url }), (body) => ({ response, body }))
    )
    const timeout = request.timeout ?? defaultTimeout
    const { body, response } = yield* exchange.pipe(
      Effect.mapError((error) => error._tag === "TransportError" ? error : unanswered(error)),
      Effect.timeoutFail({
        duration: timeout,
        onTimeout: () =>
          new TransportError({
            reason: "Timeout",
            method: "POST",
            path: url,
            detail: `no answer within ${Duration.format(timeout)}`
          })
      })
    )
    const receivedAt = yield* Clock.currentTimeMillis
    const toldAt = Date.parse(response.headers["date"] ?? "")
    if (!Number.isNaN(toldAt)) clockAhead = receivedAt - toldAt
    return yield* PdsAnswer.read(request.response, {
      url,
      status: response.status,
      headers: response.headers,
      body: new TextDecoder().decode(body),
      receivedAt,
      secrets: [Redacted.value(drive.accessToken)]
    })
  })

  const sendAs = <A, I>(request: PdsRequest<A, I>, credential: StorageCredential) =>
    Effect.flatMap(driveOf(credential), (drive) => send(request, drive))

  const attempt = Effect.fnUntraced(function*<A, I>(request: PdsRequest<A, I>) {
    const credential = yield* credentials.get(spaceId)
    return yield* Effect.catchIf(
      sendAs(request, credential),
      isExpired,
      () =>
        Effect.flatMap(
          credentials.refresh(spaceId, credential.version),
          (fresh) => Effect.catchIf(sendAs(request, fresh), isExpired, denied)
        )
    )
  })

  /** Spans record how a call ends, and answers hold signed addresses. */
  const withSpan = Effect.fn("PdsClient.call")(function*<A, I>(request: PdsRequest<A, I>) {
    yield* annotateSpanIfAny({ operation: request.operation, "url.path": `/v2${request.path}` })
    const once: Effect.Effect<A, PdsFailure> = attempt(request)
    return yield* Effect.map(
      request.repeat === "never" ? once : repeatWhere(once, passes(request.repeat)),
      Redacted.make
    )
  })

  return {
    renewal: Effect.map(
      credentials.get(spaceId),
      ({ version }) => Effect.suspend(() => Effect.asVoid(credentials.refresh(spaceId, version)))
    ),
    clockAhead: () => clockAhead,
    call: (request) => Effect.map(withSpan(request), Redacted.value)
  }
}
