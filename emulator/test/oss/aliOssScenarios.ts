/**
 * OSS as users of ali-oss use it. Each scenario runs on any OSS endpoint, so that ours can be compared with others.
 */
import { assert } from "@effect/vitest"
import { createHash } from "node:crypto"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import { Readable } from "node:stream"
import { md5, pattern } from "../blobs/blobStoreContract.js"
import type { AliOss, Checkpoint, LifecycleRule } from "./aliOss.js"
import { failure } from "./aliOss.js"

export interface Target {
  readonly bucket: string
  /** With the bucket in the Host header. */
  readonly client: AliOss
  /** With the bucket in the path, under a name: only such a client signs URLs. */
  readonly named: AliOss
}

export interface Scenario {
  readonly name: string
  readonly run: (target: Target) => Promise<void>
}

const KiB = 1024

const etagOf = (bytes: Uint8Array): string => `"${md5(bytes).toUpperCase()}"`

const bytesOf = (size: number, seed = 1): Buffer => Buffer.from(pattern(size, seed))

const same = (left: Uint8Array, right: Uint8Array): void => assert.isTrue(Buffer.from(left).equals(right))

const pieces = (bytes: Uint8Array, size: number): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size))

/** OSS takes the MD5 of the parts' MD5s as text, in upper-case hex, where S3 takes their bytes. */
const etagOfParts = (parts: ReadonlyArray<Uint8Array>): string => {
  const text = parts.map((part) => md5(part).toUpperCase()).join("")
  return `"${createHash("md5").update(text).digest("hex").toUpperCase()}-${parts.length}"`
}

const keys = ["plain.txt", "a b/ü (1)!'*~&=+?#%41.txt", "漢字/\u{1f600}", "a//b..c", "%2e%2e/x", "trailing/"]

