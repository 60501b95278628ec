/**
 * The calls of a bucket itself, which few pages make, loaded with the first of them.
 */
export { make as bucket } from "../../seldom/bucket/BucketLayer.js"
export { loadedWithTransfer } from "./loadedWithTransfer.js"
