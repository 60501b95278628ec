/**
 * One control call of an SDK, carried by our own `HttpClient`: one place for interruption, for the clock of tests and for
 * what is sent beside the request (no trace headers, no cookies).
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Runtime from "effect/Runtime"
import { TransportError } from "../../../domain/errors/TransportError.js"
import * as ForeignStorageAnswer from "../../../domain/ForeignStorageAnswer.js"
import type { PartReply } from "../../../services/Transport.js"
import { replyLimit } from "../../http/answerLimits.js"
import { withoutSpans } from "../../http/FetchOptions.js"
import { readBody } from "../../http/readBody.js"

/**
 * An answer that is an error of the storage. It leaves the SDK unread, so that one place names it. Storages put keys and
 * signatures into such answers: whoever logs this error sees none of it.
 */
export class RefusedReply extends Data.TaggedError("RefusedReply")<{
  readonly reply: Redacted.Redacted<PartReply>
}> {}

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

/** Bytes of a body that is looked at whatever its status. */
const lookedAt = 4096

/**
 * One request. A refusal is a value until it leaves: an error that ends a fiber may be logged with all that it holds.
 */
export const exchange = (client: HttpClient.HttpClient, request: HttpClientRequest.HttpClientRequest) => {
  const call = { method: request.method, path: request.url.split("?", 1)[0] ?? "" }
  return client.execute(request).pipe(
    Effect.flatMap((response) => Effect.map(readBody(response, call), (body) => ({ response, body }))),
    Effect.mapError((error) =>
      error._tag === "TransportError"
        ? error
        : new TransportError({ ...call, reason: "Network", detail: error.description ?? error.reason })
    ),
    Effect.flatMap(({ body, response }): Effect.Effect<ReadReply | RefusedReply, TransportError> => {
      const { status } = response
      const headers: Record<string, string> = { ...response.headers }
      const text = decoder.decode(status >= 300 ? body.subarray(0, replyLimit) : body.subarray(0, lookedAt))
      const foreign = ForeignStorageAnswer.ofStorage(call, { status, headers, body: text })
      if (foreign !== undefined) return foreign
      return Effect.succeed(
        status >= 300 || (body.length < lookedAt && isErrorDocument(text))
          ? new RefusedReply({ reply: Redacted.make({ status, headers, body: text }) })
          : { status, headers, body }
      )
    })
  )
}

/**
 * The promise rejects with a `TransportError` or a {@link RefusedReply}, and ends at once when the signal is aborted.
 */
export const make = (httpClient: HttpClient.HttpClient, runtime: Runtime.Runtime<never>) => {
  const client = withoutSpans(httpClient)
  const run = Runtime.runPromiseExit(runtime)
  return async (
    request: HttpClientRequest.HttpClientRequest,
    signal: AbortSignal | undefined
  ): Promise<ReadReply> => {
    const exit = await run(exchange(client, request), signal === undefined ? {} : { signal })
    if (Exit.isSuccess(exit)) {
      if (exit.value instanceof RefusedReply) throw exit.value
      return exit.value
    }
    throw Cause.isInterruptedOnly(exit.cause)
      ? new DOMException("the request was interrupted", "AbortError")
      : Cause.squash(exit.cause)
  }
}

/**
 * @see {@link make}
 */
export type Exchange = ReturnType<typeof make>
