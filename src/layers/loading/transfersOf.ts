/**
 * What moves bytes, for programs that load it with the first transfer.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { TransportError } from "../../domain/errors/TransportError.js"
import { Connectivity } from "../../services/Connectivity.js"
import { layerOf } from "../../services/inOrder.js"
import type { AbortRuns, TransferCode, UploadRuns } from "../../services/TransferRuns.js"
import { TransferRuns } from "../../services/TransferRuns.js"
import { defaultRetryPolicy } from "../../services/transfers/RetryPolicy.js"
import type { LoadParts } from "../../transfer/upload/storeBytes.js"
import type { storeParts } from "../../transfer/upload/storeParts.js"
import type { LazyCode } from "./LazyCode.js"

/** Half a minute in all, with the pauses between them. Attempts made while offline do not count. */
const mostFailures = 6

const firstPause = 1000

/**
 * Asks again a moment after the machine is online again; `waits` is called each time that it is not. In that moment connections often
 * fail, and a browser remembers which files did not come.
 */
const loadWhenOnline = <A>(
  get: Effect.Effect<A, TransportError>,
  { online, whenOnline }: Connectivity.Service,
  waits: () => void
): Effect.Effect<A, TransportError> => {
  const untilOnline = Effect.raceFirst(
    Effect.zipRight(whenOnline, Effect.sleep(firstPause)),
    Effect.sleep(defaultRetryPolicy.offlineProbe)
  )
  const attempt = (failures: number): Effect.Effect<A, TransportError> =>
    Effect.catchAll(get, (error) =>
      Effect.flatMap(online, (isOnline) => {
        if (!isOnline) return Effect.zipRight(Effect.zipRight(Effect.sync(waits), untilOnline), attempt(failures))
        if (failures + 1 === mostFailures) return Effect.fail(error)
        return Effect.zipRight(Effect.sleep(firstPause * 2 ** failures), attempt(failures + 1))
      }))
  return attempt(0)
}

type Modules =
  & {
    readonly [Kind in Exclude<keyof TransferRuns.Runs, "aborts" | "uploads">]: LazyCode<{
      readonly runs: TransferRuns.Runs[Kind]
    }>
  }
  & {
    readonly uploads: LazyCode<{ readonly uploadRuns: (loadParts: LoadParts) => UploadRuns }>
    readonly parts: LazyCode<{ readonly runs: AbortRuns; readonly storeParts: typeof storeParts }>
  }

/**
 * Each kind of transfer out of the module that has it.
 *
 * @since 1.0.7
 * @category layers
 */
export const transfersOf = (modules: Modules): Layer.Layer<TransferRuns, never, Connectivity> =>
  layerOf(
    TransferRuns,
    Effect.map(Connectivity, (connectivity): TransferRuns.Service => {
      const codeFrom = <M, A>({ load }: LazyCode<M>, runsOf: (module: M) => A): TransferCode<A> => {
        let runs: A | undefined
        const get = Effect.map(load, (module) => runs ??= runsOf(module))
        return {
          get,
          load: (waits = () => {}) =>
            runs === undefined ? loadWhenOnline(get, connectivity, waits) : Effect.succeed(runs)
        }
      }
      const codeOf = <A>(code: LazyCode<{ readonly runs: A }>) => codeFrom(code, ({ runs }) => runs)
      const { downloads, folders, parts, saved, uploads } = modules
      return {
        uploads: codeFrom(uploads, ({ uploadRuns }) => uploadRuns(parts.load)),
        aborts: codeOf(parts),
        downloads: codeOf(downloads),
        folders: codeOf(folders),
        saved: codeOf(saved)
      }
    })
  )
