/** The code that sends a file in parts and takes parts back comes later than the upload: without it nothing is lost. */
import { assert, describe, it } from "@effect/vitest"
import type { Scope } from "effect"
import { Effect, Layer } from "effect"
import { TransportError } from "../../../src/domain/errors/TransportError.js"
import type * as LazyCode from "../../../src/layers/loading/LazyCode.js"
import { transfersOf } from "../../../src/layers/loading/transfersOf.js"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import { Uploads } from "../../../src/services/Uploads.js"
import * as UploadsLayer from "../../../src/services/uploads/UploadsLayer.js"
import type { MemoryDrive } from "../../../src/testing/MemoryDrive.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { downloads } from "../../../src/transfer/download/runDownload.js"
import { folders } from "../../../src/transfer/folder/walkFolder.js"
import { saved } from "../../../src/transfer/saved/findRecoverable.js"
import { aborts } from "../../../src/transfer/upload/abortParts.js"
import { uploadRuns } from "../../../src/transfer/upload/runUpload.js"
import { storeParts } from "../../../src/transfer/upload/storeParts.js"
import type { Ports } from "./memoryUploads.js"
import { assertNothingLeft, bytesOf, storedBytes } from "./memoryUploads.js"

const tenParts = { source: bytesOf(1000), name: "a.bin", chunkSize: 100 }

/** Where the code of parts is. It does not stay where it was loaded to. */
class CodeServer {
  asked = 0
  isAway = false
  /** What happens as it is asked for. */
  atAsking: Effect.Effect<void> = Effect.void

  readonly load = Effect.suspend(() => {
    this.asked++
    const answer = this.isAway
      ? new TransportError({ reason: "Network", method: "GET", path: "the code of uploads in parts" })
      : Effect.succeed({ runs: aborts, storeParts })
    return Effect.zipRight(this.atAsking, answer)
  })
}

const here = <M>(module: M): LazyCode.LazyCode<M> => ({ load: Effect.succeed(module), isLoaded: () => true })

const withServer = <A, E>(
  program: (
    server: CodeServer,
    drive: MemoryDrive,
    uploads: Uploads["Type"]
  ) => Effect.Effect<A, E, Ports | Scope.Scope>
) =>
  VirtualTime.run(Effect.gen(function*() {
    const server = new CodeServer()
    const drive = yield* Memory.make({ bytesPerSecond: 1000, latency: 5 })
    const transfers = transfersOf({
      uploads: here({ uploadRuns }),
      parts: { load: server.load, isLoaded: () => false },
      downloads: here({ runs: downloads }),
      folders: here({ runs: folders }),
      saved: here({ runs: saved })
    })
    const layer = UploadsLayer.layer().pipe(
      Layer.provideMerge(TransferScheduler.layer),
      Layer.provideMerge(transfers),
      Layer.provideMerge(drive.layer)
    )
    return yield* Effect.flatMap(Uploads, (uploads) => program(server, drive, uploads)).pipe(
      Effect.scoped,
      Effect.provide(layer)
    )
  }))

describe("an upload in parts whose code has not come", () => {
  it.live("waits while the machine is offline, and resumes by itself", () =>
    withServer((server, drive, uploads) =>
      Effect.gen(function*() {
        server.isAway = true
        server.atAsking = drive.setOnline(false)
        const upload = yield* uploads.start(tenParts)
        yield* Effect.sleep("1 hour")
        const snapshot = uploads.snapshot(upload.id)
        assert.strictEqual(snapshot?.multipart, "web_offline_to_online")
        assert.strictEqual(snapshot?.status._tag, "waitingForNetwork")
        server.isAway = false
        server.atAsking = Effect.void
        yield* drive.setOnline(true)
        const result = yield* upload.await
        assert.isAbove(server.asked, 1)
        assert.deepStrictEqual(storedBytes(drive, result.objectKey), tenParts.source)
        assertNothingLeft(drive, yield* TransferScheduler)
      })
    ))

  it.live("can be stopped while it waits, and resumed", () =>
    withServer((server, drive, uploads) =>
      Effect.gen(function*() {
        server.isAway = true
        server.atAsking = drive.setOnline(false)
        const upload = yield* uploads.start(tenParts)
        yield* Effect.sleep("1 minute")
        yield* uploads.stop(upload.id)
        assert.strictEqual(uploads.snapshot(upload.id)?.status._tag, "paused")
        server.isAway = false
        server.atAsking = Effect.void
        yield* drive.setOnline(true)
        yield* uploads.resume(upload.id)
        const result = yield* upload.await
        assert.deepStrictEqual(storedBytes(drive, result.objectKey), tenParts.source)
        assertNothingLeft(drive, yield* TransferScheduler)
      })
    ))

  it.live("fails where its server stays away while the machine is online, and a retry continues under the same file", () =>
    withServer((server, drive, uploads) =>
      Effect.gen(function*() {
        server.isAway = true
        const upload = yield* uploads.start(tenParts)
        const error = yield* Effect.flip(upload.await)
        assert.deepInclude(error, { _tag: "TransportError", path: "the code of uploads in parts" })
        const { fileId } = uploads.snapshot(upload.id) ?? {}
        server.isAway = false
        yield* uploads.retry(upload.id)
        const result = yield* upload.await
        assert.strictEqual(result.fileId, fileId)
        assert.deepStrictEqual(storedBytes(drive, result.objectKey), tenParts.source)
        assertNothingLeft(drive, yield* TransferScheduler)
      })
    ))
})

describe("a cancelled upload whose code has not come", () => {
  it.live("keeps its tombstone, and is aborted when the code is there", () =>
    withServer((server, drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(tenParts)
        yield* Effect.sleep("250 millis")
        assert.strictEqual(drive.storage.bucket.uploads.size, 1)
        server.isAway = true
        yield* uploads.cancel(upload.id)
        assert.strictEqual(uploads.snapshot(upload.id)?.status._tag, "cancelled")
        yield* Effect.sleep("10 minutes")
        assert.deepStrictEqual([...drive.sessions.saved.values()].map(({ upload: { aborting } }) => aborting), [true])
        assert.strictEqual(drive.storage.bucket.uploads.size, 1)
        server.isAway = false
        yield* Effect.sleep("10 minutes")
        assert.strictEqual(drive.sessions.saved.size, 0)
        assertNothingLeft(drive, yield* TransferScheduler)
      })
    ))
})
