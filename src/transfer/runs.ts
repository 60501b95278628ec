/**
 * All that moves bytes, as one service.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TransferRuns } from "../services/TransferRuns.js"
import { runDownload } from "./download/batch.js"
import { openBytes } from "./download/bytes.js"
import { make as several } from "./download/several.js"
import { walk } from "./folder/walk.js"
import { abandon, sweepOne } from "./upload/abandon.js"
import { run as runUpload } from "./upload/run.js"

export const runs: TransferRuns.Runs = {
  uploads: { run: runUpload, abandon, sweepOne },
  downloads: { run: runDownload, open: openBytes, several },
  folders: { walk }
}

const here = Effect.succeed(runs)

/** For programs that have all their code at once. */
export const layer: Layer.Layer<TransferRuns> = Layer.succeed(TransferRuns, { get: here, load: () => here })
