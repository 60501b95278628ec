/**
 * The S3 protocol as users of the AWS SDK use it. Each scenario runs on any S3 server, so that ours can be compared
 * with others.
 */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketCorsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  paginateListParts,
  PutBucketCorsCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
  UploadPartCommand,
  UploadPartCopyCommand
} from "@aws-sdk/client-s3"
import { Upload } from "@aws-sdk/lib-storage"
import { getSignedUrl } from "@aws-sdk/s3-request-presigner"
import { assert } from "@effect/vitest"
import { createHash } from "node:crypto"
import { request as httpRequest } from "node:http"
import { Readable } from "node:stream"
import { md5, pattern } from "../blobs/blobStoreContract.js"

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

const MiB = 1024 * 1024

const clientOf = (target: Target, options: S3ClientConfig = {}): S3Client =>
  new S3Client({
    endpoint: target.endpoint,
    region: target.region,
    forcePathStyle: true,
    credentials: { accessKeyId: target.accessKeyId, secretAccessKey: target.secretAccessKey },
    ...options
  })

const failure = async (promise: Promise<unknown>): Promise<{ name: string; status: number | undefined }> => {
  try {
    await promise
  } catch (error) {
    if (error instanceof S3ServiceException) return { name: error.name, status: error.$metadata.httpStatusCode }
    throw error
  }
  throw new Error("it succeeded")
}

const bytesOf = async (client: S3Client, Bucket: string, Key: string): Promise<Buffer> => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
  assert.isDefined(Body)
  return Buffer.from(await Body.transformToByteArray())
}

const same = (left: Uint8Array, right: Uint8Array): void => assert.isTrue(Buffer.from(left).equals(right))

const chunked = (bytes: Uint8Array, size: number): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      Buffer.from(bytes.subarray(index * size, (index + 1) * size))),
    { objectMode: false }
  )

const partsOf = (bytes: Uint8Array, size: number): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size))

const begin = async (client: S3Client, Bucket: string, Key: string): Promise<string> => {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
  assert.isDefined(UploadId)
  return UploadId
}

