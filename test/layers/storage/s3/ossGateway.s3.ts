/**
 * ali-oss in front of our OSS endpoint, whose bytes lie on an S3 server that is not ours: that server is asked directly what
 * it has, part by part and object by object. Parts that are too small for it are joined by the endpoint; how small that is
 * depends on the server (`S3_MIN_PART`).
 */
import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand
} from "@aws-sdk/client-s3"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import { type RunningEmulator, startEmulator } from "../../../../emulator/src/index.js"
import { type AliOss, type Checkpoint, failure } from "../../../../emulator/test/oss/aliOss.js"
import { scenarios, type Target } from "../../../../emulator/test/oss/aliOssScenarios.js"
import { clientOf } from "../../../../emulator/test/oss/endpoint.js"
import { admin } from "./bucket.js"
import { externalS3 } from "./gateway.js"

const bucket = "gateway"

let drive: RunningEmulator | undefined
let target: Target | undefined

const ready = (): Target => {
  if (target === undefined) throw new Error("the gateway is not up")
  return target
}

beforeAll(async () => {
  drive = await startEmulator({
    externalS3,
    taskDuration: 0,
    spaces: [{ spaceId: "oss-files", platform: "oss", bucket }]
  })
  const key = { accessKeyId: drive.oss.accessKeyId, secretAccessKey: drive.oss.accessKeySecret }
  const { endpoint } = drive.oss
  const client = (where: string, sldEnable: boolean): AliOss =>
    clientOf({ endpoint: where, bucket }, key, { authorizationV4: true, sldEnable })
  target = { bucket, client: client(endpoint, false), named: client(endpoint.replace("127.0.0.1", "localhost"), true) }
})

afterAll(() => drive?.close())

const Bucket = externalS3.bucket

const smallestPart = Number(process.env["S3_MIN_PART"] ?? 5 * 1024 * 1024)

interface Stored {
  readonly key: string
  readonly size: number | undefined
  readonly etag: string | undefined
}

/** The objects of the server, and the parts of its open uploads, in its own words. */
const objects = async (): Promise<ReadonlyArray<Stored>> => {
  const { Contents = [] } = await admin.send(new ListObjectsV2Command({ Bucket }))
  return Contents.map(({ ETag, Key = "", Size }) => ({ key: Key, size: Size, etag: ETag?.toUpperCase() }))
}

const openUploads = async () => (await admin.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? []

const openParts = async (): Promise<ReadonlyArray<Stored>> => {
  const listed: Array<Stored> = []
  for (const { Key, UploadId } of await openUploads()) {
    const { Parts = [] } = await admin.send(new ListPartsCommand({ Bucket, Key, UploadId }))
    listed.push(...Parts.map(({ ETag, PartNumber, Size }) => ({
      key: String(PartNumber),
      size: Size,
      etag: ETag?.toUpperCase()
    })))
  }
  return listed
}

/** What came to the server while something was done. */
const added = async (run: () => Promise<void>): Promise<ReadonlyArray<Stored>> => {
  const before = new Set((await objects()).map(({ key }) => key))
  await run()
  return (await objects()).filter(({ key }) => !before.has(key))
}

const read = async (key: string): Promise<Buffer> => {
  const { Body } = await admin.send(new GetObjectCommand({ Bucket, Key: key }))
  return Buffer.from(await Body?.transformToByteArray() ?? [])
}

const same = (actual: Buffer, expected: Buffer) => assert.isTrue(actual.equals(expected), "the bytes differ")

const about = (stored: ReadonlyArray<Stored>) => stored.map(({ etag, size }) => `${size} ${etag}`).toSorted()

const inNewFile = async <A>(bytes: Buffer, use: (file: string) => Promise<A>): Promise<A> => {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), "gateway-"))
  const file = path.join(directory, "video.bin")
  await fs.writeFile(file, bytes)
  try {
    return await use(file)
  } finally {
    await fs.rm(directory, { recursive: true })
  }
}

