/**
 * The calls of a bucket on s3 that a page makes without the SDK, loaded with the first upload in parts or the first call.
 */
export { make as connection } from "../storage/bucket/BucketConnection.js"
export { make } from "../storage/s3/S3PageCalls.js"
export { loadedWithBucket } from "./loadedWithBucket.js"
