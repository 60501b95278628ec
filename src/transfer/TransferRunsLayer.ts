/**
 * All that moves bytes, as one service.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TransferRuns } from "../services/TransferRuns.js"
import { openBytes } from "./download/openBytes.js"
import { readBlob } from "./download/readBlob.js"
import { runDownload } from "./download/runDownload.js"
import { make as several } from "./download/several.js"
import { walkFolder } from "./folder/walkFolder.js"
import { abortUpload, sweepSession } from "./upload/abortUpload.js"
import { runUpload } from "./upload/runUpload.js"

export const runs: TransferRuns.Runs = {
  uploads: { run: runUpload, abortUpload, sweepSession },
  downloads: { run: runDownload, open: openBytes, readBlob, several },
  folders: { walkFolder }
}

const here = Effect.succeed(runs)

/** For programs that have all their code at once. */
export const layer: Layer.Layer<TransferRuns> = Layer.succeed(TransferRuns, { get: here, load: () => here })
