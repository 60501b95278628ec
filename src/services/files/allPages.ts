/**
 * A list as one stream: each page is fetched while the one before it is read.
 */
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { Page } from "../../domain/DriveFile.js"
import type { TransportError } from "../../domain/errors/TransportError.js"
import { refuseCircle } from "./eachPage.js"

/**
 * The items of all pages. Cursors that lead round in a circle, however wide, end in an error instead of the same items for ever.
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
