/**
 * Loads the code that transfers run on, before the first of them runs: a page without a network loads it when it has one again.
 */
import * as Effect from "effect/Effect"
import type { TransportError } from "../../domain/errors/TransportError.js"
import * as Codes from "./codes.js"
import { Connectivity } from "../../services/Connectivity.js"
import { defaultRetryPolicy } from "../../services/transfers/patience.js"

/** Half a minute in all, with the pauses between them. Attempts made while offline do not count. */
const mostFailures = 6

const firstPause = 1000

type TransferCode = Effect.Effect.Success<typeof Codes.transfers.load>

/**
 * `waits` is told each time when the code cannot come because the machine is offline: it is asked for again when that is over.
 */
export const load = (waits: () => void = () => {}): Effect.Effect<TransferCode, TransportError, Connectivity> =>
  Effect.flatMap(Connectivity, ({ online, whenOnline }) => {
    const untilOnline = Effect.raceFirst(whenOnline, Effect.sleep(defaultRetryPolicy.offlineProbe))
    const attempt = (failures: number): Effect.Effect<TransferCode, TransportError> =>
      Effect.catchAll(Codes.transfers.load, (error) =>
        Effect.flatMap(online, (isOnline) => {
          if (!isOnline) return Effect.zipRight(Effect.zipRight(Effect.sync(waits), untilOnline), attempt(failures))
          if (failures + 1 === mostFailures) return Effect.fail(error)
          return Effect.zipRight(Effect.sleep(firstPause * 2 ** failures), attempt(failures + 1))
        }))
    return attempt(0)
  })

/**
 * The same for what nobody watches.
 */
export const loaded = load()
