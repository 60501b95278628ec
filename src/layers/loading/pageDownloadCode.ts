/**
 * What downloads to a page, loaded with the first download.
 */
export { downloads as runs } from "../../transfer/download/runDownload.js"
export { open as openSink } from "../browser/download/BrowserSink.js"
export { make as taskMemory } from "../browser/TaskMemoryIndexedDb.js"
export { fetchGet as get } from "../browser/transport/fetchGet.js"
export { loadedWithTransfer } from "./loadedWithTransfer.js"
