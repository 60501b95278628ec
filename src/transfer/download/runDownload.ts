/**
 * A download of one file or of many, and all else that downloads run.
 */
import * as Effect from "effect/Effect"
import type { DownloadFailure, DownloadResult } from "../../domain/DownloadSnapshot.js"
import type { DownloadEngine, DownloadPorts } from "../../services/downloads/DownloadEngine.js"
import type { DownloadEntry } from "../../services/downloads/DownloadEntry.js"
import type { DownloadRuns } from "../../services/TransferRuns.js"
import { asTransfer } from "../hosts/HostGates.js"
import { checkDownload } from "./checkDownload.js"
import { downloadBatch } from "./downloadBatch.js"
import { downloadFile } from "./downloadFile.js"
import { openBytes, readBack, readBlob } from "./openBytes.js"
import { severalFiles } from "./severalFiles.js"

/**
 * Ends with the file under its name, or with each of many files in the result.
 */
export const runDownload = (
  engine: DownloadEngine,
  entry: DownloadEntry
): Effect.Effect<DownloadResult, DownloadFailure, DownloadPorts> =>
  asTransfer(
    engine.tuning.retry,
    Effect.zipRight(
      checkDownload("download", entry.request),
      entry.batch === undefined ? downloadFile(engine, entry) : downloadBatch(engine, entry, entry.batch)
    )
  )

/**
 * What runs downloads.
 */
export const downloads: DownloadRuns = { run: runDownload, open: openBytes, readBlob, readBack, several: severalFiles }
