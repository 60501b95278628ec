/**
 * The bytes of one object, or of a range of it, that go on where they were cut.
 *
 * @since 1.0.7
 */
import * as Chunk from "effect/Chunk"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as ExecutionStrategy from "effect/ExecutionStrategy"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { InvalidInput } from "../../domain/errors/InputErrors.js"
import type { IntegrityError } from "../../domain/errors/StorageErrors.js"
import { CredentialExpired, StorageError } from "../../domain/errors/StorageErrors.js"
import { TransportError } from "../../domain/errors/TransportError.js"
import type { Platform } from "../../domain/Platform.js"
import type { Connectivity } from "../Connectivity.js"
import type { Credentials } from "../Credentials.js"
import type { TransferScheduler } from "../TransferScheduler.js"
import type { ByteRange, Transport } from "../Transport.js"
import type { AddressBook } from "./addressBook.js"
import type { WatchdogLimits } from "./patience.js"
import * as RangeReply from "./rangeReply.js"
import type { Failure, RetryOwner, Settled } from "./retrying.js"
import { retrying } from "./retrying.js"
import { answered } from "./watchdog.js"

/**
 * What is read, by one or by several connections. The first answer settles `version`: every further one must be of the
 * same, so that bytes of two versions never mix.
 *
 * @since 1.0.7
 * @category models
 */
export interface ObjectToRead<E> {
  readonly transport: Transport.Service
  readonly platform: Platform
  readonly fileId: string
  readonly address: AddressBook<E>
  readonly owner: RetryOwner
  readonly limits: WatchdogLimits
  version: RangeReply.ObjectVersion | undefined
}

/**
 * Open bytes. `size` counts those that `next` gives, `undefined` where the storage does not say it; `next` gives
 * `undefined` at the end, and only when every announced byte has come.
 *
 * @since 1.0.7
 * @category models
 */
export interface ResumableBytes<E> {
  readonly size: number | undefined
  readonly contentType: string | undefined
  readonly next: Effect.Effect<Chunk.Chunk<Uint8Array> | undefined, E, ReadingPorts>
}

/**
 * What the retry driver asks.
 *
 * @since 1.0.7
 * @category models
 */
export type ReadingPorts = Connectivity | Credentials | TransferScheduler

/**
 * How reading can fail.
 *
 * @since 1.0.7
 * @category errors
 */
export type ReadFailure<E> = Settled<E> | IntegrityError | InvalidInput | StorageError | TransportError

type Attempted<E> = CredentialExpired | E | InvalidInput | StorageError | TransportError

interface Connection {
  readonly scope: Scope.CloseableScope
  readonly pull: Effect.Effect<Chunk.Chunk<Uint8Array>, Option.Option<TransportError>>
  /** When the reader began to wait for bytes; it does not while it is paced or writes. */
  waitingSince: number | undefined
  stalled: boolean
  watch: Fiber.RuntimeFiber<void> | undefined
}

const problem = (fileId: string, reason: "Network" | "Stalled") =>
  new TransportError({
    reason,
    method: "GET",
    path: fileId,
    detail: reason === "Stalled" ? "no byte came any more" : "the body was cut short"
  })

const sizeOf = (chunk: Chunk.Chunk<Uint8Array>): number => Chunk.reduce(chunk, 0, (sum, bytes) => sum + bytes.length)

/**
 * Closing a connection is all that wakes a reader whose network has fallen silent. A timer for each read would cost more
 * than the reads.
 */
const watch = (connection: Connection, idle: Duration.Duration): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const patience = Duration.toMillis(idle)
    const rest = connection.waitingSince === undefined ? patience : connection.waitingSince + patience - now
    if (rest > 0) return Effect.zipRight(Effect.sleep(rest), watch(connection, idle))
    connection.stalled = true
    return Scope.close(connection.scope, Exit.void)
  })

