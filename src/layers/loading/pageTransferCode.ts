/**
 * What a page loads with the first upload or download, beside `src/transfer/transferCode.ts`.
 */
export { loadedBefore } from "../../services/DriveServices.js"
export { make as hasher } from "../browser/HasherWasm.js"
export { open as openSink } from "../browser/download/BrowserSink.js"
export { transport } from "../browser/TransportXhr.js"
export { make as sources } from "../browser/UploadSourcesBrowser.js"
