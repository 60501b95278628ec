/**
 * One object behind a `Transport` whose connections do what a script says.
 */
import { Deferred, Effect, Redacted, Stream } from "effect"
import { TransportError } from "../../../src/domain/errors/TransportError.js"
import type { ByteRange, ByteReply, Transport } from "../../../src/services/Transport.js"

export type Behaviour =
  | { readonly _tag: "serve" }
  | { readonly _tag: "cutAfter"; readonly bytes: number; readonly silently?: boolean }
  /** Says nothing more until its connection is closed. */
  | { readonly _tag: "stallAfter"; readonly bytes: number }
  /** Gives so many bytes more or less than asked for, and says so. */
  | { readonly _tag: "resize"; readonly by: number }
  /** Another object from now on. */
  | { readonly _tag: "replace"; readonly bytes: Uint8Array; readonly etag: string }
  | { readonly _tag: "refuse"; readonly status: number; readonly headers?: Record<string, string> }
  | { readonly _tag: "unreachable" }

export const serve: Behaviour = { _tag: "serve" }
export const cutAfter = (bytes: number): Behaviour => ({ _tag: "cutAfter", bytes })
export const stallAfter = (bytes: number): Behaviour => ({ _tag: "stallAfter", bytes })
export const refuse = (status: number): Behaviour => ({ _tag: "refuse", status })

export interface Asked {
  readonly url: string
  readonly range: ByteRange | undefined
  readonly ifMatch: string | undefined
}

const networkError = () => new TransportError({ reason: "Network", method: "GET", path: "http://storage.test/object" })

const chunked = (bytes: Uint8Array): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.ceil(bytes.length / 10) }, (_, index) => bytes.subarray(index * 10, (index + 1) * 10))

export const fakeObject = (options: {
  readonly bytes: Uint8Array
  readonly script?: ReadonlyArray<Behaviour>
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly ignoresRange?: boolean
  readonly honoursIfMatch?: boolean
}) => {
  const asked: Array<Asked> = []
  let object = { bytes: options.bytes, etag: "\"version-1\"" }
  let openConnections = 0

  const headersFor = (range: ByteRange | undefined, body: Uint8Array): Record<string, string> => {
    const headers = {
      etag: object.etag,
      "content-type": "text/plain",
      "content-length": `${body.length}`,
      ...(range === undefined
        ? {}
        : { "content-range": `bytes ${range.start}-${range.start + body.length - 1}/${object.bytes.length}` }),
      ...options.headers
    }
    return Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) => value === undefined ? [] : [[name, value]])
    )
  }

  const served = (
    behaviour: Behaviour,
    range: ByteRange | undefined,
    closed: Deferred.Deferred<never, TransportError>
  ): ByteReply => {
    const end = behaviour._tag === "resize" ? (range?.end ?? object.bytes.length) + behaviour.by : range?.end
    const body = object.bytes.subarray(range?.start ?? 0, end)
    const status = range === undefined ? 200 : 206
    const headers = headersFor(range, body)
    if (range !== undefined && range.start >= object.bytes.length) {
      return {
        status: 416,
        headers: { "content-range": `bytes */${object.bytes.length}` },
        bytes: Stream.empty,
        problem: ""
      }
    }
    if (behaviour._tag === "stallAfter") {
      const sent = Stream.fromIterable(chunked(body.subarray(0, behaviour.bytes)))
      return { status, headers, bytes: Stream.concat(sent, Stream.fromEffect(Deferred.await(closed))), problem: "" }
    }
    if (behaviour._tag !== "cutAfter") {
      return { status, headers, bytes: Stream.fromIterable(chunked(body)), problem: "" }
    }
    const sent = Stream.fromIterable(chunked(body.subarray(0, behaviour.bytes)))
    const bytes = behaviour.silently === true ? sent : Stream.concat(sent, Stream.fail(networkError()))
    return { status, headers, bytes, problem: "" }
  }

  const transport: Transport.Service = {
    put: () => Effect.dieMessage("nothing is sent"),
    get: (address, how) =>
      Effect.flatMap(Deferred.make<never, TransportError>(), (closed) =>
        Effect.acquireRelease(
          Effect.suspend((): Effect.Effect<ByteReply, TransportError> => {
            const behaviour = options.script?.[asked.length] ?? { _tag: "serve" }
            const range = options.ignoresRange === true ? undefined : how?.range
            asked.push({ url: Redacted.value(address.url), range: how?.range, ifMatch: how?.ifMatch })
            if (behaviour._tag === "unreachable") return Effect.fail(networkError())
            if (behaviour._tag === "replace") object = behaviour
            openConnections++
            const isOther = options.honoursIfMatch === true && how?.ifMatch !== undefined && how.ifMatch !== object.etag
            const refusal = behaviour._tag === "refuse" ? behaviour : isOther ? { status: 412, headers: {} } : undefined
            return Effect.succeed(
              refusal === undefined
                ? served(behaviour, range, closed)
                : { status: refusal.status, headers: refusal.headers ?? {}, bytes: Stream.empty, problem: "" }
            )
          }),
          () =>
            Effect.zipRight(
              Deferred.fail(closed, networkError()),
              Effect.sync(() => openConnections--)
            )
        ))
  }

  let addresses = 0
  const address = () =>
    Effect.sync(() => ({
      url: Redacted.make(`http://storage.test/object?signature=${++addresses}`),
      headers: {},
      credentialVersion: 1,
      expiresAt: 1000
    }))

  return { transport, address, asked, openConnections: () => openConnections }
}

/** The ranges that were asked for, as a header would have them. */
export const rangesOf = ({ asked }: Pick<ReturnType<typeof fakeObject>, "asked">): ReadonlyArray<string> =>
  asked.map(({ range }) => range === undefined ? "all" : `${range.start}-${range.end ?? ""}`)