/** One connection after the other, from where the last one ended. */
const reading = <E extends Failure>(
  object: ObjectToRead<E>,
  range: ByteRange | undefined,
  outer: Scope.Scope
) => {
  const { fileId, limits, owner, platform, transport } = object
  const start = range?.start ?? 0
  let position = start
  let first: RangeReply.Opened | undefined
  let connection: Connection | undefined
  let refusal: StorageError | undefined

  const wanted = (): ByteRange | undefined =>
    position === 0 && range?.end === undefined ? undefined : { start: position, end: range?.end }

  const disconnect = Effect.suspend(() => {
    const closing = connection
    connection = undefined
    if (closing === undefined) return Effect.void
    const unwatched = closing.watch === undefined ? Effect.void : Effect.asVoid(Fiber.interrupt(closing.watch))
    return Effect.zipRight(unwatched, Scope.close(closing.scope, Exit.void))
  })

  const connect = Effect.fnUntraced(function*(scope: Scope.CloseableScope) {
    const asked = wanted()
    const address = yield* object.address.get
    const ifMatch = RangeReply.strongEtag(object.version)
    const reply = yield* Scope.extend(transport.get(address, { range: asked, ifMatch }), scope).pipe(
      answered(limits.answer, { method: "GET", path: fileId })
    )
    const opened = yield* RangeReply.read(reply, { platform, fileId, range: asked, known: object.version }).pipe(
      Effect.mapError((error) => {
        if (!RangeReply.isRefusedAddress(error)) return error
        refusal = error
        object.address.drop(address)
        return new CredentialExpired({ platform, version: address.credentialVersion })
      })
    )
    object.version = RangeReply.known(object.version, opened.version)
    first ??= opened
    return yield* Scope.extend(Stream.toPull(opened.isEmpty ? Stream.empty : reply.bytes), scope)
  })

  const connected: Effect.Effect<Connection, Attempted<E>> = Effect.suspend(() => {
    if (connection !== undefined) return Effect.succeed(connection)
    return Effect.flatMap(Scope.fork(outer, ExecutionStrategy.sequential), (scope) =>
      connect(scope).pipe(
        Effect.onError(() => Scope.close(scope, Exit.void)),
        Effect.tap((pull) =>
          Effect.suspend(() => {
            const opened: Connection = { scope, pull, waitingSince: undefined, stalled: false, watch: undefined }
            connection = opened
            return Effect.map(Effect.forkIn(Effect.interruptible(watch(opened, limits.idle)), outer), (fiber) => {
              opened.watch = fiber
            })
          })
        ),
        Effect.flatMap(() => connected)
      ))
  })

  const isWhole = () => first?.end !== undefined && position === first.end

  /** The end of a connection's body is the end only when nothing is missing; afterwards a failure changes nothing. */
  const ended = (failure: Option.Option<TransportError>) =>
    Effect.suspend(() => {
      if (isWhole() || (Option.isNone(failure) && first?.end === undefined)) return Effect.succeed(undefined)
      if (connection?.stalled === true) return problem(fileId, "Stalled")
      return Effect.fail(Option.getOrElse(failure, () => problem(fileId, "Network")))
    })

  const arrived: Effect.Effect<Chunk.Chunk<Uint8Array> | undefined, Attempted<E>> = Effect.gen(function*() {
    const open = yield* connected
    const clock = yield* Effect.clock
    open.waitingSince = clock.unsafeCurrentTimeMillis()
    const chunk = yield* Effect.catchAll(open.pull, ended)
    open.waitingSince = undefined
    if (chunk !== undefined) position += sizeOf(chunk)
    return chunk
  })

  /** The storage's own word says more than the driver's, which only knows that fresh addresses did not help. */
  const worded = (error: ReadFailure<E>): ReadFailure<E> =>
    refusal !== undefined && error instanceof StorageError && error.reason === "AccessDenied" ? refusal : error

  /** The driver is asked only when something has failed: it costs more than a read. */
  const recovering = <A>(effect: Effect.Effect<A, Attempted<E>>) => {
    const attempt = Effect.onError(effect, () => disconnect)
    return Effect.catchAll(attempt, (error) => {
      let failed: Attempted<E> | undefined = error
      const again = Effect.suspend(() => {
        const before = failed
        failed = undefined
        return before === undefined ? attempt : Effect.fail(before)
      })
      return Effect.mapError(retrying(owner, again), worded)
    })
  }

  return {
    connected: recovering(connected),
    next: Effect.tap(recovering(arrived), () => RangeReply.checkPosition(first, position, fileId)),
    size: () => (first?.end === undefined ? undefined : first.end - start),
    contentType: () => first?.contentType
  }
}

/**
 * Opens the object or a range of it; the scope closes what is open. A refused address is asked for anew, a connection
 * that stalls is replaced, everything else is as the retry driver has it. A changed object is `StorageError`
 * PreconditionFailed.
 *
 * @since 1.0.7
 * @category constructors
 */
export const open = Effect.fnUntraced(function*<E extends Failure>(
  object: ObjectToRead<E>,
  range?: ByteRange
): Effect.fn.Return<ResumableBytes<ReadFailure<E>>, ReadFailure<E>, ReadingPorts | Scope.Scope> {
  const outer = yield* Effect.scope
  const bytes = reading(object, range, outer)
  yield* bytes.connected
  return { size: bytes.size(), contentType: bytes.contentType(), next: bytes.next }
})

/**
 * The same bytes as a stream.
 *
 * @since 1.0.7
 * @category combinators
 */
export const toStream = <E, R>(
  next: Effect.Effect<Chunk.Chunk<Uint8Array> | undefined, E, R>
): Stream.Stream<Uint8Array, E, R> =>
  Stream.repeatEffectChunkOption(
    Effect.filterOrFail(
      Effect.mapError(next, Option.some),
      (chunk) => chunk !== undefined,
      () => Option.none<E>()
    )
  )