const sendPart = async (
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

const etagOfParts = (parts: ReadonlyArray<Uint8Array>): string =>
  `"${
    createHash("md5").update(Buffer.concat(parts.map((part) => Buffer.from(md5(part), "hex")))).digest("hex")
  }-${parts.length}"`

const quietly = { requestChecksumCalculation: "WHEN_REQUIRED" } as const

export const scenarios: ReadonlyArray<Scenario> = [
  {
    name: "a bucket is made and found; an unknown one is not",
    run: async (target) => {
      const client = clientOf(target)
      await client.send(new CreateBucketCommand({ Bucket: target.bucket }))
      await client.send(new HeadBucketCommand({ Bucket: target.bucket }))
      const unknown = client.send(new GetObjectCommand({ Bucket: `${target.bucket}-not`, Key: "k" }))
      assert.deepStrictEqual(await failure(unknown), { name: "NoSuchBucket", status: 404 })
    }
  },
  {
    name: "an object comes back with its type and metadata, whatever its key",
    run: async (target) => {
      const client = clientOf(target)
      for (
        const Key of ["plain.txt", "a b/ü (1)!'*~&=+?#%41.txt", "漢字/\u{1f600}", "a//b/./c", "%2e%2e/x", "trailing/"]
      ) {
        const Body = `content of ${Key}`
        const put = await client.send(
          new PutObjectCommand({
            Bucket: target.bucket,
            Key,
            Body,
            ContentType: "text/x-test",
            Metadata: { mark: "m1" }
          })
        )
        assert.strictEqual(put.ETag, `"${md5(Buffer.from(Body))}"`)
        const head = await client.send(new HeadObjectCommand({ Bucket: target.bucket, Key }))
        assert.strictEqual(head.ContentLength, Buffer.byteLength(Body))
        assert.strictEqual(head.ContentType, "text/x-test")
        assert.deepStrictEqual(head.Metadata, { mark: "m1" })
        assert.strictEqual((await bytesOf(client, target.bucket, Key)).toString(), Body)
      }
    }
  },
  {
    name: "an empty object",
    run: async (target) => {
      const client = clientOf(target)
      await client.send(new PutObjectCommand({ Bucket: target.bucket, Key: "empty", Body: "" }))
      assert.strictEqual((await bytesOf(client, target.bucket, "empty")).length, 0)
    }
  },
  {
    name: "a stream with the SDK's default checksum (aws-chunked with a trailer)",
    run: async (target) => {
      const client = clientOf(target)
      const bytes = pattern(3 * MiB + 17)
      await client.send(
        new PutObjectCommand({
          Bucket: target.bucket,
          Key: "stream",
          Body: chunked(bytes, 50_000),
          ContentLength: bytes.length
        })
      )
      same(await bytesOf(client, target.bucket, "stream"), bytes)
    }
  },
  {
    name: "a stream with no checksum",
    run: async (target) => {
      const client = clientOf(target, quietly)
      const bytes = pattern(2 * MiB + 1, 2)
      await client.send(
        new PutObjectCommand({
          Bucket: target.bucket,
          Key: "stream2",
          Body: chunked(bytes, 65_536),
          ContentLength: bytes.length
        })
      )
      same(await bytesOf(client, target.bucket, "stream2"), bytes)
    }
  },
  ...(["CRC32", "CRC32C", "SHA1", "SHA256"] as const).map((ChecksumAlgorithm): Scenario => ({
    name: `a checksum by ${ChecksumAlgorithm} is taken, kept and given back`,
    run: async (target) => {
      const client = clientOf(target)
      const field = `Checksum${ChecksumAlgorithm}` as const
      const Key = `checksum-${ChecksumAlgorithm}`
      const put = await client.send(
        new PutObjectCommand({ Bucket: target.bucket, Key, Body: "123456789", ChecksumAlgorithm })
      )
      assert.isString(put[field])
      const head = await client.send(new HeadObjectCommand({ Bucket: target.bucket, Key, ChecksumMode: "ENABLED" }))
      assert.strictEqual(head[field], put[field])
    }
  })),
  {
    name: "a wrong checksum is refused and stores nothing",
    run: async (target) => {
      const client = clientOf(target)
      const put = client.send(
        new PutObjectCommand({ Bucket: target.bucket, Key: "wrong", Body: "hello", ChecksumCRC32: "AAAAAA==" })
      )
      assert.strictEqual((await failure(put)).status, 400)
      const head = client.send(new HeadObjectCommand({ Bucket: target.bucket, Key: "wrong" }))
      assert.strictEqual((await failure(head)).status, 404)
    }
  },
  {
    name: "a wrong Content-MD5 is BadDigest",
    run: async (target) => {
      const put = clientOf(target).send(
        new PutObjectCommand({
          Bucket: target.bucket,
          Key: "wrong",
          Body: "hello",
          ContentMD5: createHash("md5").update("other").digest("base64")
        })
      )
      assert.deepStrictEqual(await failure(put), { name: "BadDigest", status: 400 })
    }
  },
  {
    name: "objects are removed, one and many; a missing one is NoSuchKey",
    run: async (target) => {
      const client = clientOf(target)
      const Bucket = target.bucket
      const keys = ["remove/1", "remove/2", "remove/ü&<>"]
      for (const Key of keys) await client.send(new PutObjectCommand({ Bucket, Key, Body: "x" }))
      await client.send(new DeleteObjectCommand({ Bucket, Key: "remove/1" }))
      await client.send(new DeleteObjectCommand({ Bucket, Key: "remove/1" }))
      const gone = client.send(new GetObjectCommand({ Bucket, Key: "remove/1" }))
      assert.deepStrictEqual(await failure(gone), { name: "NoSuchKey", status: 404 })
      const { Deleted } = await client.send(
        new DeleteObjectsCommand({ Bucket, Delete: { Objects: keys.map((Key) => ({ Key })) } })
      )
      assert.deepStrictEqual(Deleted?.map((one) => one.Key).sort(), keys.toSorted())
      const { KeyCount } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: "remove/" }))
      assert.strictEqual(KeyCount, 0)
    }
  },
  {
    name: "a listing by prefix and delimiter, page by page",
    run: async (target) => {
      const client = clientOf(target)
      const Bucket = target.bucket
      const keys = ["l/a", "l/b/1", "l/b/2", "l/b!", "l/c", "l/d/1", "l/é", "l/z&"]
      for (const Key of keys) await client.send(new PutObjectCommand({ Bucket, Key, Body: Key }))
      const objects: Array<string | undefined> = []
      const prefixes: Array<string | undefined> = []
      let ContinuationToken: string | undefined
      let pages = 0
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix: "l/", Delimiter: "/", MaxKeys: 2, ContinuationToken })
        )
        objects.push(...(page.Contents ?? []).map((one) => one.Key))
        prefixes.push(...(page.CommonPrefixes ?? []).map((one) => one.Prefix))
        assert.isAtMost(page.KeyCount ?? 0, 2)
        ContinuationToken = page.NextContinuationToken
        pages++
      } while (ContinuationToken !== undefined)
      assert.deepStrictEqual(objects, ["l/a", "l/b!", "l/c", "l/z&", "l/é"])
      assert.deepStrictEqual(prefixes, ["l/b/", "l/d/"])
      assert.strictEqual(pages, 4)
      const all = await client.send(new ListObjectsV2Command({ Bucket, Prefix: "l/", StartAfter: "l/b/1" }))
      assert.deepStrictEqual(all.Contents?.map((one) => one.Key), ["l/b/2", "l/c", "l/d/1", "l/z&", "l/é"])
    }
  },
  {
    name: "a copy, with the metadata of the source or its own",
    run: async (target) => {
      const client = clientOf(target)
      const Bucket = target.bucket
      await client.send(
        new PutObjectCommand({ Bucket, Key: "copy/ü 1", Body: "copied", ContentType: "text/x-1", Metadata: { m: "1" } })
      )
      const CopySource = `${Bucket}/${encodeURIComponent("copy/ü 1")}`
      await client.send(new CopyObjectCommand({ Bucket, Key: "copy/2", CopySource }))
      const two = await client.send(new HeadObjectCommand({ Bucket, Key: "copy/2" }))
      assert.deepStrictEqual([two.ContentType, two.Metadata], ["text/x-1", { m: "1" }])
      await client.send(
        new CopyObjectCommand({
          Bucket,
          Key: "copy/3",
          CopySource,
          MetadataDirective: "REPLACE",
          ContentType: "text/x-3",
          Metadata: { n: "3" }
        })
      )
      const three = await client.send(new HeadObjectCommand({ Bucket, Key: "copy/3" }))
      assert.deepStrictEqual([three.ContentType, three.Metadata], ["text/x-3", { n: "3" }])
      assert.strictEqual((await bytesOf(client, Bucket, "copy/3")).toString(), "copied")
      const stale = client.send(
        new CopyObjectCommand({
          Bucket,
          Key: "copy/4",
          CopySource,
          CopySourceIfMatch: `"${md5(Buffer.from("other"))}"`
        })
      )
      assert.strictEqual((await failure(stale)).status, 412)
    }
  },
  {
    name: "ranges and conditions of a read",
    run: async (target) => {
      const client = clientOf(target)
      const at = { Bucket: target.bucket, Key: "ranges" }
      const { ETag } = await client.send(new PutObjectCommand({ ...at, Body: "0123456789" }))
      const range = async (Range: string) => {
        const { Body, ContentRange } = await client.send(new GetObjectCommand({ ...at, Range }))
        return [await Body?.transformToString(), ContentRange]
      }
      assert.deepStrictEqual(await range("bytes=2-4"), ["234", "bytes 2-4/10"])
      assert.deepStrictEqual(await range("bytes=7-"), ["789", "bytes 7-9/10"])
      assert.deepStrictEqual(await range("bytes=-3"), ["789", "bytes 7-9/10"])
      assert.deepStrictEqual(await range("bytes=8-99"), ["89", "bytes 8-9/10"])
      assert.deepStrictEqual(await failure(range("bytes=10-")), { name: "InvalidRange", status: 416 })
      assert.isDefined(ETag)
      await client.send(new GetObjectCommand({ ...at, IfMatch: ETag }))
      const otherEtag = `"${md5(Buffer.from("other"))}"`
      const changed = client.send(new GetObjectCommand({ ...at, IfMatch: otherEtag }))
      assert.deepStrictEqual(await failure(changed), { name: "PreconditionFailed", status: 412 })
      const known = client.send(new GetObjectCommand({ ...at, IfNoneMatch: ETag }))
      assert.strictEqual((await failure(known)).status, 304)
    }
  },
  {
    name: "a put with If-None-Match: * does not replace",
    run: async (target) => {
      const client = clientOf(target)
      const at = { Bucket: target.bucket, Key: "once" }
      await client.send(new PutObjectCommand({ ...at, Body: "1", IfNoneMatch: "*" }))
      const again = client.send(new PutObjectCommand({ ...at, Body: "2", IfNoneMatch: "*" }))
      assert.deepStrictEqual(await failure(again), { name: "PreconditionFailed", status: 412 })
    }
  },
  {
    name: "a multipart upload by hand: parts out of order, list in pages, complete",
    run: async (target) => {
      const client = clientOf(target)
      const at = { Bucket: target.bucket, Key: "multi/ü part" }
      const bytes = pattern(15 * MiB + 4321)
      const pieces = partsOf(bytes, 5 * MiB)
      const { UploadId } = await client.send(
        new CreateMultipartUploadCommand({ ...at, ContentType: "text/x-multi", Metadata: { mark: "mm" } })
      )
      assert.isDefined(UploadId)
      const numbers = [4, 2, 1, 3]
      const parts = await Promise.all(
        numbers.map((number) => {
          const piece = pieces[number - 1]
          assert.isDefined(piece)
          return sendPart(client, at.Bucket, at.Key, UploadId, number, piece)
        })
      )
      const first = await client.send(new ListPartsCommand({ ...at, UploadId, MaxParts: 3 }))
      const second = await client.send(
        new ListPartsCommand({ ...at, UploadId, MaxParts: 3, PartNumberMarker: first.NextPartNumberMarker })
      )
      assert.deepStrictEqual([first.IsTruncated, second.IsTruncated], [true, false])
      const listed = [first, second].flatMap((page) => page.Parts ?? [])
        .map((part) => [part.PartNumber, part.Size, part.ETag])
      assert.deepStrictEqual(listed, pieces.map((piece, index) => [index + 1, piece.length, `"${md5(piece)}"`]))
      const Parts = parts.toSorted((left, right) => left.PartNumber - right.PartNumber)
      await client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } }))
      const head = await client.send(new HeadObjectCommand(at))
      assert.deepStrictEqual(
        [head.ETag, head.ContentLength, head.ContentType, head.Metadata],
        [etagOfParts(pieces), bytes.length, "text/x-multi", { mark: "mm" }]
      )
      same(await bytesOf(client, at.Bucket, at.Key), bytes)
      await client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } }))
      assert.strictEqual((await failure(client.send(new ListPartsCommand({ ...at, UploadId })))).status, 404)
    }
  },
  {
    name: "the SDK's own paginator of parts comes to an end",
    run: async (target) => {
      const client = clientOf(target)
      const at = { Bucket: target.bucket, Key: "multi/pages" }
      const UploadId = await begin(client, at.Bucket, at.Key)
      for (const number of [1, 2, 3]) await sendPart(client, at.Bucket, at.Key, UploadId, number, pattern(100))
      let pages = 0
      for await (const page of paginateListParts({ client, pageSize: 2 }, { ...at, UploadId })) {
        assert.isDefined(page.Parts)
        pages++
        if (pages > 5) break
      }
      assert.strictEqual(pages, 2)
    }
  },
  {
    name: "the answer to complete holds the quoted ETag",
    run: async (target) => {
      const client = clientOf(target)
      const at = { Bucket: target.bucket, Key: "multi/etag" }
      const UploadId = await begin(client, at.Bucket, at.Key)
      const part = await sendPart(client, at.Bucket, at.Key, UploadId, 1, pattern(100))
      const done = await client.send(
        new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts: [part] } })
      )
      assert.strictEqual(done.ETag, etagOfParts([pattern(100)]))
    }
  },
  {
    name: "complete refuses small parts, wrong ETags and a wrong order, and the upload stays open",
    run: async (target) => {
      const client = clientOf(target)
      const at = { Bucket: target.bucket, Key: "multi/refused" }
      const UploadId = await begin(client, at.Bucket, at.Key)
      const one = await sendPart(client, at.Bucket, at.Key, UploadId, 1, pattern(5 * MiB))
      const two = await sendPart(client, at.Bucket, at.Key, UploadId, 2, pattern(100))
      const three = await sendPart(client, at.Bucket, at.Key, UploadId, 3, pattern(200))
      const complete = (Parts: Array<{ PartNumber: number; ETag: string | undefined }>) =>
        client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } }))
      assert.strictEqual((await failure(complete([one, two, three]))).name, "EntityTooSmall")
      assert.strictEqual((await failure(complete([one, { ...two, ETag: one.ETag }]))).name, "InvalidPart")
      assert.strictEqual((await failure(complete([one, { ...two, PartNumber: 9 }]))).name, "InvalidPart")
      assert.strictEqual((await failure(complete([two, one]))).name, "InvalidPartOrder")
      await complete([one, three])
      assert.strictEqual((await bytesOf(client, at.Bucket, at.Key)).length, 5 * MiB + 200)
    }
  },
  {
    name: "an aborted upload is gone: 404 for its list, its parts and a second abort",
    run: async (target) => {
      const client = clientOf(target)
      const at = { Bucket: target.bucket, Key: "multi/aborted" }
      const UploadId = await begin(client, at.Bucket, at.Key)
      await sendPart(client, at.Bucket, at.Key, UploadId, 1, pattern(100))
      const open = await client.send(new ListMultipartUploadsCommand({ Bucket: at.Bucket }))
      assert.isTrue(open.Uploads?.some((upload) => upload.UploadId === UploadId && upload.Key === at.Key))
      await client.send(new AbortMultipartUploadCommand({ ...at, UploadId }))
      assert.strictEqual((await failure(client.send(new ListPartsCommand({ ...at, UploadId })))).status, 404)
      const part = client.send(new UploadPartCommand({ ...at, UploadId, PartNumber: 2, Body: "x" }))
      assert.deepStrictEqual(await failure(part), { name: "NoSuchUpload", status: 404 })
      const again = client.send(new AbortMultipartUploadCommand({ ...at, UploadId }))
      assert.deepStrictEqual(await failure(again), { name: "NoSuchUpload", status: 404 })
      const after = await client.send(new ListMultipartUploadsCommand({ Bucket: at.Bucket }))
      assert.isFalse((after.Uploads ?? []).some((upload) => upload.UploadId === UploadId))
    }
  },
  {
    name: "the list of an aborted upload says NoSuchUpload",
    run: async (target) => {
      const client = clientOf(target)
      const at = { Bucket: target.bucket, Key: "multi/aborted2" }
      const UploadId = await begin(client, at.Bucket, at.Key)
      await client.send(new AbortMultipartUploadCommand({ ...at, UploadId }))
      assert.strictEqual((await failure(client.send(new ListPartsCommand({ ...at, UploadId })))).name, "NoSuchUpload")
    }
  },
  {
    name: "a part copied from an object",
    run: async (target) => {
      const client = clientOf(target)
      const Bucket = target.bucket
      await client.send(new PutObjectCommand({ Bucket, Key: "source", Body: "0123456789" }))
      const at = { Bucket, Key: "multi/copied" }
      const UploadId = await begin(client, at.Bucket, at.Key)
      const { CopyPartResult } = await client.send(
        new UploadPartCopyCommand({
          ...at,
          UploadId,
          PartNumber: 1,
          CopySource: `${Bucket}/source`,
          CopySourceRange: "bytes=3-6"
        })
      )
      const Parts = [{ PartNumber: 1, ETag: CopyPartResult?.ETag }]
      await client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } }))
      assert.strictEqual((await bytesOf(client, Bucket, at.Key)).toString(), "3456")
    }
  },
  {
    name: "lib-storage's Upload, from bytes and from a stream",
    run: async (target) => {
      const client = clientOf(target)
      const bytes = pattern(12 * MiB + 5, 7)
      for (const [Key, Body] of [["lib/bytes", bytes], ["lib/stream", chunked(bytes, 100_000)]] as const) {
        await new Upload({ client, params: { Bucket: target.bucket, Key, Body } }).done()
        same(await bytesOf(client, target.bucket, Key), bytes)
      }
    }
  },
  {
    name: "presigned PUT, UploadPart and GET, with a name for the download",
    run: async (target) => {
      const client = clientOf(target, quietly)
      const at = { Bucket: target.bucket, Key: "signed/ü 1.txt" }
      const put = await fetch(await getSignedUrl(client, new PutObjectCommand(at), { expiresIn: 60 }), {
        method: "PUT",
        body: Buffer.from(pattern(1000))
      })
      assert.deepStrictEqual([put.status, put.headers.get("etag")], [200, `"${md5(pattern(1000))}"`])
      const command = new GetObjectCommand({ ...at, ResponseContentDisposition: "attachment; filename=\"x.txt\"" })
      const get = await fetch(await getSignedUrl(client, command, { expiresIn: 60 }))
      assert.strictEqual(get.headers.get("content-disposition"), "attachment; filename=\"x.txt\"")
      same(new Uint8Array(await get.arrayBuffer()), pattern(1000))

      const UploadId = await begin(client, at.Bucket, at.Key)
      const part = await fetch(
        await getSignedUrl(client, new UploadPartCommand({ ...at, UploadId, PartNumber: 1 }), { expiresIn: 60 }),
        { method: "PUT", body: Buffer.from(pattern(300, 3)) }
      )
      assert.deepStrictEqual([part.status, part.headers.get("etag")], [200, `"${md5(pattern(300, 3))}"`])
    }
  },
  {
    name: "a presigned PUT holds its signed content type",
    run: async (target) => {
      const client = clientOf(target, quietly)
      const command = new PutObjectCommand({ Bucket: target.bucket, Key: "signed/typed", ContentType: "image/png" })
      const url = await getSignedUrl(client, command, { expiresIn: 60, signableHeaders: new Set(["content-type"]) })
      const send = (type: string) =>
        fetch(url, { method: "PUT", body: "x", headers: { "content-type": type } }).then((reply) => reply.status)
      assert.strictEqual(await send("image/png"), 200)
      assert.strictEqual(await send("text/html"), 403)
    }
  },
  {
    name: "a presigned PUT with a content type that was not signed is refused",
    run: async (target) => {
      const client = clientOf(target, quietly)
      const command = new PutObjectCommand({ Bucket: target.bucket, Key: "signed/untyped" })
      const reply = await fetch(await getSignedUrl(client, command, { expiresIn: 60 }), {
        method: "PUT",
        body: "x",
        headers: { "content-type": "image/png", origin: "http://page.test" }
      })
      assert.strictEqual(reply.status, 403)
      assert.match(await reply.text(), /AccessDenied/)
    }
  },
  {
    name: "a presigned URL that was changed or has expired is refused",
    run: async (target) => {
      const client = clientOf(target, quietly)
      const command = new GetObjectCommand({ Bucket: target.bucket, Key: "signed/x" })
      const url = await getSignedUrl(client, command, { expiresIn: 60 })
      const changed = await fetch(url.replace("signed/x", "signed/y"))
      assert.deepStrictEqual(
        [changed.status, /<Code>(.*)<\/Code>/.exec(await changed.text())?.[1]],
        [403, "SignatureDoesNotMatch"]
      )
      const signingDate = new Date(Date.now() - 120_000)
      const expired = await fetch(await getSignedUrl(client, command, { expiresIn: 60, signingDate }))
      assert.deepStrictEqual(
        [expired.status, /<Code>(.*)<\/Code>/.exec(await expired.text())?.[1]],
        [403, "AccessDenied"]
      )
    }
  },
  {
    name: "a wrong secret is SignatureDoesNotMatch, an unknown key InvalidAccessKeyId",
    run: async (target) => {
      const list = (changes: Partial<Target>) =>
        failure(clientOf({ ...target, ...changes }).send(new ListObjectsV2Command({ Bucket: target.bucket })))
      assert.deepStrictEqual(await list({ secretAccessKey: "wrong" }), { name: "SignatureDoesNotMatch", status: 403 })
      assert.deepStrictEqual(await list({ accessKeyId: "unknown" }), { name: "InvalidAccessKeyId", status: 403 })
    }
  },
  {
    name: "a clock that is an hour off is told",
    run: async (target) => {
      const client = clientOf(target, { systemClockOffset: 3_600_000 })
      const refused = client.send(new ListObjectsV2Command({ Bucket: target.bucket }))
      assert.deepStrictEqual(await failure(refused), { name: "RequestTimeTooSkewed", status: 403 })
    }
  },
  {
    name: "CORS rules are kept and applied to preflights and answers",
    run: async (target) => {
      const client = clientOf(target)
      const Bucket = target.bucket
      const rule = {
        AllowedOrigins: ["http://page.test"],
        AllowedMethods: ["GET", "PUT"],
        AllowedHeaders: ["*"],
        ExposeHeaders: ["ETag"],
        MaxAgeSeconds: 100
      }
      await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [rule] } }))
      const { CORSRules } = await client.send(new GetBucketCorsCommand({ Bucket }))
      assert.deepStrictEqual(
        CORSRules?.map((one) => [one.AllowedOrigins, one.AllowedMethods, one.ExposeHeaders, one.MaxAgeSeconds]),
        [[["http://page.test"], ["GET", "PUT"], ["ETag"], 100]]
      )
      const preflight = (origin: string) =>
        fetch(`${target.endpoint}/${Bucket}/k`, {
          method: "OPTIONS",
          headers: {
            origin,
            "access-control-request-method": "PUT",
            "access-control-request-headers": "content-type"
          }
        })
      const allowed = await preflight("http://page.test")
      assert.deepStrictEqual(
        [allowed.status, allowed.headers.get("access-control-allow-origin")],
        [200, "http://page.test"]
      )
      assert.strictEqual((await preflight("http://other.test")).status, 403)
      const url = await getSignedUrl(clientOf(target, quietly), new PutObjectCommand({ Bucket, Key: "cors" }))
      const put = await fetch(url, { method: "PUT", body: Buffer.from("x"), headers: { origin: "http://page.test" } })
      assert.strictEqual(put.headers.get("access-control-allow-origin"), "http://page.test")
      assert.match(put.headers.get("access-control-expose-headers") ?? "", /etag/i)
    }
  },
  {
    name: "a bucket as a subdomain",
    run: async (target) => {
      const { port } = new URL(target.endpoint)
      const client = clientOf(target, { ...quietly, endpoint: `http://localhost:${port}`, forcePathStyle: false })
      await clientOf(target).send(new PutObjectCommand({ Bucket: target.bucket, Key: "hosted/ü", Body: "hosted" }))
      const url = new URL(
        await getSignedUrl(client, new GetObjectCommand({ Bucket: target.bucket, Key: "hosted/ü" }), { expiresIn: 60 })
      )
      assert.strictEqual(url.hostname, `${target.bucket}.localhost`)
      const status = await new Promise((resolve, reject) => {
        const path = `${url.pathname}${url.search}`
        httpRequest({ host: "127.0.0.1", port, path, headers: { host: url.host } }, (reply) => {
          reply.resume()
          resolve(reply.statusCode)
        }).on("error", reject).end()
      })
      assert.strictEqual(status, 200)
    }
  },
  {
    name: "errors carry a message and a request id",
    run: async (target) => {
      try {
        await clientOf(target).send(new GetObjectCommand({ Bucket: target.bucket, Key: "no such key" }))
      } catch (error) {
        assert.instanceOf(error, S3ServiceException)
        assert.strictEqual(error.message, "The specified key does not exist.")
        assert.isNotEmpty(error.$metadata.requestId)
        return
      }
      assert.fail("it succeeded")
    }
  }
]
