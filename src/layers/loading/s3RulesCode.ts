/**
 * Lifecycle, versioning and restores of a bucket on s3, loaded with the first call about them.
 */
export { make } from "../storage/s3/S3BucketRules.js"
export { loadedWithBucket } from "./loadedWithBucket.js"
