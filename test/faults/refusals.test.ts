/** Answers of the storage that no repetition changes, over sockets. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { driveWithPut } from "./DamagedTransport.js"
import { sha256, storedBytes, withFaultyDrive } from "./FaultyDrive.js"

const MiB = 1024 * 1024

const puts = { target: "s3", method: "PUT" } as const

const denied = "<Error><Code>AccessDenied</Code><Message>no</Message></Error>"

/** As a page reads the answer when the bucket's CORS rules expose nothing. */
const withoutEtag = driveWithPut((put) => (address, body, sent) =>
  Effect.map(put(address, body, sent), (reply) => ({ ...reply, headers: {} }))
)

const errorOf = (done: Promise<unknown>): Promise<unknown> => done.then(() => undefined, (error: unknown) => error)

for (
  const [kind, size, tag] of [["direct", 1000, "SignedPutFailed"], ["multipart", 6 * MiB, "StorageError"]] as const
) {
  for (const status of [401, 403]) {
    describe(`a ${status} of the storage that is no expiry`, () => {
      it(`ends a ${kind} upload, is not repeated, signs nobody out, and a retry continues`, () =>
        withFaultyDrive({
          signsInAgain: false,
          faults: [{ match: puts, action: { _tag: "status", status, body: denied } }]
        }, async (faulty) => {
          const { drive, emulator } = faulty
          const ended: Array<unknown> = []
          drive.events.on("TokenExpired", (event) => ended.push(event))
          const source = randomBytes(size)
          const upload = drive.uploads.start({ source, name: "a.bin", parallel: 1 })
          const error = await errorOf(upload.done)
          assert.deepInclude(error, { _tag: tag })
          const cause = tag === "SignedPutFailed" ? (error as { readonly cause?: unknown }).cause : error
          assert.deepInclude(cause, { _tag: "StorageError", reason: "AccessDenied", status })
          assert.deepStrictEqual(emulator.remainingFaults(), [])
          assert.deepStrictEqual([ended, faulty.refreshes()], [[], 0])
          await upload.retry()
          const { fileId } = await upload.done
          assert.strictEqual(sha256(await storedBytes(drive, fileId)), sha256(source))
          assert.strictEqual(emulator.traffic().accepted, size)
        }))
    })
  }
}

describe("an answer whose ETag may not be read", () => {
  it("ends a multipart upload with the advice to expose it, and the parts are aborted by a cancel", () =>
    withFaultyDrive({ open: withoutEtag }, async ({ drive }) => {
      const upload = drive.uploads.start({ source: randomBytes(6 * MiB), name: "a.bin" })
      const error = await errorOf(upload.done)
      assert.deepInclude(error, { _tag: "StorageError", reason: "MissingEtag", retry: "never" })
      assert.match(String((error as Error).message), /etag/i)
      assert.match(String((error as Error).message), /CORS/)
      await upload.cancel()
    }))
})
