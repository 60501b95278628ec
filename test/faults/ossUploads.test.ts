import { assert, describe, it } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import type { UploadHandle } from "../../src/promise/node.js"
import type { PartBody } from "../../src/services/Transport.js"
import { driveThrough } from "./DamagedTransport.js"
import { assertStoredOnce, sha256, storedBytes, withFaultyDrive } from "./FaultyDrive.js"

const MiB = 1024 * 1024

const emulator = { spaces: [{ spaceId: "oss-files", platform: "oss" }] } as const

const failureOf = (upload: UploadHandle): Promise<unknown> =>
  upload.done.then(() => "stored", (error: unknown) => error)

const flipped = (body: PartBody): PartBody => {
  if (body instanceof Blob) throw new TypeError("Node sends bytes")
  const damaged = new Uint8Array(body)
  damaged[1000] = (damaged[1000] ?? 0) ^ 1
  return damaged
}

/** Flips a bit in the first so many bodies. */
const damaging = (times: number) => {
  let left = times
  return driveThrough((body) => left-- > 0 ? flipped(body) : body)
}

for (const [kind, size] of [["direct", 300 * 1024], ["multipart", 11 * MiB]] as const) {
  describe(`a ${kind} upload to oss`, () => {
    const source = randomBytes(size)

    it("is compared by CRC64 unless told otherwise: a body that was damaged on its way is sent again, once", () =>
      withFaultyDrive({ emulator, open: damaging(1) }, async (faulty) => {
        const upload = faulty.drive.uploads.start({ source, name: "a" })
        const { fileId } = await upload.done
        assert.strictEqual(sha256(await storedBytes(faulty.drive, fileId)), sha256(source))
        assert.isAtMost(faulty.emulator.traffic().received, size + 5 * MiB)
      }))

    it("ends as IntegrityError when it is damaged twice, and a retry ends well", () =>
      withFaultyDrive({ emulator, open: damaging(2) }, async ({ drive }) => {
        const upload = drive.uploads.start({ source, name: "a", parallel: 1 })
        assert.deepInclude(await failureOf(upload), { _tag: "IntegrityError", what: "crc64" })
        await upload.retry()
        await upload.done
      }))

    it("whose callback fails is stored and says so; a retry confirms it and sends nothing", () =>
      withFaultyDrive({
        emulator,
        faults: [{
          match: { target: "api", path: "/upload/storage-callback" },
          action: { _tag: "status", status: 502 }
        }]
      }, async (faulty) => {
        const upload = faulty.drive.uploads.start({ source, name: "a" })
        assert.deepInclude(await failureOf(upload), { _tag: "StorageError", reason: "CallbackFailed", status: 203 })
        assert.strictEqual(upload.snapshot().progress, "error")
        await upload.retry()
        await assertStoredOnce(faulty, upload, source, 0)
      }))

    it("continues with fresh keys when those in use end on its way", () => {
      let expire = () => {}
      let isFirst = true
      const open = driveThrough((body) => {
        if (isFirst) expire()
        isFirst = false
        return body
      })
      return withFaultyDrive({ emulator, open }, async (faulty) => {
        expire = () => void faulty.emulator.expireCredentials()
        const upload = faulty.drive.uploads.start({ source, name: "a" })
        await assertStoredOnce(faulty, upload, source, 3 * 5 * MiB)
        assert.strictEqual(faulty.refreshes(), 1)
      })
    })
  })
}
