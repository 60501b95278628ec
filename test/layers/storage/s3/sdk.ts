import type { S3Sdk } from "../../../../src/layers/storage/s3/S3Sdk.js"

/** The real packages. */
export const sdk = async (): Promise<S3Sdk> => {
  const client = await import("@aws-sdk/client-s3")
  const { getSignedUrl, S3RequestPresigner } = await import("@aws-sdk/s3-request-presigner")
  return { ...client, getSignedUrl, S3RequestPresigner }
}
