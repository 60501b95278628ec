/**
 * What runs uploads.
 */
import type { UploadRuns } from "../../services/TransferRuns.js"
import { abortUpload } from "./abortUpload.js"
import { runUpload } from "./runUpload.js"
import type { LoadParts } from "./storeBytes.js"

/** `loadParts` is asked when a file is larger than one request. */
export const uploadRuns = (loadParts: LoadParts): UploadRuns => ({
  run: (engine, entry, stored) => runUpload(engine, entry, { loadParts, stored }),
  abortUpload
})
