/**
 * What uploads, loaded with the first upload.
 */
export { uploadRuns } from "../../transfer/upload/runUpload.js"
export { loadedWithTransfer } from "./loadedWithTransfer.js"
