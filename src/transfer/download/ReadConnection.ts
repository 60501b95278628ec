/**
 * One connection that brings bytes, and the watch over it.
 */
import type * as Chunk from "effect/Chunk"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { TransportError } from "../../domain/errors/TransportError.js"
import type { ByteFlow, ByteReply } from "../../services/Transport.js"

type Pull = Effect.Effect<Chunk.Chunk<Uint8Array>, Option.Option<TransportError>>

export interface Connection {
  readonly scope: Scope.CloseableScope
  readonly pull: Pull
  readonly flow: ByteFlow
  /** When the reader began to wait for bytes; it does not while it is paced or writes. */
  waitingSince: number | undefined
  stalled: boolean
  watch: Fiber.RuntimeFiber<void> | undefined
}

const nothing = () => {}

/** A flow over a stream. Bytes that were pulled and not taken yet are kept for its next run. */
const flowOf = (pull: Pull): ByteFlow => {
  let waiting: ReadonlyArray<Uint8Array> = []
  return (take) =>
    Effect.gen(function*() {
      while (true) {
        for (const [index, bytes] of waiting.entries()) {
          const result = take(bytes, nothing)
          if (result === undefined) continue
          waiting = waiting.slice(index + 1)
          return result
        }
        waiting = []
        const chunk = yield* Effect.catchAll(pull, (failure) =>
          Option.isSome(failure) ? Effect.fail(failure.value) : Effect.succeed(undefined))
        if (chunk === undefined) {
          return undefined
        }
        waiting = [...chunk]
      }
    })
}

/**
 * The body of an answer; its connection closes with the scope.
 */
export const open = (
  reply: ByteReply,
  scope: Scope.CloseableScope,
  isEmpty: boolean
): Effect.Effect<Connection> =>
  Effect.map(Scope.extend(Stream.toPull(isEmpty ? Stream.empty : reply.bytes), scope), (pull) => ({
    scope,
    pull,
    flow: (isEmpty ? undefined : reply.flow) ?? flowOf(pull),
    waitingSince: undefined,
    stalled: false,
    watch: undefined
  }))

/**
 * Closing a connection is all that wakes a reader whose network has fallen silent. A timer for each read would cost more
 * than the reads.
 */
const watch = (connection: Connection, idle: Duration.Duration): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const limit = Duration.toMillis(idle)
    // The clock may have been set back.
    if (connection.waitingSince !== undefined) connection.waitingSince = Math.min(connection.waitingSince, now)
    const rest = connection.waitingSince === undefined ? limit : connection.waitingSince + limit - now
    if (rest > 0) return Effect.zipRight(Effect.sleep(rest), watch(connection, idle))
    connection.stalled = true
    return Scope.close(connection.scope, Exit.void)
  })

/**
 * Closes the connection when no byte has come for so long, until it is closed or `outer` is.
 */
export const guard = (connection: Connection, idle: Duration.Duration, outer: Scope.Scope): Effect.Effect<void> =>
  Effect.map(Effect.forkIn(Effect.interruptible(watch(connection, idle)), outer), (fiber) => {
    connection.watch = fiber
  })

export const close = (connection: Connection): Effect.Effect<void> => {
  const unwatched = connection.watch === undefined ? Effect.void : Effect.asVoid(Fiber.interrupt(connection.watch))
  return Effect.zipRight(unwatched, Scope.close(connection.scope, Exit.void))
}
