/**
 * What runs downloads.
 */
import type { DownloadRuns } from "../../services/TransferRuns.js"
import { make as several } from "./BatchDownloads.js"
import { openBytes, readBack, readBlob } from "./openBytes.js"
import { runDownload } from "./runDownload.js"

export const downloads: DownloadRuns = { run: runDownload, open: openBytes, readBlob, readBack, several }
