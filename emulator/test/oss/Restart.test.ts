import { assert, describe, it, onTestFinished } from "@effect/vitest"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import { startEmulator } from "../../src/index.js"
import { clientOf } from "./endpoint.js"

const open = async (data: string) => {
  const drive = await startEmulator({ data })
  const { accessKeyId, accessKeySecret } = drive.oss
  return {
    drive,
    client: clientOf(drive.oss, { accessKeyId, secretAccessKey: accessKeySecret }, { authorizationV4: true })
  }
}

describe("an OSS bucket with a data directory", () => {
  it("is as it was after a restart: key, objects, parts, rules, restores", async () => {
    const data = await fs.mkdtemp(path.join(os.tmpdir(), "oss-restart-"))
    onTestFinished(() => fs.rm(data, { recursive: true }))
    const before = await open(data)
    const { bucket } = before.drive.oss
    const bytes = Buffer.alloc(150_000, "x")
    const whole = await before.client.put("whole", bytes, { meta: { mark: "m" } })
    const { uploadId } = await before.client.initMultipartUpload("joined")
    const first = await before.client.uploadPart("joined", uploadId, 1, bytes, 0, 102_400)
    await before.client.put("cold", bytes, { headers: { "x-oss-storage-class": "Archive" } })
    await before.client.restore("cold")
    await before.client.putBucketVersioning(bucket, "Enabled")
    await before.client.putBucketLifecycle(bucket, [
      { id: "old", prefix: "logs/", status: "Enabled", expiration: { days: 30 } }
    ])
    await before.drive.close()

    const after = await open(data)
    assert.strictEqual(after.drive.oss.accessKeyId, before.drive.oss.accessKeyId)
    assert.deepStrictEqual((await after.client.head("whole")).meta, { mark: "m" })
    const second = await after.client.uploadPart("joined", uploadId, 2, bytes, 102_400, 150_000)
    await after.client.completeMultipartUpload("joined", uploadId, [
      { number: 1, etag: first.etag },
      { number: 2, etag: second.etag }
    ])
    assert.isTrue((await after.client.get("joined")).content.equals(bytes))
    assert.strictEqual(
      (await after.client.head("joined")).res.headers["x-oss-hash-crc64ecma"],
      whole.res.headers["x-oss-hash-crc64ecma"]
    )
    assert.match((await after.client.head("cold")).res.headers["x-oss-restore"] ?? "", /^ongoing-request=/)
    assert.strictEqual((await after.client.getBucketVersioning(bucket)).versionStatus, "Enabled")
    assert.strictEqual((await after.client.getBucketLifecycle(bucket)).rules?.[0]?.id, "old")
    await after.drive.close()
  })
})
