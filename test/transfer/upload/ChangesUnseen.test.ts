/** Files that are written to while they are uploaded, of a platform that lends their new bytes without a word. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { assertFields } from "../../layers/api/assertFields.js"
import { bytesOf, storedBytes, withDrive } from "./memoryUploads.js"

const size = 300

describe("a file that changes unseen", () => {
  for (const platform of ["s3", "oss", "pds"] as const) {
    for (const chunkSize of [undefined, 50]) {
      const how = chunkSize === undefined ? "in one request" : "in parts"
      // one request has read one version of it, and without digests either may be it
      if (platform !== "pds" || chunkSize !== undefined) {
        it.live(`is never stored as what it was before: ${platform}, ${how}`, () =>
          withDrive(
            { platform, bytesPerSecond: 100, latency: 100, changesUnseen: true },
            (drive, uploads) =>
              Effect.gen(function*() {
                drive.disk.set("/a", { bytes: bytesOf(size), modifiedAt: 1 })
                const upload = yield* uploads.start({ source: { path: "/a" }, chunkSize, parallel: 1 })
                yield* Effect.sleep(chunkSize === undefined ? "350 millis" : "2 seconds")
                drive.disk.set("/a", { bytes: bytesOf(size, 2), modifiedAt: 1 })
                const error = yield* Effect.flip(upload.await)
                assertFields(error, { _tag: "SourceChanged", what: "content", retry: "never" })
                assert.deepStrictEqual([...drive.storage.bucket.uploads.keys()], [], "its parts are given up")
              })
          ))
      }

      it.live(`is not stored without its end when it has become longer: ${platform}, ${how}`, () =>
        withDrive(
          { platform, bytesPerSecond: 100, latency: 100, changesUnseen: true },
          (drive, uploads) =>
            Effect.gen(function*() {
              drive.disk.set("/a", { bytes: bytesOf(size), modifiedAt: 1 })
              const upload = yield* uploads.start({ source: { path: "/a" }, chunkSize, parallel: 1 })
              // of some a part has been sent by then, of others nothing has been read
              yield* Effect.sleep("50 millis")
              drive.disk.set("/a", { bytes: bytesOf(size + 7, 2), modifiedAt: 1 })
              const error = yield* Effect.flip(upload.await)
              assertFields(error, { _tag: "SourceChanged", what: "content", retry: "never" })
              assert.deepStrictEqual([...drive.storage.bucket.uploads.keys()], [], "its parts are given up")
              assert.isFalse([...drive.service.files.values()].some(({ stored }) => stored))
            })
        ))

      it.live(`is stored where it does not: ${platform}, ${how}`, () =>
        withDrive({ platform, changesUnseen: true }, (drive, uploads) =>
          Effect.gen(function*() {
            drive.disk.set("/a", { bytes: bytesOf(size), modifiedAt: 1 })
            const { objectKey } = yield* (yield* uploads.start({ source: { path: "/a" }, chunkSize })).await
            assert.deepStrictEqual(storedBytes(drive, objectKey), bytesOf(size))
          })))
    }
  }
})
