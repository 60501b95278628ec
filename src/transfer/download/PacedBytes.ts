/**
 * The bytes of an object one after the other, at the speed of its space.
 */
import * as Effect from "effect/Effect"
import * as ExecutionStrategy from "effect/ExecutionStrategy"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { Space } from "../../domain/Space.js"
import type { SpeedLimit } from "../../services/transfers/SpeedLimit.js"
import type { ByteRange } from "../../services/Transport.js"
import type { Failure } from "../parts/Failure.js"
import type { FlowingBytes, ObjectToRead, ReadFailure, ReadingPorts, ResumableBytes } from "./ObjectToRead.js"
import * as Resumable from "./ResumableBytes.js"

/**
 * The speed of a space as it limits one reader: requests of one second each (spec point 9), from one account for all.
 */
export interface Throttle {
  readonly pace: SpeedLimit
  readonly rangeSize: number
}

export const throttleOf = (space: Space, paceOf: (space: Space) => SpeedLimit): Throttle | undefined =>
  space.downloadSpeed === undefined
    ? undefined
    : { pace: paceOf(space), rangeSize: Math.max(1, Math.floor(space.downloadSpeed)) }

const nothing = () => {}

type Bytes<E> = ResumableBytes<ReadFailure<E>>

/** The next request goes out while the debt for the last bytes is still being waited for. */
const openPaced = <E extends Failure>(
  object: ObjectToRead<E>,
  range: ByteRange,
  { pace, rangeSize }: Throttle,
  outer: Scope.Scope
) => {
  let position = range.start
  let piece: { readonly bytes: Bytes<E>; readonly scope: Scope.CloseableScope; readonly from: number } | undefined

  const wanted = range.end ?? Infinity

  /** The storage's word counts, as the service may know another version; only where it is hidden the service's does. */
  const end = () =>
    object.version === undefined ? wanted : Math.min(wanted, object.version.size ?? object.expected ?? wanted)

  const opened = Effect.suspend(() =>
    piece !== undefined
      ? Effect.succeed(piece)
      : Effect.flatMap(Scope.fork(outer, ExecutionStrategy.sequential), (scope) =>
        Scope.extend(
          Resumable.open(object, { start: position, end: Math.min(position + rangeSize, end()) }),
          scope
        ).pipe(Effect.map((bytes) => (piece = { bytes, scope, from: position }))))
  )
  const closePiece = Effect.suspend(() => {
    const over = piece
    piece = undefined
    return over === undefined ? Effect.void : Scope.close(over.scope, Exit.void)
  })

  const next: Bytes<E>["next"] = Effect.gen(function*() {
    while (position < end()) {
      const { bytes, from } = yield* opened
      const chunk = yield* bytes.next
      if (chunk === undefined) {
        yield* closePiece
        // A storage that gives nothing more has nothing more, whatever was expected.
        if (position === from) return undefined
        continue
      }
      const size = Resumable.sizeOfChunk(chunk)
      position += size
      yield* pace.take(size)
      return chunk
    }
    yield* closePiece
    return undefined
  })
  return { opened, next, size: () => end() - range.start }
}

/**
 * With a throttle the end has to be known: that of the range, or what the object is expected to have.
 */
export const open = Effect.fnUntraced(function*<E extends Failure>(
  object: ObjectToRead<E>,
  range: ByteRange | undefined,
  throttle: Throttle | undefined
): Effect.fn.Return<Bytes<E>, ReadFailure<E>, ReadingPorts | Scope.Scope> {
  const { end = object.expected, start } = range ?? { start: 0 }
  if (throttle === undefined || end === undefined) return yield* Resumable.open(object, range)
  const outer = yield* Effect.scope
  const bytes = openPaced(object, { start, end: range?.end }, throttle, outer)
  const { bytes: first } = yield* bytes.opened
  return { size: bytes.size(), contentType: first.contentType, next: bytes.next }
})

/**
 * The same for who takes bytes where they arrive. Without an end, as of an archive, they come by one request that is read at the speed.
 */
export const openFlow = Effect.fnUntraced(function*<E extends Failure>(
  object: ObjectToRead<E>,
  range: ByteRange | undefined,
  throttle: Throttle | undefined
): Effect.fn.Return<FlowingBytes<ReadFailure<E>>, ReadFailure<E>, ReadingPorts | Scope.Scope> {
  if (throttle === undefined) return yield* Resumable.openFlow(object, range)
  if (range?.end === undefined) {
    const { pour } = yield* Resumable.openFlow(object, range)
    return {
      pour: (take) =>
        pour((bytes, free) => Effect.zipRight(take(bytes, free) ?? Effect.void, throttle.pace.take(bytes.length)))
    }
  }
  const { next } = yield* open(object, range, throttle)
  return {
    pour: (take) =>
      Effect.gen(function*() {
        for (let chunk = yield* next; chunk !== undefined; chunk = yield* next) {
          for (const bytes of chunk) yield* take(bytes, nothing) ?? Effect.void
        }
      })
  }
})
