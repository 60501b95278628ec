/**
 * What moves bytes in a page, loaded with the first upload or download.
 */
export { runs } from "../../transfer/TransferRunsLayer.js"
export { open as openSink } from "../browser/download/BrowserSink.js"
export { make as hasher } from "../browser/HasherWasm.js"
export { make as taskMemory } from "../browser/TaskMemoryIndexedDb.js"
export { transport } from "../browser/TransportXhr.js"
export { make as sources } from "../browser/UploadSourcesBrowser.js"
export * from "./loadedBefore.js"