describe("the OSS endpoint in front of an S3 server", () => {
  for (const { name, run } of scenarios) it(name, () => run(ready()))

  it("stores a put as one object, under the ETag that the server gives it", async () => {
    const { client } = ready()
    for (const size of [300_000, 18 * 1024 * 1024]) {
      const bytes = randomBytes(size)
      let etag: string | undefined
      const there = await added(async () => {
        etag = (await client.put("one", bytes)).res.headers["etag"]
      })
      assert.deepStrictEqual(about(there), [`${size} ${etag}`])
      same(await read(there[0]?.key ?? ""), bytes)
      same((await client.get("one")).content, bytes)
    }
  })

  it("gives parts of OSS's smallest size on to a server that takes them, and joins them for one that does not", async () => {
    const { client } = ready()
    const bytes = randomBytes(5 * 102_400 + 7)
    const { uploadId } = await client.initMultipartUpload("small")
    const done: Array<{ number: number; etag: string }> = []
    const staged = await added(async () => {
      for (const number of [3, 1, 6, 2, 5, 4]) {
        const start = (number - 1) * 102_400
        const end = Math.min(bytes.length, start + 102_400)
        done.push({ number, etag: (await client.uploadPart("small", uploadId, number, bytes, start, end)).etag })
      }
    })
    const passed = await openParts()
    assert.deepStrictEqual([passed.length, staged.length], smallestPart <= 102_400 ? [5, 1] : [0, 6])
    const expected = done.map(({ etag, number }) => `${number === 6 ? 7 : 102_400} ${etag}`).toSorted()
    assert.deepStrictEqual(about([...passed, ...staged]), expected)
    const listed = await client.listParts("small", uploadId, { "max-parts": 1000 })
    assert.deepStrictEqual([listed.parts].flat().map((part) => `${part.Size} ${part.ETag}`).toSorted(), expected)

    const joined = await added(() => client.completeMultipartUpload("small", uploadId, done).then(() => undefined))
    assert.deepStrictEqual(joined.map(({ size }) => size), [bytes.length])
    same(await read(joined[0]?.key ?? ""), bytes)
    const { content, res } = await client.get("small")
    same(content, bytes)
    assert.match(res.headers["etag"] ?? "", /^"[0-9A-F]{32}-6"$/)
    const across = await client.get("small", { headers: { Range: "bytes=102390-204810" } })
    same(across.content, bytes.subarray(102_390, 204_811))
    assert.deepStrictEqual(await openUploads(), [])
    const left = new Set((await objects()).map(({ key }) => key))
    assert.deepStrictEqual(staged.filter(({ key }) => left.has(key)), [])
  })

  it("continues with multipartUpload from its checkpoint, in parts that are the server's own", async () => {
    const { client } = ready()
    const partSize = 5 * 1024 * 1024
    const bytes = randomBytes(3 * partSize + 1000)
    await inNewFile(bytes, async (file) => {
      let kept: Checkpoint | undefined
      const stopped = client.multipartUpload("resumed", file, {
        partSize,
        parallel: 1,
        progress: (_done, checkpoint) => {
          if (checkpoint !== undefined) kept = JSON.parse(JSON.stringify(checkpoint))
          if (kept?.doneParts.length === 2) throw new Error("the program ends here")
        }
      })
      await stopped.then(() => assert.fail("it went on"), (error: Error) => assert.include(error.message, "ends here"))
      if (kept === undefined) return assert.fail("no checkpoint")
      const there = await openParts()
      const listed = await client.listParts("resumed", kept.uploadId, {})
      assert.deepStrictEqual(
        [listed.parts].flat().map(({ ETag, PartNumber, Size }) => `${PartNumber} ${Size} ${ETag}`),
        there.map(({ etag, key, size }) => `${key} ${size} ${etag}`)
      )
      assert.deepStrictEqual(there.map(({ key }) => key), ["1", "2"])

      const checkpoint = { ...kept, file }
      const whole = await added(() => client.multipartUpload("resumed", file, { checkpoint }).then(() => undefined))
      assert.strictEqual(whole.length, 1)
      same(await read(whole[0]?.key ?? ""), bytes)
      const { content, res } = await client.get("resumed")
      same(content, bytes)
      assert.match(res.headers["etag"] ?? "", /^"[0-9A-F]{32}-4"$/)
    })
    assert.deepStrictEqual(await openUploads(), [])
  })

  it("joins parts that are large enough for the server with one between them that is not", async () => {
    const { client } = ready()
    const sizes = [5 * 1024 * 1024, 102_400, 5 * 1024 * 1024, 102_400, 1]
    const bytes = randomBytes(sizes.reduce((sum, size) => sum + size, 0))
    const { uploadId } = await client.initMultipartUpload("mixed")
    const done: Array<{ number: number; etag: string }> = []
    let start = 0
    for (const [index, size] of sizes.entries()) {
      const { etag } = await client.uploadPart("mixed", uploadId, index + 1, bytes, start, start + size)
      done.push({ number: index + 1, etag })
      start += size
    }
    await client.completeMultipartUpload("mixed", uploadId, done)
    same((await client.get("mixed")).content, bytes)
    const [whole, ...others] = (await objects()).filter(({ size }) => size === bytes.length)
    assert.deepStrictEqual(others, [])
    same(await read(whole?.key ?? ""), bytes)
    assert.deepStrictEqual(await openUploads(), [])
  })

  it("drops on the server what an abort gives up", async () => {
    const { client } = ready()
    const bytes = randomBytes(17 * 1024 * 1024)
    const before = (await objects()).length
    const { uploadId } = await client.initMultipartUpload("dropped")
    await client.uploadPart("dropped", uploadId, 1, bytes, 0, bytes.length)
    await client.uploadPart("dropped", uploadId, 2, bytes, 0, 1000)
    assert.deepStrictEqual((await openParts()).map(({ size }) => size), [bytes.length])
    assert.strictEqual((await objects()).length, before + 1)
    await client.abortMultipartUpload("dropped", uploadId)
    assert.deepStrictEqual(await openUploads(), [])
    assert.strictEqual((await objects()).length, before)
    assert.deepStrictEqual(await failure(client.listParts("dropped", uploadId, {})), {
      code: "NoSuchUpload",
      status: 404
    })
  })

  it("says when the server has lost the bytes", async () => {
    const { client } = ready()
    const there = await added(() => client.put("lost", randomBytes(1000)).then(() => undefined))
    await admin.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: there.map(({ key }) => ({ Key: key })) } }))
    const got = await client.get("lost").then(() => "read", (error: unknown) => error)
    assert.notStrictEqual(got, "read")
    assert.deepStrictEqual(await failure(client.get("never there")), { code: "NoSuchKey", status: 404 })
  })

  it("says when the server has lost an upload", async () => {
    const { client } = ready()
    const bytes = randomBytes(5 * 1024 * 1024)
    const { uploadId } = await client.initMultipartUpload("lost upload")
    const [upload] = await openUploads()
    await admin.send(new AbortMultipartUploadCommand({ Bucket, Key: upload?.Key, UploadId: upload?.UploadId }))
    const gone = { code: "NoSuchUpload", status: 404 }
    const part = client.uploadPart("lost upload", uploadId, 1, bytes, 0, bytes.length)
    assert.deepStrictEqual(await failure(part), gone)
    assert.deepStrictEqual(await failure(client.listParts("lost upload", uploadId, {})), gone)
    await client.abortMultipartUpload("lost upload", uploadId)
  })
})
