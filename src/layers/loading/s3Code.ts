/**
 * Spaces of s3, loaded when the first of them opens.
 */
export * from "../storage/s3/S3Provider.js"
export { loadedWithBucket } from "./loadedWithBucket.js"
