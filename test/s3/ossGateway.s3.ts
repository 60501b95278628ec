/**
 * ali-oss in front of our OSS endpoint, whose bytes lie on an S3 server that is not ours. Every put and every part is an
 * object there, so that its size and its ETag can be compared with what that server says.
 */
import { DeleteObjectsCommand, ListObjectsV2Command } from "@aws-sdk/client-s3"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import { type RunningEmulator, startEmulator } from "../../src/emulator/index.js"
import { type AliOss, failure } from "../emulator/oss/aliOss.js"
import { scenarios, type Target } from "../emulator/oss/aliOssScenarios.js"
import { clientOf } from "../emulator/oss/endpoint.js"
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

const stored = async () => {
  const { Contents = [] } = await admin.send(new ListObjectsV2Command({ Bucket: externalS3.bucket }))
  return new Map(Contents.map(({ ETag, Key = "", Size }) => [Key, `${Size} ${ETag?.toUpperCase()}`]))
}

/** What came to the server while something was done. */
const added = async (run: () => Promise<void>): Promise<ReadonlyArray<string>> => {
  const before = await stored()
  await run()
  return [...await stored()].flatMap(([key, about]) => before.has(key) ? [] : [about]).toSorted()
}

describe("the OSS endpoint in front of an S3 server", () => {
  for (const { name, run } of scenarios) it(name, () => run(ready()))

  it("stores a put under the ETag that the server gives it", async () => {
    const { client } = ready()
    const bytes = randomBytes(300_000)
    let etag: string | undefined
    const there = await added(async () => {
      etag = (await client.put("one", bytes)).res.headers["etag"]
    })
    assert.deepStrictEqual(there, [`300000 ${etag}`])
    assert.isTrue((await client.get("one")).content.equals(bytes))
  })

  it("stores parts of OSS's smallest size, each under the ETag that the server gives it", async () => {
    const { client } = ready()
    const bytes = randomBytes(5 * 102_400 + 7)
    const { uploadId } = await client.initMultipartUpload("small")
    const done: Array<{ number: number; etag: string }> = []
    const there = await added(async () => {
      for (const number of [3, 1, 6, 2, 5, 4]) {
        const start = (number - 1) * 102_400
        const end = Math.min(bytes.length, start + 102_400)
        done.push({ number, etag: (await client.uploadPart("small", uploadId, number, bytes, start, end)).etag })
      }
    })
    const expected = done.map(({ etag, number }) => `${number === 6 ? 7 : 102_400} ${etag}`)
    assert.deepStrictEqual(there, expected.toSorted())
    const listed = await client.listParts("small", uploadId, { "max-parts": 1000 })
    assert.deepStrictEqual(
      [listed.parts].flat().map((part) => `${part.Size} ${part.ETag}`).toSorted(),
      expected.toSorted()
    )
    await client.completeMultipartUpload("small", uploadId, done)
    assert.isTrue((await client.get("small")).content.equals(bytes))
    const across = await client.get("small", { headers: { Range: "bytes=102390-204810" } })
    assert.isTrue(across.content.equals(bytes.subarray(102_390, 204_811)))
  })

  it("stores a large part, and drops what an abort gives up", async () => {
    const { client } = ready()
    const bytes = randomBytes(17 * 1024 * 1024)
    const { uploadId } = await client.initMultipartUpload("dropped")
    const before = (await stored()).size
    await client.uploadPart("dropped", uploadId, 1, bytes, 0, bytes.length)
    assert.isAbove((await stored()).size, before)
    await client.abortMultipartUpload("dropped", uploadId)
    assert.strictEqual((await stored()).size, before)
  })

  it("says when the server has lost the bytes", async () => {
    const { client } = ready()
    await client.put("lost", randomBytes(1000))
    const before = await stored()
    const keys = [...before].filter(([, about]) => about.startsWith("1000 ")).map(([Key]) => ({ Key }))
    await admin.send(new DeleteObjectsCommand({ Bucket: externalS3.bucket, Delete: { Objects: keys } }))
    const read = await client.get("lost").then(() => "read", (error: unknown) => error)
    assert.notStrictEqual(read, "read")
    assert.deepStrictEqual(await failure(client.get("never there")), { code: "NoSuchKey", status: 404 })
  })
})
