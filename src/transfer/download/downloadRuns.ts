/**
 * What runs downloads.
 */
import type { DownloadRuns } from "../../services/TransferRuns.js"
import { openBytes } from "./openBytes.js"
import { readBack } from "./readBack.js"
import { readBlob } from "./readBlob.js"
import { runDownload } from "./runDownload.js"
import { make as several } from "./several.js"

export const downloads: DownloadRuns = { run: runDownload, open: openBytes, readBlob, readBack, several }
