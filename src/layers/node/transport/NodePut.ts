/**
 * One PUT over Node's HTTP client: progress, an answer for every status, and nothing left open.
 *
 * @since 1.0.7
 */
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"
import type { ClientRequest, IncomingMessage } from "node:http"
import type { TransportError } from "../../../domain/errors/TransportError.js"
import { type SlicedBody, unreadBody } from "../../../services/SlicedBody.js"
import type { BodyPace, PartBody, PartReply, SignedAddress } from "../../../services/Transport.js"
import { forwardProgress } from "../../http/forwardProgress.js"
import { networkFailure } from "../../http/PublicPath.js"
import {
  closeRequest,
  collectText,
  type Connections,
  detailOf,
  headersOf,
  isStale,
  openRequest,
  type StaleConnection
} from "./NodeRequest.js"
import type { SliceSize } from "./SliceSize.js"

/**
 * @since 1.0.7
 * @category models
 */
export interface PutRequest {
  readonly address: SignedAddress
  readonly body: PartBody | SlicedBody
  readonly sent: (bytes: number) => void
  readonly pace?: BodyPace | undefined
  /** Shared by all requests of a transport: what the network takes at once is learned from all of them. */
  readonly slices: SliceSize
}

/** Calls back with the number of bytes that may go now, of so many; at once where nothing holds them back. */
type Turn = (most: number, go: (bytes: number) => void) => void

const sizeOf = (body: PutRequest["body"]): number => body instanceof Uint8Array ? body.byteLength : body.size

/** At most so many bytes from there on, for a body that is not in memory. */
const sliceOf = (body: Blob | SlicedBody, start: number, most: number): Promise<Uint8Array> =>
  body instanceof Blob
    ? body.slice(start, start + most).arrayBuffer().then((bytes) => new Uint8Array(bytes))
    : body.read(start, most)

interface Turns {
  readonly turn: Turn
  /** Milliseconds by the fiber's clock. */
  readonly now: () => number
  /** Whoever waits still is not called back. */
  readonly end: () => void
}

interface WrittenBody {
  /** Something was handed to the network. */
  readonly begun: () => boolean
  /** All of it was. */
  readonly isAway: () => boolean
  /** Nothing more leaves. */
  readonly end: () => void
}

/**
 * Writes the body slice by slice; between two slices the event loop reads, so that an early answer ends it. On a kept-alive
 * connection it reads before the first one too: one that was closed already shows before anything is written.
 */
const writeBody = (
  request: ClientRequest,
  { body, slices }: PutRequest,
  wanted: () => boolean,
  { now, turn }: Turns,
  written: (position: number) => void
): WrittenBody => {
  const size = sizeOf(body)
  let leaving: number | undefined
  let away = 0
  const write = (slice: Uint8Array, end: number): void => {
    if (!wanted()) return
    const start = now()
    leaving = start
    const onFlush = (error?: Error | null) => {
      if (error !== undefined && error !== null) return
      leaving = undefined
      slices.left(slice.byteLength, now() - start)
      away = end
      written(end)
      if (end < size) setImmediate(writeFrom, end)
      else request.end()
    }
    // The end of a request is one write more: in one with the last slice, that would count as sent only once the end is.
    request.write(slice, onFlush)
  }
  const writeFrom = (start: number): void => {
    if (wanted()) turn(Math.min(slices.current(), size - start), (bytes) => writeSlice(start, bytes))
  }
  const writeSlice = (start: number, most: number): void => {
    if (!wanted()) return
    if (body instanceof Uint8Array || size === 0) {
      const slice = body instanceof Uint8Array ? body.subarray(start, start + most) : new Uint8Array()
      write(slice, start + slice.byteLength)
      return
    }
    sliceOf(body, start, most).then(
      (slice) => write(slice, start + slice.byteLength),
      (cause: unknown) => request.destroy(new Error(unreadBody, { cause }))
    )
  }
  let begun = false
  const begin = () => {
    if (!wanted()) return
    begun = true
    writeFrom(0)
  }
  // The first turn may still be part of the one that read last.
  request.once("socket", () => request.reusedSocket ? setImmediate(setImmediate, begin) : begin())
  return {
    begun: () => begun,
    isAway: () => away >= size,
    end: () => {
      if (leaving !== undefined) slices.abandoned(now() - leaving)
    }
  }
}

