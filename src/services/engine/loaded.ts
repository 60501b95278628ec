/**
 * Loads the code that transfers run on, before the first of them runs: a page without a network loads it when it has one again.
 */
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { TransportError } from "../../domain/errors/TransportError.js"
import * as Codes from "../codes.js"
import { Connectivity } from "../Connectivity.js"

/** Half a minute in all, with the pauses between them. Attempts made while offline do not count. */
const mostFailures = 6

export const loaded: Effect.Effect<Effect.Effect.Success<typeof Codes.transfers.load>, TransportError, Connectivity> =
  Effect.flatMap(Connectivity, (connectivity) => {
    let failures = 0
    return Effect.retry(Codes.transfers.load, {
      schedule: Schedule.exponential("1 second"),
      while: () => Effect.map(connectivity.online, (online) => online && ++failures < mostFailures)
    })
  })
