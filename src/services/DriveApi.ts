/**
 * The product's own HTTP service, as one function: one envelope, one place where its errors get their names.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { ApiError, RateLimited, TokenExpired } from "../domain/errors/ApiErrors.js"
import type { TransportError } from "../domain/errors/TransportError.js"

/**
 * How every call to the product API can fail.
 *
 * @since 1.0.7
 * @category errors
 */
export type ApiFailure = ApiError | RateLimited | TokenExpired | TransportError

/**
 * One call. `path` starts with `/api/v2`; `body` is sent as JSON; `response` decodes the envelope's `data`.
 *
 * @since 1.0.7
 * @category models
 */
export interface ApiRequest<A, I> {
  /** `Service.method`, used for the span. */
  readonly operation: string
  readonly method: "GET" | "POST" | "PUT" | "DELETE"
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  readonly body?: unknown
  readonly response: Schema.Schema<A, I>
  /**
   * Whether the request may be retried after a lost answer, because a repeat does no harm. `"ifUnanswered"`: only if no
   * answer came, for calls whose result is optional. Default: GET only.
   */
  readonly repeatable?: boolean | "ifUnanswered" | undefined
  /**
   * HTTP 400 is an answer, not an error (user check and add). Then `response` decodes the answer as a whole,
   * `{ status, code, message, data }`, at 400 and at success alike; a 400 without a code of its own gets code 400.
   */
  readonly badRequestIsAnswer?: boolean | undefined
}

/**
 * An answer as it came. `origin` is the API host, `receivedAt` epoch milliseconds.
 *
 * @since 1.0.7
 * @category models
 */
export interface ApiReply {
  readonly origin: string
  readonly status: number
  /** Names are lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
  readonly receivedAt: number
}

/**
 * What came of a call that was made already.
 *
 * @since 1.0.7
 * @category models
 */
export type MadeCall = Effect.Effect<ApiReply, TransportError>

/**
 * Where calls go, and what each of them says of the client.
 *
 * @since 1.0.7
 * @category models
 */
export interface ApiHead {
  /** The API host as it is now. */
  readonly origin: () => string
  readonly headers: Readonly<Record<string, string>>
  readonly fetchOptions: RequestInit
}

/**
 * What is sent of a request.
 *
 * @since 1.0.7
 * @category models
 */
export type ApiCall = Omit<ApiRequest<unknown, unknown>, "response">

export declare namespace DriveApi {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /**
     * Makes the call and gives `data` of its answer; any other code than 0 is an error. `made`: the first try was made already, and this
     * came of it.
     */
    readonly request: <A, I>(request: ApiRequest<A, I>, made?: MadeCall) => Effect.Effect<A, ApiFailure>
    /** For those who make a call themselves. Left out where nobody may. */
    readonly head?: ApiHead | undefined
  }
}

/**
 * Port: one typed request to the product API.
 *
 * @since 1.0.7
 * @category tags
 */
export class DriveApi extends Context.Tag("effect-drive/DriveApi")<DriveApi, DriveApi.Service>() {}
