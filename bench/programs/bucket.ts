/** Makes the bucket of a server bench, or empties it: an in-memory server would run out of room. */
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand
} from "@aws-sdk/client-s3"
import type { Storage } from "../discardServer.js"
import { programArguments, report } from "../meter.js"

const { bucket, endpoint, key, region, secret } = programArguments<Storage>()
const client = new S3Client({
  ...(endpoint === undefined ? {} : { endpoint }),
  region,
  forcePathStyle: true,
  credentials: { accessKeyId: key, secretAccessKey: secret }
})
const listed = await client.send(new ListObjectsV2Command({ Bucket: bucket })).catch(() =>
  client.send(new CreateBucketCommand({ Bucket: bucket })).then(() => ({ Contents: [] }))
)
for (const { Key } of listed.Contents ?? []) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
// the first object and the first part of all take a server seconds that are nobody's
const object = { Bucket: bucket, Key: "warm-up" }
await client.send(new PutObjectCommand({ ...object, Body: "warm" }))
const { UploadId } = await client.send(new CreateMultipartUploadCommand(object))
await client.send(new UploadPartCommand({ ...object, UploadId, PartNumber: 1, Body: "warm" }))
await client.send(new AbortMultipartUploadCommand({ ...object, UploadId }))
client.destroy()
report({})
