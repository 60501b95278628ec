/**
 * A server for the AWS SDK, and what its scenarios have in common.
 */
import {
  CreateMultipartUploadCommand,
  GetObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
  UploadPartCommand
} from "@aws-sdk/client-s3"
import { assert } from "@effect/vitest"
import { createHash } from "node:crypto"
import { Readable } from "node:stream"
import { md5 } from "../blobs/blobStoreContract.js"

export interface Target {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export interface Scenario {
  readonly name: string
  readonly run: (target: Target) => Promise<void>
}

export const MiB = 1024 * 1024

export const clientOf = (target: Target, options: S3ClientConfig = {}): S3Client =>
  new S3Client({
    endpoint: target.endpoint,
    region: target.region,
    forcePathStyle: true,
    credentials: { accessKeyId: target.accessKeyId, secretAccessKey: target.secretAccessKey },
    ...options
  })

export const failure = async (promise: Promise<unknown>): Promise<{ name: string; status: number | undefined }> => {
  try {
    await promise
  } catch (error) {
    if (error instanceof S3ServiceException) return { name: error.name, status: error.$metadata.httpStatusCode }
    throw error
  }
  throw new Error("it succeeded")
}

export const bytesOf = async (client: S3Client, Bucket: string, Key: string): Promise<Buffer> => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
  assert.isDefined(Body)
  return Buffer.from(await Body.transformToByteArray())
}

export const same = (left: Uint8Array, right: Uint8Array): void => assert.isTrue(Buffer.from(left).equals(right))

export const chunked = (bytes: Uint8Array, size: number): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      Buffer.from(bytes.subarray(index * size, (index + 1) * size))),
    { objectMode: false }
  )

export const partsOf = (bytes: Uint8Array, size: number): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size))

export const begin = async (client: S3Client, Bucket: string, Key: string): Promise<string> => {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
  assert.isDefined(UploadId)
  return UploadId
}

export const sendPart = async (
  client: S3Client,
  Bucket: string,
  Key: string,
  UploadId: string,
  PartNumber: number,
  Body: Uint8Array
) => {
  const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))
  assert.strictEqual(ETag, `"${md5(Body)}"`)
  return { PartNumber, ETag }
}

export const etagOfParts = (parts: ReadonlyArray<Uint8Array>): string =>
  `"${
    createHash("md5").update(Buffer.concat(parts.map((part) => Buffer.from(md5(part), "hex")))).digest("hex")
  }-${parts.length}"`

export const quietly = { requestChecksumCalculation: "WHEN_REQUIRED" } as const
