/**
 * Spaces of oss, loaded when the first of them opens.
 */
export * from "../storage/oss/OssProvider.js"
export { loadedWithBucket } from "./loadedWithBucket.js"
