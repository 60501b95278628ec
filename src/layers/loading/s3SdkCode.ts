/**
 * How the SDK of s3 is used, loaded with it.
 */
export { make as makeCalls } from "../storage/s3/S3SdkCalls.js"
export { make as makeClient } from "../storage/s3/S3SdkClient.js"
export { make as makeSigner } from "../storage/s3/S3Signer.js"
export { loadedWithBucket } from "./loadedWithBucket.js"
