/** What the emulator's storage holds, asked by a client of its own. */
import type { ListMultipartUploadsCommandOutput } from "@aws-sdk/client-s3"
import { GetObjectCommand, ListMultipartUploadsCommand, ListPartsCommand, S3Client } from "@aws-sdk/client-s3"
import type { RunningEmulator } from "effect-drive/emulator"
import type { Hash } from "node:crypto"
import { createHash } from "node:crypto"
import { block } from "./pages/pattern.js"

export const storageOf = ({ s3 }: RunningEmulator) => {
  const { bucket, endpoint, region, ...credentials } = s3
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })

  const openUploads = async (): Promise<NonNullable<ListMultipartUploadsCommandOutput["Uploads"]>> =>
    (await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))).Uploads ?? []

  /** Numbers of the parts of the one open upload. */
  const listedParts = async (): Promise<ReadonlyArray<string>> => {
    const [upload] = await openUploads()
    const { Parts = [] } = await client.send(
      new ListPartsCommand({ Bucket: bucket, Key: upload?.Key, UploadId: upload?.UploadId })
    )
    return Parts.map((part) => String(part.PartNumber))
  }

  const digest = async (key: string): Promise<string> => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
    const hash: Hash = createHash("sha1")
    for await (const chunk of Body as AsyncIterable<Uint8Array>) hash.update(chunk) // what it is in Node
    return hash.digest("hex")
  }

  return { openUploads, listedParts, digest, close: () => client.destroy() }
}

/** The digest of the first blocks of the pattern. */
export const patternDigest = (blocks: number): string => {
  const hash = createHash("sha1")
  for (let index = 0; index < blocks; index++) hash.update(block(index))
  return hash.digest("hex")
}
