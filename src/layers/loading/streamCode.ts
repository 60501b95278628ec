/**
 * What keeps a stream before it is uploaded, loaded with the first of them. It names what every upload has loaded before it: then
 * bundlers do not cut that up.
 */
export { spooledBlob } from "../browser/sources/spooledBlob.js"
export { loadedWithTransfer } from "./loadedWithTransfer.js"
