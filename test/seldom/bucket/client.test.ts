/**
 * `drive.bucket` as a program without Effect uses it, over sockets, on both platforms.
 */
import { PutObjectCommand } from "@aws-sdk/client-s3"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type RunningEmulator, startEmulator } from "effect-drive/emulator"
import { createDrive, type DriveClient, type LifecycleRule } from "effect-drive/promise"
import { clientOf as ossClient } from "../../../emulator/test/oss/endpoint.js"
import { clientOf as s3Client } from "../../../emulator/test/s3/endpoint.js"

const bucketName = "client-bucket"

const rules: ReadonlyArray<LifecycleRule> = [
  {
    id: "logs",
    status: "Enabled",
    prefix: "logs/",
    transitions: [{ days: 30, storageClass: "IA" }, { days: 180, storageClass: "Archive" }],
    expiration: { days: 730 },
    abortMultipartUpload: { days: 7 }
  }
]

const platforms = {
  s3: async (emulator: RunningEmulator, key: string) => {
    await s3Client(emulator.s3.endpoint, emulator.s3).send(
      new PutObjectCommand({ Bucket: bucketName, Key: key, Body: "cold", StorageClass: "GLACIER" })
    )
  },
  oss: async (emulator: RunningEmulator, key: string) => {
    const { accessKeyId, accessKeySecret, endpoint } = emulator.oss
    const client = ossClient({ endpoint, bucket: bucketName }, { accessKeyId, secretAccessKey: accessKeySecret })
    await client.put(key, Buffer.from("cold"), { headers: { "x-oss-storage-class": "Archive" } })
  }
}

const problemOf = (call: Promise<unknown>): Promise<object> =>
  call.then(() => assert.fail("it should have rejected"), (error: object) => error)

