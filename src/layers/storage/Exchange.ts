/**
 * One control call of an SDK, carried by our own `HttpClient`: one place for interruption, for the clock of tests and for
 * what is sent beside the request (no trace headers, no cookies).
 */
import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"
import { TransportError } from "../../domain/errors/TransportError.js"
import type { PartReply } from "../../services/Transport.js"

/**
 * An answer that is an error of the storage. It leaves the SDK unread, so that one dialect names it.
 */
export class RefusedReply extends Data.TaggedError("RefusedReply")<{ readonly reply: PartReply }> {}

/**
 * An answer that an SDK may read.
 */
export interface ReadReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * A storage may answer with a good status, and say in the body that it has failed.
 */
export const isErrorDocument = (text: string): boolean => /^\s*(<\?xml[^>]*>)?\s*<Error[\s>]/.test(text)

const decoder = new TextDecoder()

const exchange = (client: HttpClient.HttpClient, request: HttpClientRequest.HttpClientRequest) =>
  client.execute(request).pipe(
    Effect.flatMap((response) =>
      Effect.map(response.arrayBuffer, (body) => ({ response, body: new Uint8Array(body) }))
    ),
    Effect.mapError((error) =>
      new TransportError({
        reason: "Network",
        method: request.method,
        path: request.url.split("?", 1)[0] ?? "",
        detail: error.description ?? error.reason
      })
    ),
    Effect.flatMap(({ body, response }): Effect.Effect<ReadReply, RefusedReply> => {
      const headers: Record<string, string> = { ...response.headers }
      const text = response.status >= 300 || body.length < 4096 ? decoder.decode(body) : ""
      return response.status >= 300 || isErrorDocument(text)
        ? new RefusedReply({ reply: { status: response.status, headers, body: text } })
        : Effect.succeed({ status: response.status, headers, body })
    })
  )

/**
 * The promise rejects with a `TransportError` or a {@link RefusedReply}, and ends at once when the signal is aborted.
 */
export const make = (httpClient: HttpClient.HttpClient, runtime: Runtime.Runtime<never>) => {
  const client = HttpClient.withTracerPropagation(httpClient, false)
  const run = Runtime.runPromiseExit(runtime)
  return async (
    request: HttpClientRequest.HttpClientRequest,
    signal: AbortSignal | undefined
  ): Promise<ReadReply> => {
    const exit = await run(exchange(client, request), signal === undefined ? {} : { signal })
    if (Exit.isSuccess(exit)) return exit.value
    throw Cause.isInterruptedOnly(exit.cause)
      ? new DOMException("the request was interrupted", "AbortError")
      : Cause.squash(exit.cause)
  }
}

/**
 * @see {@link make}
 */
export type Exchange = ReturnType<typeof make>
