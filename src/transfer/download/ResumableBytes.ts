/**
 * The bytes of one object, or of a range of it, that continue where they were cut.
 */
import * as Chunk from "effect/Chunk"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as ExecutionStrategy from "effect/ExecutionStrategy"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { InvalidInput } from "../../domain/errors/InputErrors.js"
import { CredentialExpired, IntegrityError, StorageError } from "../../domain/errors/StorageErrors.js"
import { TransportError } from "../../domain/errors/TransportError.js"
import type { ByteRange, ByteReply, TakeBytes } from "../../services/Transport.js"
import type { Failure } from "../parts/Failure.js"
import { withTimeLimit } from "../parts/Watchdog.js"
import { withRetry } from "../parts/withRetry.js"
import type { FlowingBytes, ObjectToRead, ReadFailure, ReadingPorts, ResumableBytes } from "./ObjectToRead.js"
import * as RangeReply from "./RangeReply.js"
import type { Connection } from "./ReadConnection.js"
import * as ReadConnection from "./ReadConnection.js"

type Attempted<E> = CredentialExpired | E | IntegrityError | InvalidInput | StorageError | TransportError

const problem = (fileId: string, reason: "Network" | "Stalled") =>
  new TransportError({
    reason,
    method: "GET",
    path: fileId,
    detail: reason === "Stalled" ? "no byte came any more" : "the body was cut short"
  })

export const sizeOfChunk = (chunk: Chunk.Chunk<Uint8Array>): number =>
  Chunk.reduce(chunk, 0, (sum, bytes) => sum + bytes.length)

/**
 * A network's page may have an ETag, too, and goes when its user has signed in: it is waited for. One that is the same after so many
 * answers in a row is the object, which has another size than the service says.
 */
const longestDoubt = 20