export const scenarios: ReadonlyArray<Scenario> = [
  {
    name: "an object comes back with its type and metadata, whatever its key",
    run: async ({ client }) => {
      for (const key of keys) {
        const content = Buffer.from(`content of ${key}`)
        const put = await client.put(key, content, { mime: "text/x-test", meta: { mark: "m1" } })
        assert.strictEqual(put.res.headers["etag"], etagOf(content))
        const head = await client.head(key)
        assert.deepStrictEqual(head.meta, { mark: "m1" })
        assert.strictEqual(head.res.headers["content-length"], String(content.length))
        assert.strictEqual(head.res.headers["content-type"], "text/x-test")
        assert.strictEqual(head.res.headers["x-oss-object-type"], "Normal")
        assert.strictEqual((await client.get(key)).content.toString(), `content of ${key}`)
      }
    }
  },
  {
    name: "the CRC-64 is that of the check value",
    run: async ({ client }) => {
      const put = await client.put("crc", Buffer.from("123456789"))
      assert.strictEqual(put.res.headers["x-oss-hash-crc64ecma"], BigInt("0x995dc9bbdf1939fa").toString())
      const head = await client.head("crc")
      assert.strictEqual(head.res.headers["x-oss-hash-crc64ecma"], put.res.headers["x-oss-hash-crc64ecma"])
    }
  },
  {
    name: "an empty object",
    run: async ({ client }) => {
      await client.put("empty", Buffer.alloc(0))
      assert.strictEqual((await client.get("empty")).content.length, 0)
    }
  },
  {
    name: "a stream, with its length and in chunks",
    run: async ({ client }) => {
      const bytes = bytesOf(700 * KiB + 17)
      for (const options of [{ contentLength: bytes.length }, {}]) {
        await client.putStream("stream", Readable.from(pieces(bytes, 50_000), { objectMode: false }), options)
        same((await client.get("stream")).content, bytes)
      }
    }
  },
  {
    name: "a wrong Content-MD5 is InvalidDigest and stores nothing",
    run: async ({ client }) => {
      const headers = { "Content-MD5": createHash("md5").update("other").digest("base64") }
      assert.deepStrictEqual(await failure(client.put("wrong", Buffer.from("x"), { headers })), {
        code: "InvalidDigest",
        status: 400
      })
      assert.deepStrictEqual(await failure(client.head("wrong")), { code: "NoSuchKey", status: 404 })
    }
  },
  {
    name: "ranges: those outside the object give the whole, unless the standard is asked for",
    run: async ({ client }) => {
      const bytes = bytesOf(1000)
      await client.put("ranges", bytes)
      const read = async (range: string, behavior?: string) => {
        const headers = {
          Range: `bytes=${range}`,
          ...behavior === undefined ? {} : { "x-oss-range-behavior": behavior }
        }
        const { content, res } = await client.get("ranges", { headers })
        return [res.status, content.length, res.headers["content-range"]]
      }
      assert.deepStrictEqual(await read("0-99"), [206, 100, "bytes 0-99/1000"])
      assert.deepStrictEqual(await read("990-"), [206, 10, "bytes 990-999/1000"])
      assert.deepStrictEqual(await read("-5"), [206, 5, "bytes 995-999/1000"])
      assert.deepStrictEqual(await read("500-2000"), [200, 1000, undefined])
      assert.deepStrictEqual(await read("1000-2000"), [200, 1000, undefined])
      assert.deepStrictEqual(await read("500-2000", "standard"), [206, 500, "bytes 500-999/1000"])
      assert.deepStrictEqual(await failure(read("1000-2000", "standard")), { code: "InvalidRange", status: 416 })
    }
  },
  {
    name: "conditions of a read and of a write",
    run: async ({ client }) => {
      const bytes = Buffer.from("conditions")
      const etag = etagOf(bytes)
      await client.put("conditions", bytes)
      const get = (headers: Record<string, string>) => client.get("conditions", { headers })
      assert.strictEqual((await get({ "If-Match": etag })).content.length, bytes.length)
      assert.deepStrictEqual(await failure(get({ "If-Match": etagOf(Buffer.from("x")) })), {
        code: "PreconditionFailed",
        status: 412
      })
      assert.strictEqual((await client.head("conditions", { headers: { "If-None-Match": etag } })).status, 304)
      const forbidden = client.put("conditions", bytes, { headers: { "x-oss-forbid-overwrite": "true" } })
      assert.deepStrictEqual(await failure(forbidden), { code: "FileAlreadyExists", status: 409 })
    }
  },
  {
    name: "objects are copied and removed, one and many; a missing one is NoSuchKey",
    run: async ({ bucket, client }) => {
      const names = ["remove/1", "remove/2", "remove/ü&<>"]
      for (const name of names) await client.put(name, Buffer.from(name), { mime: "text/x-a", meta: { m: "1" } })
      await client.copy("remove/copy", "remove/ü&<>")
      const copied = await client.head("remove/copy")
      assert.deepStrictEqual([copied.res.headers["content-type"], copied.meta], ["text/x-a", { m: "1" }])
      await client.copy("remove/copy", `/${bucket}/remove/1`, { meta: { n: "2" } })
      assert.deepStrictEqual((await client.head("remove/copy")).meta, { n: "2" })
      await client.delete("remove/1")
      await client.delete("remove/1")
      assert.deepStrictEqual(await failure(client.get("remove/1")), { code: "NoSuchKey", status: 404 })
      const { deleted } = await client.deleteMulti([...names, "remove/copy"])
      assert.deepStrictEqual(deleted.map((one) => one.Key).sort(), [...names, "remove/copy"].sort())
      assert.deepStrictEqual((await client.list({ prefix: "remove/" })).objects, [])
    }
  },
  {
    name: "listings by prefix and delimiter, page by page, in both versions",
    run: async ({ client }) => {
      const names = ["l/a", "l/b/1", "l/b/2", "l/b!", "l/c", "l/d/1", "l/é", "l/z&"]
      for (const name of names) await client.put(name, Buffer.from(name))
      const query = { prefix: "l/", delimiter: "/", "max-keys": 2 }
      const [first, second]: Array<{ objects: Array<string>; prefixes: Array<string> }> = [
        { objects: [], prefixes: [] },
        { objects: [], prefixes: [] }
      ]
      for (let marker: string | null = ""; marker !== null;) {
        const page: Awaited<ReturnType<AliOss["list"]>> = await client.list(
          marker === "" ? query : { ...query, marker }
        )
        first?.objects.push(...page.objects.map((one) => one.name))
        first?.prefixes.push(...page.prefixes ?? [])
        marker = page.nextMarker
      }
      for (let token: string | null = ""; token !== null;) {
        const page: Awaited<ReturnType<AliOss["listV2"]>> = await client.listV2(
          token === "" ? { ...query } : { ...query, "continuation-token": token }
        )
        assert.isAtMost(page.keyCount, 2)
        second?.objects.push(...page.objects.map((one) => one.name))
        second?.prefixes.push(...page.prefixes ?? [])
        token = page.nextContinuationToken
      }
      const expected = { objects: ["l/a", "l/b!", "l/c", "l/z&", "l/é"], prefixes: ["l/b/", "l/d/"] }
      assert.deepStrictEqual(first, expected)
      assert.deepStrictEqual(second, expected)
      const all = await client.listV2({ prefix: "l/", "start-after": "l/b/1" })
      assert.deepStrictEqual(all.objects.map((one) => one.name), ["l/b/2", "l/c", "l/d/1", "l/z&", "l/é"])
    }
  },
  {
    name: "multipartUpload: the bytes, their ETag and CRC-64, and the type",
    run: async ({ client }) => {
      const bytes = bytesOf(350 * KiB + 7, 3)
      const stored = await client.multipartUpload("multi", bytes, {
        partSize: 100 * KiB,
        mime: "video/mp4",
        meta: { mark: "m2" }
      })
      assert.strictEqual(stored.etag, etagOfParts(pieces(bytes, 100 * KiB)))
      const whole = await client.put("multi-whole", bytes)
      const head = await client.head("multi")
      assert.strictEqual(head.res.headers["x-oss-hash-crc64ecma"], whole.res.headers["x-oss-hash-crc64ecma"])
      assert.strictEqual(head.res.headers["x-oss-object-type"], "Multipart")
      assert.strictEqual(head.res.headers["content-type"], "video/mp4")
      assert.deepStrictEqual(head.meta, { mark: "m2" })
      same((await client.get("multi")).content, bytes)
    }
  },
  {
    name: "multipartUpload of a file goes on from its checkpoint, and sends nothing twice",
    run: async ({ client }) => {
      const directory = await fs.mkdtemp(path.join(os.tmpdir(), "ali-oss-"))
      const file = path.join(directory, "video.bin")
      const bytes = bytesOf(500 * KiB, 4)
      await fs.writeFile(file, bytes)
      let kept: Checkpoint | undefined
      const stopped = client.multipartUpload("resumed", file, {
        partSize: 100 * KiB,
        parallel: 1,
        progress: (_done, checkpoint) => {
          if (checkpoint !== undefined) kept = JSON.parse(JSON.stringify(checkpoint))
          if (kept?.doneParts.length === 2) throw new Error("the program ends here")
        }
      })
      await stopped.then(() => assert.fail("it went on"), (error: Error) => assert.include(error.message, "ends here"))
      assert.isDefined(kept)
      const before = kept.doneParts.map((part) => part.number)
      const { parts } = await client.listParts("resumed", kept.uploadId, {})
      assert.strictEqual([parts].flat().length, 2)
      const sent: Array<number> = []
      await client.multipartUpload("resumed", file, {
        checkpoint: { ...kept, file },
        progress: (_done, checkpoint) => {
          for (const { number } of checkpoint?.doneParts ?? []) {
            if (!before.includes(number) && !sent.includes(number)) sent.push(number)
          }
        }
      })
      assert.deepStrictEqual(sent.sort(), [3, 4, 5])
      same((await client.get("resumed")).content, bytes)
      await fs.rm(directory, { recursive: true })
    }
  },
  {
    name: "parts are listed over pages, replaced, and joined in any order of arrival",
    run: async ({ client }) => {
      const bytes = bytesOf(400 * KiB, 5)
      const { uploadId } = await client.initMultipartUpload("parts")
      const done: Array<{ number: number; etag: string }> = []
      for (const number of [4, 2, 1, 3]) {
        const start = (number - 1) * 100 * KiB
        if (number === 2) await client.uploadPart("parts", uploadId, number, bytesOf(102_400, 9), 0, 102_400)
        const { etag } = await client.uploadPart("parts", uploadId, number, bytes, start, start + 100 * KiB)
        assert.strictEqual(etag, etagOf(bytes.subarray(start, start + 100 * KiB)))
        done.push({ number, etag })
      }
      const numbers: Array<number> = []
      for (let marker = "0"; marker !== "";) {
        const page = await client.listParts("parts", uploadId, { "max-parts": 3, "part-number-marker": marker })
        numbers.push(...[page.parts].flat().map((part) => Number(part.PartNumber)))
        marker = page.isTruncated === "true" ? page.nextPartNumberMarker : ""
      }
      assert.deepStrictEqual(numbers, [1, 2, 3, 4])
      await client.completeMultipartUpload("parts", uploadId, done)
      same((await client.get("parts")).content, bytes)
      const again = client.completeMultipartUpload("parts", uploadId, done)
      assert.deepStrictEqual(await failure(again), { code: "NoSuchUpload", status: 404 })
    }
  },
  {
    name: "what complete refuses: small parts, wrong ETags, missing parts",
    run: async ({ client }) => {
      const bytes = bytesOf(200 * KiB, 6)
      const { uploadId } = await client.initMultipartUpload("refused")
      const first = await client.uploadPart("refused", uploadId, 1, bytes, 0, 1000)
      const second = await client.uploadPart("refused", uploadId, 2, bytes, 1000, 2000)
      const complete = (parts: ReadonlyArray<{ number: number; etag: string }>) =>
        failure(client.completeMultipartUpload("refused", uploadId, parts))
      const both = [{ number: 1, etag: first.etag }, { number: 2, etag: second.etag }]
      assert.deepStrictEqual(await complete(both), { code: "EntityTooSmall", status: 400 })
      assert.deepStrictEqual(await complete([{ number: 1, etag: second.etag }]), { code: "InvalidPart", status: 400 })
      assert.deepStrictEqual(await complete([{ number: 3, etag: first.etag }]), { code: "InvalidPart", status: 400 })
      assert.deepStrictEqual(await complete([]), { code: "MalformedXML", status: 400 })
      await client.abortMultipartUpload("refused", uploadId)
      assert.deepStrictEqual(await complete(both), { code: "NoSuchUpload", status: 404 })
      const part = client.uploadPart("refused", uploadId, 1, bytes, 0, 1000)
      assert.deepStrictEqual(await failure(part), { code: "NoSuchUpload", status: 404 })
    }
  },
  {
    name: "open uploads are listed over pages",
    run: async ({ client }) => {
      const ids: Array<string> = []
      for (const name of ["open/1", "open/2", "open/2"]) ids.push((await client.initMultipartUpload(name)).uploadId)
      const listed: Array<string> = []
      let query: Record<string, string | number> = { prefix: "open/", "max-uploads": 2 }
      for (let more = true; more;) {
        const page = await client.listUploads(query)
        listed.push(...page.uploads.map((one) => one.uploadId))
        query = { ...query, "key-marker": page.nextKeyMarker, "upload-id-marker": page.nextUploadIdMarker }
        more = page.isTruncated
      }
      assert.deepStrictEqual(listed.toSorted(), ids.toSorted())
      for (const [at, name] of ["open/1", "open/2", "open/2"].entries()) {
        await client.abortMultipartUpload(name, ids[at] ?? "")
      }
    }
  },
  {
    name: "an object is copied in parts",
    run: async ({ bucket, client }) => {
      const bytes = bytesOf(250 * KiB, 7)
      await client.put("copied/source", bytes)
      await client.multipartUploadCopy("copied/target", { sourceKey: "copied/source", sourceBucketName: bucket }, {
        partSize: 100 * KiB
      })
      same((await client.get("copied/target")).content, bytes)
    }
  },
  {
    name: "signatureUrl and signatureUrlV4 give addresses that work without a client",
    run: async ({ named }) => {
      for (const key of keys) {
        const body = `signed ${key}`
        const put = await fetch(await named.signatureUrlV4("PUT", 60, {}, key), {
          method: "PUT",
          body: Buffer.from(body)
        })
        assert.strictEqual(put.status, 200, await put.text())
        assert.strictEqual(await (await fetch(named.signatureUrl(key))).text(), body)
        assert.strictEqual(await (await fetch(await named.signatureUrlV4("GET", 60, {}, key))).text(), body)
      }
      const typed = named.signatureUrl("typed", { method: "PUT", "Content-Type": "text/x-typed" })
      const right = await fetch(typed, { method: "PUT", body: "x", headers: { "content-type": "text/x-typed" } })
      assert.strictEqual(right.status, 200)
      const wrong = await fetch(typed, { method: "PUT", body: "x", headers: { "content-type": "text/plain" } })
      assert.strictEqual(wrong.status, 403)
      const download = await fetch(named.signatureUrl("typed", {
        response: { "content-disposition": "attachment; filename=\"a.txt\"", "content-type": "text/x-as" }
      }))
      assert.strictEqual(download.headers.get("content-disposition"), "attachment; filename=\"a.txt\"")
      assert.strictEqual(download.headers.get("content-type"), "text/x-as")
      const extra = await named.signatureUrlV4("GET", 60, { headers: { range: "bytes=0-0" } }, "typed", ["range"])
      assert.strictEqual((await fetch(extra, { headers: { range: "bytes=0-0" } })).status, 206)
      assert.strictEqual((await fetch(extra, { headers: { range: "bytes=0-5" } })).status, 403)
      const over = await fetch(await named.signatureUrlV4("GET", 604_801, {}, "typed"))
      assert.include(await over.text(), "<Code>InvalidArgument</Code>")
    }
  },
  {
    name: "lifecycle rules are kept as they were put",
    run: async ({ bucket, client }) => {
      assert.deepStrictEqual(await failure(client.getBucketLifecycle(bucket)), { code: "NoSuchLifecycle", status: 404 })
      const rules: ReadonlyArray<LifecycleRule> = [
        { id: "old", prefix: "logs/", status: "Enabled", expiration: { days: 30 } },
        { id: "cold", prefix: "data/", status: "Disabled", transition: { days: 10, storageClass: "Archive" } },
        {
          id: "before",
          prefix: "tmp/",
          status: "Enabled",
          expiration: { createdBeforeDate: "2026-01-01T00:00:00.000Z" },
          abortMultipartUpload: { days: 3 }
        }
      ]
      await client.putBucketLifecycle(bucket, rules.map((rule) => ({ ...rule })))
      assert.deepStrictEqual((await client.getBucketLifecycle(bucket)).rules, [
        { id: "old", prefix: "logs/", status: "Enabled", expiration: { days: "30" } },
        { id: "cold", prefix: "data/", status: "Disabled", transition: { days: "10", storageClass: "Archive" } },
        {
          id: "before",
          prefix: "tmp/",
          status: "Enabled",
          expiration: { createdBeforeDate: "2026-01-01T00:00:00.000Z" },
          abortMultipartUpload: { days: "3" }
        }
      ])
      await client.deleteBucketLifecycle(bucket)
      assert.deepStrictEqual(await failure(client.getBucketLifecycle(bucket)), { code: "NoSuchLifecycle", status: 404 })
    }
  },
  {
    name: "versioning and CORS rules of the bucket, and what is known of it",
    run: async ({ bucket, client }) => {
      await client.putBucketVersioning(bucket, "Enabled")
      assert.strictEqual((await client.getBucketVersioning(bucket)).versionStatus, "Enabled")
      await client.putBucketVersioning(bucket, "Suspended")
      assert.strictEqual((await client.getBucketVersioning(bucket)).versionStatus, "Suspended")
      const rule = { allowedOrigin: "*", allowedMethod: "GET", allowedHeader: "*", exposeHeader: "ETag" }
      await client.putBucketCORS(bucket, [rule])
      assert.deepStrictEqual((await client.getBucketCORS(bucket)).rules, [rule])
      await client.deleteBucketCORS(bucket)
      assert.strictEqual((await client.getBucketLocation(bucket)).location, "oss-cn-hangzhou")
      assert.strictEqual((await client.getBucketInfo(bucket)).bucket["Name"], bucket)
      assert.include((await client.listBuckets({})).buckets.map((one) => one.name), bucket)
    }
  },
  {
    name: "an archived object is restored before it is read; another class needs no restore",
    run: async ({ client }) => {
      const bytes = Buffer.from("archived")
      await client.put("archived", bytes, { headers: { "x-oss-storage-class": "Archive" } })
      assert.deepStrictEqual(await failure(client.get("archived")), { code: "InvalidObjectState", status: 403 })
      const head = await client.head("archived")
      assert.strictEqual(head.res.headers["x-oss-storage-class"], "Archive")
      assert.isUndefined(head.res.headers["x-oss-restore"])
      assert.strictEqual((await client.restore("archived")).res.status, 202)
      same((await client.get("archived")).content, bytes)
      assert.match(
        (await client.head("archived")).res.headers["x-oss-restore"] ?? "",
        /^ongoing-request="false", expiry-date=".+ GMT"$/
      )
      await client.put("standard", bytes)
      assert.deepStrictEqual(await failure(client.restore("standard")), {
        code: "OperationNotSupported",
        status: 400
      })
    }
  }
]
