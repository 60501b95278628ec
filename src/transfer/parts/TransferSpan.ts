/**
 * The span of one run of a transfer: the parent of all that the run does, and of nobody else's work.
 */
import * as Effect from "effect/Effect"
import { withSpanIfTraced } from "../../services/withSpanIfTraced.js"
import type { Direction } from "./TransferMetrics.js"
import { countQueueAround } from "./TransferMetrics.js"

/**
 * What is known of a transfer, sooner or later. None of it is a secret.
 */
export interface About {
  readonly space?: string | undefined
  readonly platform?: string | undefined
  readonly file?: string | undefined
  readonly size?: number | undefined
}

/**
 * Gives what adds to the span at hand what has become known.
 */
export const describeSpan: Effect.Effect<(about: About) => void> = Effect.withFiberRuntime(({ currentSpan: span }) =>
  Effect.succeed((about) => {
    if (span?._tag !== "Span") return
    for (const [name, value] of Object.entries(about)) if (value !== undefined) span.attribute(`drive.${name}`, value)
  })
)

/**
 * A resumed transfer has another span with the same id. `waiting` says how many others wait for their turn.
 */
export const inSpan = (direction: Direction, id: string, waiting: () => number) => {
  const name = direction === "up" ? "upload" : "download"
  return <A, E, R>(run: Effect.Effect<A, E, R>) =>
    countQueueAround(direction, waiting, run).pipe(
      withSpanIfTraced(`drive.${name}`, { root: true, attributes: { [`drive.${name}`]: id } })
    )
}
