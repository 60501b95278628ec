/**
 * What sends a file in parts and takes parts back, loaded with the first file that is larger than one request. It names what every
 * upload has loaded before it: then bundlers do not cut that up.
 */
export { aborts as runs } from "../../transfer/upload/abortParts.js"
export { uploadRuns } from "../../transfer/upload/runUpload.js"
export { storeParts } from "../../transfer/upload/storeParts.js"
export { loadedWithTransfer } from "./loadedWithTransfer.js"
