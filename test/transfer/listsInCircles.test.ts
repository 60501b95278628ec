/** A service in trouble gives cursors that lead round in a circle: no transfer asks for its pages for ever. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { FolderReader } from "../../src/services/FolderReader.js"
import * as FolderUploadsLayer from "../../src/services/folders/FolderUploadsLayer.js"
import { FolderUploads } from "../../src/services/FolderUploads.js"
import type { StorageProvider } from "../../src/services/StorageProvider.js"
import { StorageProviders } from "../../src/services/StorageProviders.js"
import type { MemoryDriveOptions } from "../../src/testing/MemoryDrive.js"
import * as Memory from "../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../src/testing/VirtualTime.js"
import { file } from "./folder/memoryFolders.js"
import { assertAllFaultsHit, bytesOf, layerOf, startProcess, storedBytes } from "./upload/memoryUploads.js"

/** From A to B and to A again, which the third call of a list tells. */
const circling = (provider: StorageProvider): StorageProvider => {
  let calls = 0
  const list: StorageProvider["files"]["list"] = ({ cursor }) =>
    Effect.suspend(() => {
      calls = cursor === undefined ? 1 : calls + 1
      return calls > 3
        ? Effect.dieMessage("asked on and on")
        : Effect.succeed({ items: [], next: calls === 2 ? "B" : "A" })
    })
  return { ...provider, files: { ...provider.files, list } }
}

const circlingDrive = Effect.fnUntraced(function*(options: MemoryDriveOptions = {}) {
  const drive = yield* Memory.make(options)
  const ports = yield* Layer.build(drive.layer)
  const provider = circling(yield* Context.get(ports, StorageProviders).forSpace(drive.space))
  const providers = Layer.succeed(StorageProviders, {
    forSpace: () => Effect.succeed(provider),
    closeAll: Effect.void
  })
  return { drive, layer: layerOf({ ...drive, layer: Layer.provideMerge(providers, drive.layer) }) }
})

const create = { target: "api", method: "POST", path: "/api/v2/file/space-1" } as const

describe("a list that leads round in a circle", () => {
  it.scopedLive("tells a folder that is merged no names: it fails", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { layer } = yield* circlingDrive()
      const folders = FolderUploadsLayer.layer({}).pipe(
        Layer.provide(FolderReader.layerUnsupported),
        Layer.provideMerge(layer)
      )
      const { start } = Context.get(yield* Layer.build(folders), FolderUploads)
      const upload = yield* start({ entries: [file("a.bin", bytesOf(50))], onConflict: () => "skip" })
      const { failed } = yield* upload.await
      assert.strictEqual(failed.length, 1)
      assert.deepInclude(failed[0]?.error, { _tag: "TransportError", reason: "Decode", field: "next" })
    })))

  it.scopedLive("shows no namesake of a file whose create call was lost", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, layer } = yield* circlingDrive({
        faults: [{ match: create, action: { _tag: "dropReply" } }]
      })
      const { uploads } = yield* startProcess(drive, layer)
      const upload = yield* uploads.start({ source: bytesOf(50), name: "a.bin" })
      const { objectKey } = yield* upload.await
      assert.deepStrictEqual(storedBytes(drive, objectKey), bytesOf(50))
      assertAllFaultsHit(drive)
    })))

  it.scopedLive("shows no namesake of an upload that comes back", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, layer } = yield* circlingDrive({ latency: 400 })
      const before = yield* startProcess(drive, layer)
      drive.disk.set("/a.bin", { bytes: bytesOf(50), modifiedAt: 1 })
      yield* before.uploads.stop((yield* before.uploads.start({ source: { path: "/a.bin" } })).id)
      yield* Effect.sleep("3 seconds")
      const saved = new Map(drive.sessions.saved)
      yield* before.crash
      drive.sessions.saved.clear()
      for (const [id, session] of saved) drive.sessions.saved.set(id, session)
      const { uploads } = yield* startProcess(drive, layer)
      const [found] = yield* uploads.recoverable()
      assert.isDefined(found)
      yield* uploads.resumeAll()
      const result = yield* uploads.get(found?.id ?? "")?.await ?? Effect.succeed(undefined)
      assert.deepStrictEqual(storedBytes(drive, result?.objectKey), bytesOf(50))
    })))
})
