/** A server that refuses a body before it has it closes the connection, and its answer may be lost with it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { SupportedPlatform } from "../../src/domain/Platform.js"
import { Uploads } from "../../src/services/Uploads.js"
import { assertAllFaultsHit, bytesOf, storedBytes, withDrive } from "../transfer/upload/memoryUploads.js"

describe("a multipart upload that the storage has forgotten", () => {
  for (const platform of ["s3", "oss", "pds"] satisfies ReadonlyArray<SupportedPlatform>) {
    it.live(`begins anew on ${platform}, though each refusal gets lost in mid-body`, () => {
      const lost = {
        query: { partNumber: "2", uploadId: "multipart-1" },
        method: "PUT",
        path: "memory://storage"
      } as const
      const bytes = bytesOf(100)
      return withDrive(
        { platform, faults: [{ match: lost, times: 2, action: { _tag: "reset", afterBytes: 5 } }] },
        (drive) =>
          Effect.gen(function*() {
            const uploads = yield* Uploads
            yield* drive.signIn()
            const { await: end, id } = yield* uploads.start({
              source: bytes,
              name: "a.bin",
              chunkSize: 20,
              parallel: 1
            })
            const forget = uploads.subscribe(() => {
              const { bucket } = drive.storage
              if ((bucket.uploads.get("multipart-1")?.parts.size ?? 0) > 0) bucket.uploads.delete("multipart-1")
            }, id)
            const { objectKey } = yield* end
            forget()
            assert.deepStrictEqual(storedBytes(drive, objectKey), bytes)
            assertAllFaultsHit(drive)
            const parts = drive.network.log.filter(({ method, query }) =>
              method === "PUT" && query.get("uploadId") === "multipart-1" && query.get("partNumber") === "2"
            )
            assert.lengthOf(parts, 2)
          })
      )
    })
  }
})
