/**
 * What makes the requests of a page in a worker, loaded when many small files come one after the other.
 */
export { makeThread } from "../browser/requests/RequestThread.js"
export * from "./loadedBefore.js"
