/**
 * What runs uploads.
 */
import type { UploadRuns } from "../../services/TransferRuns.js"
import { abortUpload, sweepSession } from "./abortUpload.js"
import { runUpload } from "./runUpload.js"

export const uploads: UploadRuns = { run: runUpload, abortUpload, sweepSession }
