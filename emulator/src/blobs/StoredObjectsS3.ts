/**
 * Objects on an S3 server that clients use directly: the emulator asks about them and holds none of their bytes; only
 * archives are read and written through it.
 */
import type { CORSRule, HeadObjectCommandOutput } from "@aws-sdk/client-s3"
import * as Effect from "effect/Effect"
import type { Blob } from "./Blob.js"
import { BlobBroken } from "./BlobErrors.js"
import type { ByteRange, ObjectBuckets, StoredObjects } from "./BlobStore.js"
import * as KnownDigests from "./KnownDigests.js"
import * as LazyStream from "./LazyStream.js"
import * as S3Calls from "./S3Calls.js"
import * as UploadS3 from "./UploadS3.js"

const blobOf = (key: string, reply: HeadObjectCommandOutput): Blob => ({
  key,
  size: reply.ContentLength ?? 0,
  etag: reply.ETag?.replaceAll("\"", "") ?? "",
  digests: {},
  modified: reply.LastModified?.getTime() ?? 0,
  metadata: {
    headers: reply.ContentType === undefined ? {} : { "content-type": reply.ContentType },
    user: reply.Metadata ?? {}
  },
  segments: []
})

/** What a web drive on any page needs, ETag above all. */
const openCors: CORSRule = {
  AllowedOrigins: ["*"],
  AllowedMethods: ["GET", "PUT", "POST", "DELETE", "HEAD"],
  AllowedHeaders: ["*"],
  ExposeHeaders: ["ETag", "Content-Range", "Content-Length", "Accept-Ranges", "Date", "x-amz-meta-effect-drive"],
  MaxAgeSeconds: 3000
}

const encodedSource = (bucket: string, key: string): string =>
  [bucket, ...key.split("/")].map(encodeURIComponent).join("/")

const objectsOf = (call: S3Calls.S3Call, Bucket: string): StoredObjects => {
  const head: StoredObjects["head"] = (Key) =>
    Effect.map(
      call("head", Key, (client, sdk, abortSignal) =>
        client.send(new sdk.HeadObjectCommand({ Bucket, Key }), { abortSignal })),
      (reply) =>
        blobOf(Key, reply)
    )

  const open = (blob: Blob, range?: ByteRange) =>
    call("get", blob.key, async (client, sdk, abortSignal) => {
      const command = new sdk.GetObjectCommand({
        Bucket,
        Key: blob.key,
        IfMatch: `"${blob.etag}"`,
        ...range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }
      })
      const { Body } = await client.send(command, { abortSignal })
      return Body?.transformToWebStream()
    })

  const digestOf = KnownDigests.make(open)

  const remove: StoredObjects["remove"] = (Key) =>
    call(
      "remove",
      Key,
      (client, sdk, abortSignal) => client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), { abortSignal })
    ).pipe(
      Effect.as(true),
      Effect.catchTag("BlobNotFound", () => Effect.succeed(false))
    )

  /** Nobody would ask for it again: the name is new. */
  const removeLeft = (key: string) =>
    Effect.catchAll(remove(key), (error) => Effect.logWarning(`${key} was left behind: ${error.message}`))

  return {
    name: Bucket,
    head,
    remove,
    copy: ({ from, key }) =>
      Effect.zipRight(
        call("copy", from.key, (client, sdk, abortSignal) => {
          const command = new sdk.CopyObjectCommand({ Bucket, Key: key, CopySource: encodedSource(Bucket, from.key) })
          return client.send(command, { abortSignal })
        }),
        head(key)
      ),
    get: (key) =>
      Effect.map(head(key), (blob) => ({
        blob,
        read: (range) => LazyStream.make(() => open(blob, range), LazyStream.sizeOf(blob, range))
      })),
    put: ({ body, key }) =>
      Effect.onError(Effect.zipRight(UploadS3.put(call, Bucket, key, body), head(key)), () => removeLeft(key)),
    digest: (key, name) => Effect.flatMap(head(key), (blob) => digestOf(blob, name))
  }
}

/**
 * The buckets of a server. `makeBucket` makes one that is missing and opens it to pages by its CORS rules; a server
 * that keeps its rules elsewhere may refuse those, which is logged.
 */
export const make = (server: S3Calls.S3Server): ObjectBuckets => {
  const call = S3Calls.make(server)

  const exists = (Bucket: string) =>
    call(
      "headBucket",
      Bucket,
      (client, sdk, abortSignal) => client.send(new sdk.HeadBucketCommand({ Bucket }), { abortSignal })
    ).pipe(
      Effect.as(true),
      Effect.catchTag("BlobNotFound", () => Effect.succeed(false))
    )

  const create = (Bucket: string) =>
    call(
      "makeBucket",
      Bucket,
      (client, sdk, abortSignal) => client.send(new sdk.CreateBucketCommand({ Bucket }), { abortSignal })
    )

  const allowPages = (Bucket: string) =>
    call("allowPages", Bucket, (client, sdk, abortSignal) => {
      const command = new sdk.PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [openCors] } })
      return client.send(command, { abortSignal })
    }).pipe(
      Effect.catchTag("BlobBroken", (error) => Effect.logWarning(`${Bucket}: no CORS rules set: ${error.message}`))
    )

  return {
    bucket: (name) => Effect.succeed(objectsOf(call, name)),
    makeBucket: (name) =>
      Effect.gen(function*() {
        if (!(yield* exists(name))) {
          // A server that has made it, and whose answer was lost, refuses to make it again.
          yield* Effect.catchTag(create(name), "BlobBroken", (error) =>
            Effect.flatMap(exists(name), (isThere) =>
              isThere ? Effect.void : Effect.fail(error)))
          yield* allowPages(name)
        }
        return objectsOf(call, name)
      }).pipe(
        Effect.catchTag("BlobNotFound", (cause) =>
          new BlobBroken({ operation: "makeBucket", cause }))
      )
  }
}
