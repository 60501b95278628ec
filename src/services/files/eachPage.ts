/**
 * A list page by page, and as one stream.
 */
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { Page } from "../../domain/DriveFile.js"
import { TransportError } from "../../domain/errors/TransportError.js"

/**
 * Fails when a cursor comes that came before, however wide the circle: its list would never end.
 */
export const refuseCircle = (): (next: string | undefined) => Effect.Effect<void, TransportError> => {
  const seen = new Set<string>()
  return (next) => {
    if (next === undefined) return Effect.void
    if (!seen.has(next)) return Effect.sync(() => void seen.add(next))
    return new TransportError({
      reason: "Decode",
      method: "POST",
      path: "list",
      field: "next",
      detail: "the cursor of an earlier page came again"
    })
  }
}

/**
 * The items of one page after the other. Cursors that lead round in a circle end in an error.
 */
export const eachPage = Effect.fnUntraced(function*<A, E, R>(
  page: (cursor: string | undefined) => Effect.Effect<Page<A>, E, R>,
  visit: (items: ReadonlyArray<A>) => void
) {
  const check = refuseCircle()
  let cursor: string | undefined
  do {
    const { items, next } = yield* page(cursor)
    visit(items)
    yield* check(next)
    cursor = next
  } while (cursor !== undefined)
})

/**
 * The items of all pages: each page is fetched while the one before it is read. Cursors that lead round in a circle, however wide, end in an
 * error instead of the same items for ever.
 */
export const allPages = <A, E, R>(
  page: (cursor: string | undefined) => Effect.Effect<Page<A>, E, R>
): Stream.Stream<A, E | TransportError, R> =>
  Stream.unwrapScoped(Effect.gen(function*() {
    const scope = yield* Effect.scope
    const check = refuseCircle()
    const ahead = (cursor: string | undefined) => Effect.forkIn(Effect.interruptible(page(cursor)), scope)
    return Stream.paginateChunkEffect(yield* ahead(undefined), (flight) =>
      Effect.gen(function*() {
        const { items, next } = yield* Fiber.join(flight)
        yield* check(next)
        const following = next === undefined ? Option.none() : Option.some(yield* ahead(next))
        return [Chunk.unsafeFromArray(items), following] as const
      }))
  }))
