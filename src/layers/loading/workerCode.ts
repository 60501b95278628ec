/**
 * What pages do in a worker: the digests of what is not small, and the requests of many small files. Loaded when the first of them is
 * needed.
 */
export { make as largeHasher } from "../browser/LargeHasher.js"
export { openThread } from "../browser/requests/openThread.js"
export { loadedWithSpace } from "./loadedWithSpace.js"
