/** A file that may not be opened by itself any more is asked for. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as UploadSourcesBrowser from "../../../src/layers/browser/UploadSourcesBrowser.js"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import { Uploads } from "../../../src/services/Uploads.js"
import * as UploadsLayer from "../../../src/services/uploads/UploadsLayer.js"
import { isPath, UploadSources } from "../../../src/services/UploadSource.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as SourcesMemory from "../../../src/testing/SourcesMemory.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { bytesOf, startProcess, storedBytes } from "./memoryUploads.js"

describe("a file handle of an earlier run", () => {
  it.live("is asked for when the upload continues, again after a no, and the upload continues after the yes", () =>
    VirtualTime.run(Effect.gen(function*() {
      // pds wants no digests, so that nothing but the parts is read.
      const drive = yield* Memory.make({ bytesPerSecond: 1000, latency: 5, platform: "pds" })
      const bytes = bytesOf(1000)
      let state: PermissionState = "granted"
      let answer: PermissionState = "prompt"
      let asked = 0
      const source = {
        kind: "file" as const,
        name: "a.bin",
        getFile: async () => new File([bytes.slice()], "a.bin", { lastModified: 1 }),
        queryPermission: async () => state,
        requestPermission: async () => {
          asked++
          return state = answer
        }
      }
      const layer = UploadsLayer.layer().pipe(
        Layer.provideMerge(TransferScheduler.layer),
        Layer.provideMerge(UploadSourcesBrowser.layer),
        Layer.provideMerge(drive.layer)
      )
      const before = yield* startProcess(drive, layer)
      const { id } = yield* before.uploads.start({ source, chunkSize: 100 })
      while ((before.uploads.snapshot(id)?.bytes.accepted ?? 0) < 300) yield* Effect.sleep("10 millis")
      yield* before.crash

      state = "prompt"
      const { uploads } = yield* startProcess(drive, layer)
      const [found] = yield* uploads.recoverable()
      assert.include(found, { id, multipart: "stopped", needsFile: false })
      assert.isFalse(yield* uploads.resumesByItself(id))
      assert.strictEqual(asked, 0, "nobody is asked before the user wants to go on")
      yield* uploads.resume(id)
      assert.include(uploads.snapshot(id), { multipart: "stopped", needsFile: true })
      answer = "granted"
      yield* uploads.resume(id)
      assert.isFalse(uploads.snapshot(id)?.needsFile)
      const { objectKey } = yield* uploads.get(id)?.await ?? Effect.never
      assert.strictEqual(asked, 2)
      assert.deepStrictEqual(storedBytes(drive, objectKey), bytes)
      const numbers = drive.network.log.flatMap(({ method, query }) =>
        method === "PUT" ? query.get("partNumber") ?? [] : []
      )
      // Those that the crash has cut may go twice.
      assert.isAtMost(numbers.length, 11)
    })))
})

describe("an upload of an earlier run", () => {
  it.live("resumes by itself only where its file may be read, and only while it is stopped", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make({ bytesPerSecond: 1000, latency: 5, platform: "pds" })
      const bytes = bytesOf(1000)
      const blob = new Blob([bytes.slice()])
      const handle = {
        kind: "file" as const,
        name: "kept.bin",
        getFile: async () => new File([bytes.slice()], "kept.bin", { lastModified: 1 }),
        queryPermission: async () => "granted" as const
      }
      const layer = UploadsLayer.layer().pipe(
        Layer.provideMerge(TransferScheduler.layer),
        Layer.provideMerge(UploadSourcesBrowser.layer),
        Layer.provideMerge(drive.layer)
      )
      const before = yield* startProcess(drive, layer)
      const kept = yield* before.uploads.start({ source: handle, chunkSize: 100 })
      const plain = yield* before.uploads.start({ source: blob, name: "plain.bin", chunkSize: 100 })
      const accepted = (id: string) => before.uploads.snapshot(id)?.bytes.accepted ?? 0
      while (accepted(kept.id) < 300 || accepted(plain.id) < 300) yield* Effect.sleep("10 millis")
      assert.isFalse(yield* before.uploads.resumesByItself(kept.id), "it is under way")
      yield* before.crash

      const { uploads } = yield* startProcess(drive, layer)
      yield* uploads.recoverable()
      assert.isTrue(yield* uploads.resumesByItself(kept.id))
      assert.isFalse(yield* uploads.resumesByItself(plain.id), "its file is to be picked")
      assert.isFalse(yield* uploads.resumesByItself("nobody's"))
    })))
})

describe("resume of a file that the user does not give again", () => {
  it.live("stays stopped and needs its file; with it, it continues", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make({ bytesPerSecond: 1000, latency: 5 })
      drive.disk.set("/a.bin", { bytes: bytesOf(1000), modifiedAt: 1 })
      const sources = SourcesMemory.make(drive.disk)
      const strict = Layer.succeed(UploadSources, {
        ...sources,
        access: (input, how) => Effect.succeed(how === "look" || !isPath(input))
      })
      const layer = UploadsLayer.layer().pipe(
        Layer.provideMerge(TransferScheduler.layer),
        Layer.provideMerge(strict),
        Layer.provideMerge(drive.layer)
      )
      yield* Effect.gen(function*() {
        const uploads = yield* Uploads
        const upload = yield* uploads.start({ source: { path: "/a.bin" }, chunkSize: 100 })
        yield* Effect.sleep("250 millis")
        yield* uploads.stop(upload.id)
        yield* uploads.resume(upload.id)
        assert.include(uploads.snapshot(upload.id), { multipart: "stopped", needsFile: true })
        yield* uploads.resume(upload.id, bytesOf(1000))
        const { objectKey } = yield* upload.await
        assert.isFalse(uploads.snapshot(upload.id)?.needsFile)
        assert.deepStrictEqual(storedBytes(drive, objectKey), bytesOf(1000))
      }).pipe(Effect.scoped, Effect.provide(layer))
    })))
})