// A refusal counts even when its text was cut: servers that answer early close in the middle of the body.
const replyOf = (put: PutRequest, response: IncomingMessage, body: string, isEarly: boolean, isCut: boolean) => {
  const status = response.statusCode ?? 0
  return isCut && status < 400
    ? Effect.fail(networkFailure("PUT", put.address, "the answer was cut short"))
    : Effect.succeed({ status, headers: headersOf(response), body, ...(isEarly ? { isEarly } : {}) })
}

/** Once a byte was written the server may have read all of it: then whoever sends looks before the body is sent again. */
const failureOf = (
  put: PutRequest,
  request: ClientRequest,
  cause: unknown,
  begun: boolean
): TransportError | StaleConnection => {
  const error = networkFailure("PUT", put.address, detailOf(cause))
  return !begun && isStale(request, cause) ? { _tag: "StaleConnection", error } : error
}

/** The pace by the clock and in the context of the fiber that sends. */
const turnsOf = (pace: BodyPace | undefined, clock: Clock.Clock, runtime: Runtime.Runtime<never>): Turns => {
  let cancel = () => {}
  return {
    now: () => clock.unsafeCurrentTimeMillis(),
    turn: (most, go) => {
      const slice = pace === undefined ? Exit.succeed(most) : pace(most)
      const atOnce = Exit.isExit(slice) && Exit.isSuccess(slice) ? slice.value : undefined
      if (typeof atOnce === "number") go(atOnce)
      else {
        cancel = Runtime.runCallback(runtime)(slice, {
          onExit: (exit) => {
            if (Exit.isSuccess(exit)) go(exit.value)
          }
        })
      }
    },
    end: () => cancel()
  }
}

const attempt = (
  put: PutRequest,
  connections: Connections | undefined,
  turns: Turns,
  written: (position: number) => void
): Effect.Effect<PartReply, TransportError | StaleConnection> =>
  Effect.async((resume) => {
    const headers = { "content-length": String(sizeOf(put.body)) }
    const opened = openRequest({ method: "PUT", address: put.address, headers, connections })
    if (Either.isLeft(opened)) {
      resume(Effect.fail(opened.left))
      return
    }
    const request = opened.right
    let reply: ((isCut: boolean) => Effect.Effect<PartReply, TransportError>) | undefined
    let answered = false
    let failure: TransportError | StaleConnection | undefined
    const settle = () =>
      resume(
        reply === undefined
          ? Effect.fail(failure ?? networkFailure("PUT", put.address, "the connection was closed"))
          : reply(!answered)
      )
    request.on("response", (response) => {
      const text = collectText(response, () => {
        answered = true
        if (request.writableFinished && response.complete) settle()
        else request.destroy()
      })
      response.on("error", () => {})
      const isEarly = !body.isAway()
      reply = (isCut) => replyOf(put, response, text(), isEarly, isCut)
    })
    request.on("error", (error) => {
      failure ??= failureOf(put, request, error, body.begun())
    })
    request.on("close", () => {
      turns.end()
      body.end()
      settle()
    })
    const isWanted = () => reply === undefined && failure === undefined && !request.destroyed
    const body = writeBody(request, put, isWanted, turns, written)
    return closeRequest(request)
  })

/**
 * Sends the body. A kept-alive connection that turns out to be closed before anything was written is replaced once, at once.
 *
 * @since 1.0.7
 * @category constructors
 */
export const put = (connections: Connections, request: PutRequest): Effect.Effect<PartReply, TransportError> =>
  Effect.clockWith((clock) =>
    Effect.flatMap(Effect.runtime<never>(), (runtime) => {
      const written = forwardProgress(request.sent)
      const turns = turnsOf(request.pace, clock, runtime)
      const afresh = Effect.catchTag(
        attempt(request, undefined, turns, written),
        "StaleConnection",
        (stale) => Effect.fail(stale.error)
      )
      const kept = request.address.afresh === true ? undefined : connections
      return Effect.catchTag(attempt(request, kept, turns, written), "StaleConnection", () => afresh)
    })
  )
