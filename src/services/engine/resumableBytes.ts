/**
 * The bytes of one object as a stream that goes on where it was cut.
 *
 * @since 1.0.7
 */
import * as Chunk from "effect/Chunk"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as ExecutionStrategy from "effect/ExecutionStrategy"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { InvalidInput } from "../../domain/errors/InputErrors.js"
import type { Recoverable } from "../../domain/errors/Recovery.js"
import type { IntegrityError, StorageError } from "../../domain/errors/StorageErrors.js"
import { TransportError } from "../../domain/errors/TransportError.js"
import type { Platform } from "../../domain/Platform.js"
import type { ByteRange, SignedAddress, Transport } from "../Transport.js"
import * as RangeReply from "./rangeReply.js"

/**
 * What is read. `address` is asked for a fresh address whenever a connection is opened; `range` counts bytes of the
 * object, its end excluded.
 *
 * @since 1.0.7
 * @category models
 */
export interface ResumableRequest<E> {
  readonly transport: Transport.Service
  readonly platform: Platform
  readonly fileId: string
  readonly address: Effect.Effect<SignedAddress, E>
  readonly range?: ByteRange | undefined
}

/**
 * An open object. `size` counts the bytes that `bytes` gives, `undefined` where the storage does not say it.
 *
 * @since 1.0.7
 * @category models
 */
export interface ResumableBytes<E> {
  readonly size: number | undefined
  readonly contentType: string | undefined
  readonly bytes: Stream.Stream<Uint8Array, E>
}

type Problem = IntegrityError | InvalidInput | StorageError | TransportError

interface Connection {
  readonly scope: Scope.CloseableScope
  readonly pull: Effect.Effect<Chunk.Chunk<Uint8Array>, Option.Option<TransportError>>
}

/** Failures in a row without a byte between them. */
const mostFailures = 5

const longestPause = Duration.seconds(10)

const pauses = Schedule.identity<Recoverable>().pipe(
  Schedule.intersect(
    Schedule.exponential("200 millis").pipe(Schedule.jittered, Schedule.union(Schedule.spaced(longestPause)))
  ),
  Schedule.modifyDelay(([error], delay) =>
    "retryAfter" in error && typeof error.retryAfter === "number"
      ? Duration.max(delay, Duration.millis(error.retryAfter))
      : delay
  ),
  Schedule.intersect(Schedule.recurs(mostFailures))
)

const goesOn = (error: Recoverable): boolean => error.retry === "later" || error.retry === "now"

/**
 * Opens the object. The first answer settles which version is read: every further connection asks for the same ETag
 * (`If-Match`), so that bytes of two versions never mix; a changed object ends as `StorageError` PreconditionFailed. The
 * stream ends only when every byte of the announced size has come.
 *
 * @since 1.0.7
 * @category constructors
 */
export const open = Effect.fnUntraced(function*<E extends Recoverable>(
  request: ResumableRequest<E>
): Effect.fn.Return<ResumableBytes<E | Problem>, E | Problem, Scope.Scope> {
  const outer = yield* Effect.scope
  const start = request.range?.start ?? 0
  let position = start
  let first: RangeReply.Opened | undefined
  let connection: Connection | undefined

  const wanted = (): ByteRange | undefined =>
    position === 0 && request.range?.end === undefined ? undefined : { start: position, end: request.range?.end }

  const disconnect = Effect.suspend(() => {
    const closing = connection
    connection = undefined
    return closing === undefined ? Effect.void : Scope.close(closing.scope, Exit.void)
  })

  const connect = Effect.fnUntraced(function*(scope: Scope.CloseableScope) {
    const address = yield* request.address
    const range = wanted()
    const reply = yield* Scope.extend(request.transport.get(address, { range, ifMatch: first?.etag }), scope)
    const opened = yield* RangeReply.read(reply, { ...request, range, earlier: first })
    first ??= opened
    return yield* Scope.extend(Stream.toPull(opened.isEmpty ? Stream.empty : reply.bytes), scope)
  })

  /** A refused address is asked for once more: it may have ended on its way here. */
  const connected: Effect.Effect<Connection, E | Problem> = Effect.suspend(() => {
    if (connection !== undefined) return Effect.succeed(connection)
    const once = Effect.flatMap(Scope.fork(outer, ExecutionStrategy.sequential), (scope) =>
      connect(scope).pipe(
        Effect.onError(() => Scope.close(scope, Exit.void)),
        Effect.map((pull) => (connection = { scope, pull }))
      ))
    return Effect.retry(once, { times: 1, while: RangeReply.isRefusedAddress })
  })

  const cut = () =>
    new TransportError({ reason: "Network", method: "GET", path: request.fileId, detail: "the body was cut short" })

  const isWhole = () => first?.end !== undefined && position === first.end

  /** The end of a connection's body is the end only when nothing is missing; afterwards a failure changes nothing. */
  const ended = (failure: Option.Option<TransportError>): Effect.Effect<undefined, TransportError> =>
    isWhole() || (Option.isNone(failure) && first?.end === undefined)
      ? Effect.succeed(undefined)
      : Effect.fail(Option.getOrElse(failure, cut))

  const arrived: Effect.Effect<Chunk.Chunk<Uint8Array> | undefined, E | Problem> = Effect.gen(function*() {
    const { pull } = yield* connected
    const chunk = yield* Effect.catchAll(pull, ended)
    if (chunk === undefined) return undefined
    position += Chunk.reduce(chunk, 0, (sum, bytes) => sum + bytes.length)
    return chunk
  })

  const recovering = <A>(effect: Effect.Effect<A, E | Problem>): Effect.Effect<A, E | Problem> =>
    Effect.retry(Effect.onError(effect, () => disconnect), { schedule: pauses, while: goesOn })

  yield* recovering(connected)
  const next = recovering(arrived).pipe(
    Effect.tap(() => RangeReply.checkPosition(first, position, request.fileId)),
    Effect.mapError(Option.some),
    Effect.filterOrFail((chunk) => chunk !== undefined, () => Option.none<E | Problem>())
  )
  return {
    size: first?.end === undefined ? undefined : first.end - start,
    contentType: first?.contentType,
    bytes: Stream.repeatEffectChunkOption(next)
  }
})
