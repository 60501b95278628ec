/** Multipart uploads as the AWS SDK makes them, by hand and by lib-storage. */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  paginateListParts,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand
} from "@aws-sdk/client-s3"
import { Upload } from "@aws-sdk/lib-storage"
import { assert } from "@effect/vitest"
import { md5, pattern } from "../blobs/blobStoreContract.js"
import type { Scenario } from "./sdkTarget.js"
import { begin, bytesOf, chunked, clientOf, etagOfParts, failure, MiB, partsOf, same, sendPart } from "./sdkTarget.js"

export const multipartScenarios: ReadonlyArray<Scenario> = [
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
  }
]