for (const platform of ["s3", "oss"] as const) {
  describe(`drive.bucket of a space on ${platform}`, () => {
    let emulator: RunningEmulator
    let drive: DriveClient

    beforeAll(async () => {
      emulator = await startEmulator({
        taskDuration: 0,
        spaces: [{ spaceId: "space", platform, bucket: bucketName }, { spaceId: "pds", platform: "pds" }]
      })
      drive = createDrive({ apiHost: emulator.apiHost, product: { id: "bucket", version: "1.0" } })
      await drive.session.initialise({ accessToken: emulator.accessToken })
    })

    afterAll(async () => {
      await drive.dispose()
      await emulator.close()
    })

    /** Whatever reaches the storage meanwhile is answered with 500. */
    const withoutStorage = async (run: () => Promise<void>): Promise<void> => {
      const { length } = emulator.remainingFaults()
      emulator.faults.add([{ match: { target: platform }, action: { _tag: "status", status: 500 } }])
      await run()
      assert.strictEqual(emulator.remainingFaults().length, length + 1, "the storage was called")
      await problemOf(drive.bucket.versioning.get())
    }

    it("puts, gets and removes lifecycle rules", async () => {
      const { lifecycle } = drive.bucket
      assert.deepStrictEqual(await lifecycle.get(), [])
      await lifecycle.put(rules)
      assert.deepStrictEqual(await lifecycle.get(), rules)
      await lifecycle.remove()
      assert.deepStrictEqual(await lifecycle.get(), [])
    })

    it("sets and tells versioning", async () => {
      const { versioning } = drive.bucket
      assert.isUndefined(await versioning.get())
      for (const status of ["Enabled", "Suspended"] as const) {
        await versioning.put(status)
        assert.strictEqual(await versioning.get(), status)
      }
    })

    it("restores an archived object for two days, or as many as are asked for", async () => {
      const objectKey = "2019/kalt & grün.zip"
      await platforms[platform](emulator, objectKey)
      assert.strictEqual((await drive.bucket.restoreState(objectKey)).status, "none")
      assert.deepStrictEqual(await drive.bucket.restore({ objectKey }), { status: "started" })
      const { status, until = 0 } = await drive.bucket.restoreState(objectKey)
      assert.strictEqual(status, "restored")
      assert.deepStrictEqual(await drive.bucket.restore({ objectKey, days: 9 }), { status: "restored" })
      const longer = (await drive.bucket.restoreState(objectKey)).until ?? 0
      assert.approximately((longer - until) / 86_400_000, 7, 0.1)
    })

    it("an archived file says so when it is downloaded, and is read once it is restored", async () => {
      const { fileId } = await drive.uploads.start({ source: "cold", name: "cold.txt" }).done
      const { objectKey = "" } = await drive.files.info(fileId)
      await platforms[platform](emulator, objectKey)
      const archived = { _tag: "StorageError", reason: "InvalidObjectState", code: "InvalidObjectState" }
      assert.deepInclude(await problemOf(drive.downloads.blob({ fileId })), archived)
      await drive.bucket.restore({ objectKey })
      assert.strictEqual(await (await drive.downloads.blob({ fileId })).text(), "cold")
    })

    it("rejects with the catalogue's own errors", async () => {
      const { bucket } = drive
      const stored = await bucket.presign({ method: "PUT", key: "warm" })
      assert.isAbove(stored.expiresAt, 0)
      assert.deepInclude(await problemOf(bucket.restore({ objectKey: "nothing" })), {
        _tag: "StorageError",
        reason: "ObjectNotFound"
      })
      assert.deepInclude(await problemOf(bucket.restoreState("nothing")), {
        _tag: "StorageError",
        reason: "ObjectNotFound"
      })
      assert.deepInclude(await problemOf(bucket.lifecycle.get({ spaceId: "pds" })), {
        _tag: "UnsupportedOperation",
        platform: "pds"
      })
      const body = "<Error><Code>AccessDenied</Code><Message>no</Message></Error>"
      emulator.faults.add([{
        match: { target: platform, method: "PUT" },
        action: { _tag: "status", status: 403, body }
      }])
      assert.deepInclude(await problemOf(bucket.lifecycle.put(rules)), { _tag: "StorageError", reason: "AccessDenied" })
      assert.deepStrictEqual(emulator.remainingFaults(), [])
      await emulator.expireCredentials()
      assert.deepStrictEqual(await bucket.lifecycle.get(), [])
    })

    it("checks what it is given before it calls the storage", () =>
      withoutStorage(async () => {
        const { bucket } = drive
        const source = new Uint8Array(1)
        const refused: ReadonlyArray<readonly [Promise<unknown>, message: string]> = [
          [bucket.lifecycle.put([]), "rules must not be empty: remove the lifecycle instead"],
          [
            bucket.lifecycle.put([{ id: "i".repeat(256), status: "Enabled", expiration: { days: 1 } }]),
            "rule id must be a text of at most 255 bytes"
          ],
          [bucket.lifecycle.put([{ status: "Enabled", expiration: { days: 0 } }]), "days must be a positive integer"],
          [
            bucket.versioning.put("enabled" as "Enabled"), // what a program without types may pass
            "versioning status must be Enabled or Suspended"
          ],
          [bucket.restore({ objectKey: "" }), "object_key required"],
          [bucket.restore({ objectKey: "k", days: -2 }), "days must be a positive integer"],
          [bucket.cancel({ objectKey: undefined }), "object_key required"],
          [bucket.resume({ source: undefined, objectKey: "k", uploadId: "u" }), "aws s3 file empty"],
          [bucket.resume({ source, objectKey: "k", uploadId: "" }), "aws s3 upload_id empty"],
          [
            bucket.resume({ source, objectKey: "k", uploadId: "u", partSize: 1.5 }),
            "the part size must be a positive integer"
          ],
          [
            bucket.resume({ source, objectKey: "k", uploadId: "u", partSize: 1000 }),
            `the part size must be at least ${platform === "oss" ? 102_400 : 5_242_880} bytes`
          ],
          [
            bucket.presign({ method: "GET", key: "k", expiresIn: "8 days" }),
            "a signed address lives one week at most"
          ],
          [bucket.presign({ method: "GET", key: "k", downloadName: "\uD800.txt" }), "downloadName has no UTF-8 form"],
          [
            bucket.presign({ method: "PUT", key: "k", contentType: "text/plain\nx-a: b" }),
            "contentType must be text without control characters"
          ],
          // what programs without types may pass
          [
            bucket.presign({ method: "PUT", key: "k", ...Object.fromEntries([["mark", 5]]) }),
            "mark must be text without control characters"
          ],
          [
            bucket.presign({ method: "PUT", key: "k", digest: Object.fromEntries([["sha1", "x"]]) }),
            "digest has no sha1, but md5, crc32, crc64"
          ],
          [
            bucket.presign({ method: "PUT", key: "k", digest: Object.fromEntries([["md5", 5]]) }),
            "digest.md5 must be text without control characters"
          ],
          [
            bucket.presign({ method: "PUT", key: "a/../b" }),
            "object_key has a segment . or .., which no address can hold"
          ],
          [
            bucket.resume({ source, objectKey: "./b", uploadId: "u" }),
            "object_key has a segment . or .., which no address can hold"
          ],
          [bucket.cancel({ objectKey: "k", uploadId: "\uDC00" }), "uploadId has no UTF-8 form"],
          [bucket.resume({ source, objectKey: "k", uploadId: "\uDC00" }), "uploadId has no UTF-8 form"]
        ]
        for (const [call, message] of refused) {
          assert.deepInclude(await problemOf(call), { _tag: "InvalidInput", message })
        }
      }))
  })
}
