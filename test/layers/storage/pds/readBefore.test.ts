/** What is shown of a file that is read before its parts go side by side to pds. */
import { FetchHttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { randomBytes } from "node:crypto"
import * as DriveNode from "../../../../src/layers/DriveNode.js"
import * as Pds from "../../../../src/layers/loading/Pds.js"
import * as Sha1States from "../../../../src/layers/storage/pds/Sha1States.js"
import { make } from "../../../../src/promise/DriveClient.js"
import { Hasher } from "../../../../src/services/Hasher.js"
import type { UploadSource } from "../../../../src/services/UploadSource.js"
import { assertStoredOnce, when, withFaultyDrive } from "../../../faults/FaultyDrive.js"

const MiB = 1024 * 1024

/** A hasher that holds still at the first MiB, each time until it may continue. */
const holding = () => {
  const waiting: Array<() => void> = []
  const hasher = Layer.effect(
    Hasher,
    Effect.map(Hasher, (real) =>
      Hasher.of({
        ...real,
        sha1States: (source, partSize, hashed) =>
          Effect.suspend(() => {
            hashed(MiB)
            const held = Effect.async<void>((resume) => void waiting.push(() => resume(Effect.void)))
            const rest = real.sha1States?.(source, partSize, () => {}) ?? Effect.dieMessage("no SHA-1 states")
            return held.pipe(
              Effect.zipRight(rest),
              Effect.tap(() => Effect.sync(() => hashed(source.identity.size - MiB)))
            )
          })
      }))
  )
  const open = (options: DriveNode.DriveNodeOptions) =>
    make(
      DriveNode.layer(options).pipe(
        Layer.provide(Layer.provideMerge(hasher, DriveNode.layerAdapters(options))),
        Layer.provide(FetchHttpClient.layer)
      )
    )
  return { waiting, open }
}

describe("A file that is read before its parts are sent", () => {
  const bytes = randomBytes(3 * MiB + 17)

  it("counts as hashed meanwhile, and from the beginning after a stop", () => {
    const { open, waiting } = holding()
    const drive = { providers: { pds: Pds.layer({ parallelUpload: true }) } }
    const emulator = { spaces: [{ spaceId: "pds-files", platform: "pds" as const }] }
    return withFaultyDrive({ open, drive, emulator }, async (faulty) => {
      const upload = faulty.drive.uploads.start({ source: bytes, name: "a", chunkSize: 256 * 1024 })
      await when(upload, (snapshot) => snapshot.bytes.hashed > 0)
      const { bytes: counted, multipart, progress } = upload.snapshot()
      assert.deepStrictEqual(counted, { hashed: MiB, sent: 0, accepted: 0, committed: 0 })
      assert.deepStrictEqual([progress, multipart], ["running", "started"])
      await upload.stop()
      await upload.resume()
      while (waiting.length < 2) await new Promise(setImmediate)
      assert.strictEqual(upload.snapshot().bytes.hashed, MiB)
      waiting[1]?.()
      await assertStoredOnce(faulty, upload, bytes, 0)
      assert.strictEqual(upload.snapshot().bytes.hashed, bytes.length)
      assert.strictEqual(waiting.length, 2)
    })
  })

  it("is counted on the calling thread too, where the hasher leaves the work to it", () =>
    Effect.gen(function*() {
      const counts: Array<number> = []
      const readAll: UploadSource["readAll"] = (start, onChunk) =>
        Effect.sync(() => {
          for (let at = start; at < bytes.length; at += MiB) onChunk(bytes.subarray(at, at + MiB))
        })
      // Nothing else of a source is asked for.
      const source = { readAll } as UploadSource
      const states = yield* Sha1States.make(source, 64 * 1024, (count) => counts.push(count))
      assert.isDefined(states)
      assert.deepStrictEqual(counts, [MiB, MiB, MiB, 17])
    }).pipe(
      Effect.provideService(Hasher, { hash: () => Effect.succeed(undefined), digest: () => Effect.succeed({}) }),
      Effect.runPromise
    ))
})