/** One connection after the other, from where the last one ended. */
const reading = <E extends Failure>(
  object: ObjectToRead<E>,
  range: ByteRange | undefined,
  outer: Scope.Scope,
  flows: boolean
) => {
  const { fileId, limits, hooks, platform, transport } = object
  const start = range?.start ?? 0
  let position = start
  let first: RangeReply.Opened | undefined
  let latest: RangeReply.Opened | undefined
  let spoilt: IntegrityError | undefined
  let connection: Connection | undefined
  let refusal: StorageError | undefined
  let answered = { etag: "", times: 0 }

  const isCertain = ({ headers: { etag = "" } }: ByteReply): boolean => {
    answered = { etag, times: answered.etag === etag ? answered.times + 1 : 1 }
    return etag !== "" && answered.times > longestDoubt
  }

  /** The end as far as the object has it, once that is known: OSS takes no range that reaches beyond. */
  const wanted = (): ByteRange | undefined => {
    if (position === 0 && range?.end === undefined) return undefined
    const size = object.version?.size ?? 0
    return {
      start: position,
      end: range?.end !== undefined && size > position ? Math.min(range.end, size) : range?.end
    }
  }

  const disconnect = Effect.suspend(() => {
    const closing = connection
    connection = undefined
    return closing === undefined ? Effect.void : ReadConnection.close(closing)
  })

  const connect = Effect.fnUntraced(function*(scope: Scope.CloseableScope) {
    const asked = wanted()
    const address = yield* object.address.get
    const ifMatch = RangeReply.strongEtag(object.version)
    const reply = yield* Scope.extend(transport.get(address, { range: asked, ifMatch, flows }), scope).pipe(
      withTimeLimit(limits.answer, { method: "GET", path: fileId })
    )
    const opened = yield* RangeReply.read(reply, {
      platform,
      fileId,
      range: asked,
      known: object.version,
      now: yield* Clock.currentTimeMillis,
      expected: object.expected,
      isCertain: isCertain(reply)
    }).pipe(
      Effect.mapError((error) => {
        if (!RangeReply.isRefusedAddress(error)) return error
        refusal = error
        object.address.drop(address)
        return new CredentialExpired({ platform, version: address.credentialVersion })
      })
    )
    object.version = RangeReply.known(object.version, opened.version)
    if (opened.isUnclipped) return undefined
    first ??= opened
    latest = opened
    return yield* ReadConnection.open(reply, scope, opened.isEmpty)
  })

  const connected: Effect.Effect<Connection, Attempted<E>> = Effect.suspend(() => {
    if (connection !== undefined) return Effect.succeed(connection)
    if (spoilt !== undefined) return spoilt
    return Effect.flatMap(Scope.fork(outer, ExecutionStrategy.sequential), (scope) =>
      connect(scope).pipe(
        Effect.onError(() => Scope.close(scope, Exit.void)),
        Effect.tap((opened) => {
          if (opened === undefined) return Scope.close(scope, Exit.void)
          connection = opened
          return ReadConnection.guard(opened, limits.idle, outer)
        }),
        Effect.flatMap(() => connected)
      ))
  })

  /** Where the bytes end; a storage may give less at a time than it was asked for. */
  const end = (): number | undefined => {
    const size = object.version?.size
    return first === undefined || size === undefined ? first?.end : Math.min(range?.end ?? size, size)
  }

  const isWhole = () => first !== undefined && position === end()

  /** The end of a connection's body is the end only when nothing is missing; afterwards a failure changes nothing. */
  const judgeEnd = (failure: Option.Option<TransportError>) =>
    Effect.suspend((): Effect.Effect<undefined, IntegrityError | TransportError> => {
      if (isWhole() || (Option.isNone(failure) && end() === undefined)) return Effect.succeed(undefined)
      if (connection?.stalled === true) return problem(fileId, "Stalled")
      // It ended well with fewer bytes than it announced: they are not those of the object, and nothing can go on behind them.
      if (Option.isNone(failure) && latest?.isPacked === true) {
        const [expected, actual] = [`${end()}`, `${position}`]
        return spoilt = new IntegrityError({ what: "size", subject: fileId, expected, actual })
      }
      return Effect.fail(Option.getOrElse(failure, () => problem(fileId, "Network")))
    })

  const takeChunk: Effect.Effect<Chunk.Chunk<Uint8Array> | undefined, Attempted<E>> = Effect.gen(function*() {
    const open = yield* connected
    const clock = yield* Effect.clock
    open.waitingSince = clock.unsafeCurrentTimeMillis()
    const chunk = yield* Effect.catchAll(open.pull, judgeEnd)
    open.waitingSince = undefined
    if (chunk !== undefined) position += sizeOfChunk(chunk)
    return chunk
  })

  /** Bytes until `take` has something to wait for, or `undefined` at the end. */
  const takeFlowing = <A>(take: TakeBytes<A>): Effect.Effect<A | undefined, Attempted<E>> =>
    Effect.gen(function*() {
      const open = yield* connected
      const clock = yield* Effect.clock
      open.waitingSince = clock.unsafeCurrentTimeMillis()
      const taken = open.flow((bytes, free) => {
        open.waitingSince = clock.unsafeCurrentTimeMillis()
        position += bytes.length
        return take(bytes, free)
      })
      const result = yield* Effect.catchAll(taken, (error) => judgeEnd(Option.some(error)))
      open.waitingSince = undefined
      return result ?? (yield* judgeEnd(Option.none()))
    })

  /** The storage's own word says more than the driver's, which only knows that fresh addresses did not help. */
  const explain = (error: ReadFailure<E>): ReadFailure<E> =>
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
      return Effect.mapError(withRetry(hooks, again), explain)
    })
  }

  const checkEnd = Effect.suspend(() => RangeReply.checkPosition(end(), position, fileId))

  const pour: FlowingBytes<ReadFailure<E>>["pour"] = Effect.fnUntraced(function*<E2, R2>(
    take: TakeBytes<Effect.Effect<void, E2, R2>>
  ) {
    // The driver's limits are for one failure; the first bytes behind it end that.
    let failed = false
    const step = Effect.onError(
      takeFlowing<Effect.Effect<void, E2 | IntegrityError, R2>>((bytes, free) => {
        // What is too much must not be taken: it would lie where other bytes belong.
        const most = end()
        if (most !== undefined && position > most) return checkEnd
        const wait = take(bytes, free)
        if (!failed) return wait
        failed = false
        return wait ?? Effect.void
      }),
      () =>
        Effect.sync(() => {
          failed = true
        })
    )
    while (true) {
      const wait = yield* recovering(step)
      if (wait === undefined) return
      yield* wait
    }
  })

  return {
    connected: recovering(connected),
    next: Effect.tap(recovering(takeChunk), () => checkEnd),
    pour,
    size: () => {
      const last = end()
      return last === undefined ? undefined : last - start
    },
    contentType: () => first?.contentType
  }
}

/**
 * Opens the object or a range of it; the scope closes what is open. A refused address is asked for anew, a connection
 * that stalls is replaced, everything else is as the retry driver has it. A changed object is `StorageError`
 * PreconditionFailed.
 */
export const open = Effect.fnUntraced(function*<E extends Failure>(
  object: ObjectToRead<E>,
  range?: ByteRange
): Effect.fn.Return<ResumableBytes<ReadFailure<E>>, ReadFailure<E>, ReadingPorts | Scope.Scope> {
  const outer = yield* Effect.scope
  const bytes = reading(object, range, outer, false)
  yield* bytes.connected
  return { size: bytes.size(), contentType: bytes.contentType(), next: bytes.next }
})

/**
 * Opens the object or a range of it in the same way, to be taken where it arrives.
 */
export const openFlow = Effect.fnUntraced(function*<E extends Failure>(
  object: ObjectToRead<E>,
  range?: ByteRange
): Effect.fn.Return<FlowingBytes<ReadFailure<E>>, ReadFailure<E>, ReadingPorts | Scope.Scope> {
  const outer = yield* Effect.scope
  const bytes = reading(object, range, outer, true)
  yield* bytes.connected
  return { pour: bytes.pour }
})

/**
 * The same bytes as a stream.
 */
export const toStream = <E, R>(
  next: Effect.Effect<Chunk.Chunk<Uint8Array> | undefined, E, R>
): Stream.Stream<Uint8Array, E, R> =>
  Stream.repeatEffectChunkOption(
    Effect.flatMap(
      Effect.mapError(next, Option.some),
      (chunk) => chunk === undefined ? Effect.fail(Option.none<E>()) : Effect.succeed(chunk)
    )
  )
