/**
 * The span of one run of a transfer: the parent of all that the run does, and of nobody else's work.
 */
import * as Effect from "effect/Effect"
import type { Direction } from "./TransferMetrics.js"
import { countQueue } from "./TransferMetrics.js"

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
 * Adds to the span what has become known.
 */
export const describeSpan = (about: About): Effect.Effect<void> =>
  Effect.annotateCurrentSpan(
    Object.fromEntries(
      Object.entries(about).filter(([, value]) => value !== undefined).map(([name, value]) => [`drive.${name}`, value])
    )
  )

/**
 * A transfer that is gone on with has another span with the same id. `waiting` says how many others wait for their turn.
 */
export const inSpan = (direction: Direction, id: string, waiting: () => number) => {
  const name = direction === "up" ? "upload" : "download"
  const measureQueue = Effect.suspend(() => countQueue(direction, waiting()))
  return <A, E, R>(run: Effect.Effect<A, E, R>) =>
    Effect.zipRight(measureQueue, Effect.ensuring(run, measureQueue)).pipe(
      Effect.withSpan(`drive.${name}`, { root: true, attributes: { [`drive.${name}`]: id } })
    )
}
