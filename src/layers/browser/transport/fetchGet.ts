/**
 * One GET by `fetch`, whose body is read only as fast as its reader wants.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { TransportError } from "../../../domain/errors/TransportError.js"
import type { ByteRange, ByteReply, SignedAddress } from "../../../services/Transport.js"
import { replyLimit } from "../../http/answerLimits.js"
import { networkFailure } from "../../http/PublicPath.js"
import { rangeHeaders } from "../../http/rangeHeaders.js"

type Failure = (detail: string) => TransportError

/** A body that ends before its length fails; a length that CORS hides, or of a compressed body, is not compared. */
const lengthOf = (response: Response): number | undefined => {
  const length = response.headers.get("content-length")
  return length === null || response.headers.has("content-encoding") ? undefined : Number(length)
}

const bytesOf = (response: Response, failure: Failure): Stream.Stream<Uint8Array, TransportError> => {
  if (response.body === null) return Stream.empty
  const reader = response.body.getReader()
  const length = lengthOf(response)
  let received = 0
  const cut = () => failure("the body was cut short")
  const pull = Effect.tryPromise({ try: () => reader.read(), catch: () => Option.some(cut()) }).pipe(
    Effect.flatMap(({ value }) => {
      if (value === undefined) {
        return Effect.fail(length === undefined || received === length ? Option.none() : Option.some(cut()))
      }
      received += value.byteLength
      return Effect.succeed(value)
    })
  )
  return Stream.repeatEffectOption(pull)
}

/** The beginning of a text, also where it is cut off or has no end. */
const problemOf = (response: Response): Effect.Effect<string> =>
  Effect.promise(async () => {
    const reader = response.body?.getReader()
    const decoder = new TextDecoder()
    let text = ""
    while (reader !== undefined && text.length < replyLimit) {
      const { value } = await reader.read().catch(() => ({ value: undefined }))
      if (value === undefined) return text
      text += decoder.decode(value, { stream: true })
    }
    await reader?.cancel().catch(() => {})
    return text.slice(0, replyLimit)
  })

/** Origins whose CORS rules do not let a condition through; what asks there compares the answers itself. */
const unconditional = new Set<string>()

/** A page does not learn whether the network or a rule has stopped a request, so that one without the condition must tell. */
const askUnderCors = (
  address: SignedAddress,
  ifMatch: string | undefined,
  ask: (ifMatch: string | undefined) => Effect.Effect<Response, TransportError>
): Effect.Effect<Response, TransportError> => {
  const { origin } = new URL(Redacted.value(address.url), globalThis.location?.href)
  if (ifMatch === undefined || unconditional.has(origin)) return ask(undefined)
  return Effect.catchAll(
    ask(ifMatch),
    () => Effect.tap(ask(undefined), () => Effect.sync(() => unconditional.add(origin)))
  )
}

/**
 * Fetches bytes, without cookies and without the browser's cache; the request is aborted with the scope.
 *
 * @since 1.0.7
 * @category constructors
 */
export const fetchGet = Effect.fnUntraced(function*(
  address: SignedAddress,
  options: { readonly range?: ByteRange | undefined; readonly ifMatch?: string | undefined }
): Effect.fn.Return<ByteReply, TransportError, Scope.Scope> {
  const failure: Failure = (detail) => networkFailure("GET", address, detail)
  const controller = yield* Effect.acquireRelease(
    Effect.sync(() => new AbortController()),
    (opened) => Effect.sync(() => opened.abort())
  )
  const ask = (ifMatch: string | undefined) =>
    Effect.tryPromise({
      try: () =>
        fetch(Redacted.value(address.url), {
          headers: { ...address.headers, ...rangeHeaders({ range: options.range, ifMatch }) },
          credentials: "omit",
          cache: "no-store",
          signal: controller.signal
        }),
      catch: () => failure("no answer: the connection broke, or CORS forbids to read it")
    })
  const response = yield* askUnderCors(address, options.ifMatch, ask)
  const { status } = response
  const headers = Object.fromEntries(response.headers)
  return status >= 400
    ? { status, headers, bytes: Stream.empty, problem: yield* problemOf(response) }
    : { status, headers, bytes: bytesOf(response, failure), problem: "" }
})
