/**
 * What uploads from a page, loaded with the first upload.
 */
export { make as hasher } from "../browser/HasherWasm.js"
export { make as sources } from "../browser/UploadSourcesBrowser.js"
export { loadedWithTransfer } from "./loadedWithTransfer.js"
export { putBy, uploadRuns } from "./smallRequests.js"
