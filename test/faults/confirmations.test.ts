/** The success-callback over sockets: what it refuses, and what is done when all of it fails. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect } from "effect"
import { randomBytes } from "node:crypto"
import type { UploadHandle } from "../../src/promise/node.js"
import { driveWithPut } from "./DamagedTransport.js"
import type { FaultyDrive } from "./FaultyDrive.js"
import { sha256, storedBytes, withFaultyDrive } from "./FaultyDrive.js"

const callback = { target: "api", method: "PUT", path: "/upload/success-callback" } as const

const sources = Array.from({ length: 6 }, () => randomBytes(1000))

const startAll = ({ drive }: FaultyDrive): ReadonlyArray<UploadHandle> =>
  sources.map((source, index) => drive.uploads.start({ source, name: `${index}.bin` }))

const assertStored = async ({ drive }: FaultyDrive, upload: UploadHandle, index: number) => {
  const { fileId } = await upload.done
  assert.strictEqual(sha256(await storedBytes(drive, fileId)), sha256(sources[index] ?? Buffer.alloc(0)))
}

/** Answers the PUT of the third file as a storage would, and stores nothing. */
const losingTheThird = driveWithPut((put) => (address, body, sent) =>
  body instanceof Uint8Array && sha256(body) === sha256(sources[2] ?? body)
    ? Effect.succeed({ status: 200, headers: { etag: "\"d41d8cd98f00b204e9800998ecf8427e\"" }, body: "" })
    : put(address, body, sent)
)

describe("a success-callback", () => {
  it("that names one file of several ends that one in error, and no other", () =>
    withFaultyDrive({ open: losingTheThird }, async (faulty) => {
      const uploads = startAll(faulty)
      const { spaceId } = faulty.emulator.spaces[0] ?? { spaceId: "" }
      for (const [index, upload] of uploads.entries()) {
        if (index !== 2) {
          await assertStored(faulty, upload, index)
          continue
        }
        const error = await upload.done.then(() => undefined, (error: unknown) => error)
        assert.deepInclude(error, {
          _tag: "SuccessCallbackFailed",
          message: `call /api/v2/file/${spaceId}/upload/success-callback fail`
        })
        assert.strictEqual(upload.snapshot().progress, "error")
      }
      const { items } = await faulty.drive.files.list({})
      assert.strictEqual(items.length, 5)
    }))

  it("that fails as a whole is repeated file by file before any of them ends in error", () =>
    withFaultyDrive({
      // So patient that one callback speaks for all six.
      drive: { uploads: { linger: Duration.seconds(3) } },
      faults: [{ match: callback, action: { _tag: "status", status: 200, body: "{\"code\":500123,\"msg\":\"busy\"}" } }]
    }, async (faulty) => {
      const uploads = startAll(faulty)
      for (const [index, upload] of uploads.entries()) await assertStored(faulty, upload, index)
      assert.deepStrictEqual(faulty.emulator.remainingFaults(), [])
      assert.strictEqual(faulty.emulator.traffic().accepted, 6000)
    }))

  it("that fails for a file alone ends it in error, and a retry confirms it without sending it again", () =>
    withFaultyDrive({
      faults: [{ match: callback, action: { _tag: "status", status: 200, body: "{\"code\":500123,\"msg\":\"no\"}" } }]
    }, async (faulty) => {
      const source = randomBytes(1000)
      const upload = faulty.drive.uploads.start({ source, name: "a.bin" })
      const error = await upload.done.then(() => undefined, (error: unknown) => error)
      assert.deepInclude(error, { _tag: "SuccessCallbackFailed", code: 500123 })
      await upload.retry()
      const { fileId } = await upload.done
      assert.strictEqual(sha256(await storedBytes(faulty.drive, fileId)), sha256(source))
      assert.strictEqual(faulty.emulator.traffic().received, 1000)
    }))

  it("that refuses what no longer fits says that the space is full, and a retry confirms it once there is room", async () => {
    const begun = Effect.runSync(Deferred.make<void>())
    const gate = Effect.runSync(Deferred.make<void>())
    const held = sha256(sources[0] ?? Buffer.alloc(0))
    const open = driveWithPut((put) => (address, body, sent) =>
      body instanceof Uint8Array && sha256(body) === held
        ? Effect.zipRight(
          Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(gate)),
          put(address, body, sent)
        )
        : put(address, body, sent)
    )
    await withFaultyDrive({ open, emulator: { quota: 1500 } }, async (faulty) => {
      const { drive, emulator } = faulty
      const late = drive.uploads.start({ source: sources[0] ?? "", name: "late.bin" })
      await Effect.runPromise(Deferred.await(begun))
      const early = await drive.uploads.start({ source: sources[1] ?? "", name: "early.bin" }).done
      Effect.runSync(Deferred.succeed(gate, undefined))
      const error = await late.done.then(() => undefined, (error: unknown) => error)
      assert.deepInclude(error, { _tag: "QuotaExceeded", limit: 1500, action: "freeSpace" })
      await drive.files.remove([early.fileId])
      await late.retry()
      await assertStored(faulty, late, 0)
      assert.strictEqual(emulator.traffic().received, 2000)
    })
  })
})
