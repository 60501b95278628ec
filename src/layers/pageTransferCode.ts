/**
 * What a page loads with the first upload or download, beside `src/services/transferCode.ts`.
 */
export { loadedBefore } from "../services/DriveServices.js"
export { make as hasher } from "./HasherWasm.js"
export { open as openSink } from "./sink/BrowserSink.js"
export { transport } from "./TransportXhr.js"
export { make as sources } from "./UploadSourcesBrowser.js"
