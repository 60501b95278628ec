/**
 * A bucket on s3, loaded with the first upload or the first call to it.
 */
export { make } from "../storage/s3/S3ObjectStore.js"
export { make as makeSdk } from "../storage/s3/S3Sdk.js"
export { loadedWithBucket } from "./loadedWithBucket.js"
