/** `@aws-sdk/lib-storage` as its users use it: one file, multipart, a read stream; after a short one that loads the code. */
import { S3Client } from "@aws-sdk/client-s3"
import { Upload } from "@aws-sdk/lib-storage"
import { createReadStream } from "node:fs"
import type { Readable } from "node:stream"
import type { Storage } from "../discardServer.js"
import { programArguments, report, startMeter } from "../meter.js"

interface Arguments {
  readonly path: string
  readonly partSize: number
  readonly queueSize: number
  readonly origin: string
  readonly storage?: Storage
  /** Chunks of 1 MiB in place of 64 KiB, and no checksum that nobody asks for. */
  readonly best?: boolean
}

const { best = false, origin, partSize, path, queueSize, storage } = programArguments<Arguments>()
const client = new S3Client({
  endpoint: storage?.endpoint ?? origin,
  region: storage?.region ?? "us-east-1",
  forcePathStyle: true,
  ...(best ? { requestChecksumCalculation: "WHEN_REQUIRED" as const } : {}),
  credentials: { accessKeyId: storage?.key ?? "benchkey", secretAccessKey: storage?.secret ?? "benchsecret" }
})
const bucket = storage?.bucket ?? "bench"

const upload = (key: string, body: Readable | Uint8Array) =>
  new Upload({ client, params: { Bucket: bucket, Key: key, Body: body }, partSize, queueSize }).done()
await upload("warm-up", new Uint8Array(partSize + 1))

const meter = startMeter()
await upload("peer", createReadStream(path, best ? { highWaterMark: 1_048_576 } : {}))
report(meter.sample())
client.destroy()
