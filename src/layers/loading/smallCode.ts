/**
 * What brings many small files to a storage by plain calls, loaded when a worker is to make them. It names what every upload has loaded
 * before it: then bundlers do not cut that up.
 */
export { uploadRuns } from "../../transfer/upload/runUpload.js"
export { uploadPlainly } from "../../transfer/upload/uploadPlainly.js"
export { loadedWithTransfer } from "./loadedWithTransfer.js"
