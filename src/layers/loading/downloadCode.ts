/**
 * What downloads, loaded with the first download.
 */
export { downloads as runs } from "../../transfer/download/runDownload.js"
export { loadedWithTransfer } from "./loadedWithTransfer.js"
