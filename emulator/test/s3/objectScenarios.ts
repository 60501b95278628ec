/** Objects of a bucket as the AWS SDK writes, reads, lists and copies them. */
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand
} from "@aws-sdk/client-s3"
import { assert } from "@effect/vitest"
import { createHash } from "node:crypto"
import { md5, pattern } from "../blobs/blobStoreContract.js"
import type { Scenario } from "./sdkTarget.js"
import { bytesOf, chunked, clientOf, failure, MiB, quietly, same } from "./sdkTarget.js"

export const objectScenarios: ReadonlyArray<Scenario> = [
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
  }
]
