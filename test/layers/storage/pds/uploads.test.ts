/** Uploads to a pds space with the real adapters of Node, against the emulator over sockets. */
import { FetchHttpClient, HttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { createCRC64 } from "hash-wasm"
import { randomBytes } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as DriveNode from "../../../../src/layers/DriveNode.js"
import { crc64Text } from "../../../../src/layers/hash/Checksums.js"
import * as Pds from "../../../../src/layers/loading/Pds.js"
import { make as makeClient } from "../../../../src/promise/DriveClient.js"
import type { UploadHandle } from "../../../../src/promise/node.js"
import type { PartBody } from "../../../../src/services/Transport.js"
import { driveThrough, driveWithPut } from "../../../faults/DamagedTransport.js"
import type { FaultyDriveOptions } from "../../../faults/FaultyDrive.js"
import { assertStoredOnce, sha256, storedBytes, when, withFaultyDrive } from "../../../faults/FaultyDrive.js"

const MiB = 1024 * 1024

const onPds = (options: FaultyDriveOptions = {}): FaultyDriveOptions => ({
  ...options,
  emulator: { spaces: [{ spaceId: "pds-files", platform: "pds" }], ...options.emulator }
})

const partPut = (partNumber: string) => ({ target: "pds", method: "PUT", query: { partNumber } }) as const

const error = (code: string) => `<Error><Code>${code}</Code><Message>no</Message></Error>`

/** Counts how many parts are on their way at once. */
const counting = () => {
  const seen = { now: 0, most: 0 }
  const open = driveWithPut((put) => (address, body, sent) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        seen.most = Math.max(seen.most, ++seen.now)
      }),
      () => put(address, body, sent),
      () => Effect.sync(() => void seen.now--)
    )
  )
  return { seen, open }
}

/** Keeps the bodies of all calls to pds, by path. */
const seeing = () => {
  const calls: Array<{ readonly path: string; readonly body: Record<string, unknown> }> = []
  const watched = HttpClient.tapRequest((request) =>
    Effect.sync(() => {
      const path = new URL(request.url).pathname
      if (!path.startsWith("/v2/") || request.body._tag !== "Uint8Array") return
      calls.push({ path, body: JSON.parse(new TextDecoder().decode(request.body.body)) })
    })
  )
  const client = Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, watched))
  const open = (options: DriveNode.DriveNodeOptions) =>
    makeClient(
      DriveNode.layer(options).pipe(
        Layer.provide(DriveNode.layerAdapters(options)),
        Layer.provide(Layer.provide(client, FetchHttpClient.layer))
      )
    )
  return { calls, open, bodies: (path: string) => calls.filter((call) => call.path === path).map(({ body }) => body) }
}

describe("Parallel parts on pds", () => {
  const source = randomBytes(3 * MiB + 17)

  for (const parallelUpload of [true, false]) {
    it(parallelUpload ? "go in any order" : "go in order where the domain does not have them", () => {
      const { open, seen } = counting()
      const drive = { providers: { pds: Pds.layer({ parallelUpload: true }) } }
      return withFaultyDrive(onPds({ open, drive, emulator: { parallelUpload } }), async (faulty) => {
        const upload = faulty.drive.uploads.start({ source, name: "a", chunkSize: 256 * 1024 })
        await assertStoredOnce(faulty, upload, source, 0)
        if (parallelUpload) assert.isAbove(seen.most, 1)
        else assert.strictEqual(seen.most, 1)
      })
    })
  }
})

describe("A parallel upload to pds in the next process", () => {
  it("sends what is missing and nothing else", async () => {
    const folder = await mkdtemp(join(tmpdir(), "effect-drive-pds-"))
    const path = join(folder, "a.bin")
    const source = randomBytes(3 * MiB + 17)
    const partSize = 256 * 1024
    await writeFile(path, source)
    const drive = {
      providers: { pds: Pds.layer({ parallelUpload: true }) },
      sessionDirectory: join(folder, "sessions")
    }
    try {
      // Three parts are stored, and three are held up until the first process is gone.
      const held = ["4", "5", "6"].map((part) => ({
        match: partPut(part),
        action: { _tag: "delay", millis: 4000 } as const
      }))
      await withFaultyDrive(onPds({ drive, faults: held }), async ({ drive: first, emulator }) => {
        const before = first.uploads.start({ source: { path }, chunkSize: partSize, parallel: 3 })
        await when(before, ({ bytes }) => bytes.accepted >= 3 * partSize)
        await first.dispose()
        const { bodies, open } = seeing()
        const second = open({ apiHost: emulator.apiHost, product: { id: "next", version: "1" }, ...drive })
        await second.session.initialise({ accessToken: emulator.accessToken })
        const [found] = await second.uploads.recoverable()
        const traps = ["1", "2", "3"].map((part) => ({
          match: partPut(part),
          action: { _tag: "status", status: 403 } as const
        }))
        emulator.faults.add(traps)
        const upload = second.uploads.get(found?.id ?? "")
        await upload?.resume()
        const { fileId } = await upload?.done ?? {}
        assert.strictEqual(sha256(await storedBytes(second, fileId ?? "")), sha256(source))
        assert.includeMembers([...emulator.remainingFaults()], traps)
        assert.deepStrictEqual(bodies("/v2/file/create"), [])
        assert.strictEqual(emulator.traffic().accepted, source.length)
        await second.dispose()
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

describe("An upload to pds", () => {
  const source = randomBytes(12 * MiB)

  it("stores files of all sizes, several at once, parts of each in order", () =>
    withFaultyDrive(onPds(), async ({ drive }) => {
      const sources = [0, 1, 300_000, 6 * MiB, 7 * MiB + 1].map((size) => randomBytes(size))
      const uploads = sources.map((source, index) => drive.uploads.start({ source, name: `${index}` }))
      const results = await Promise.all(uploads.map((upload) => upload.done))
      for (const [index, { fileId }] of results.entries()) {
        assert.strictEqual(sha256(await storedBytes(drive, fileId)), sha256(sources[index] ?? new Uint8Array()))
      }
    }))

  it("continues with a fresh token when its own ends, refreshed once", () => {
    const expire = { match: { target: "pds", path: "/file/complete" }, action: { _tag: "expire" } } as const
    return withFaultyDrive(onPds({ faults: [expire] }), async (faulty) => {
      await assertStoredOnce(faulty, faulty.drive.uploads.start({ source, name: "a" }), source, 0)
      assert.strictEqual(faulty.refreshes(), 1)
    })
  })

  it("sends the checksum of the whole also when a part is known by the part list alone", () => {
    const { bodies, open } = seeing()
    const fault = { match: partPut("2"), action: { _tag: "dropReply" } } as const
    return withFaultyDrive(onPds({ open, faults: [fault] }), async (faulty) => {
      await assertStoredOnce(faulty, faulty.drive.uploads.start({ source, name: "a" }), source, 0)
      assert.lengthOf(bodies("/v2/file/list_uploaded_parts"), 1)
      const crc64 = crc64Text((await createCRC64()).init().update(source).digest("hex"))
      assert.deepStrictEqual(bodies("/v2/file/complete").map((body) => body["crc64_hash"]), [crc64])
    })
  })

  it("restores the order of its parts", () => {
    const fault = {
      match: partPut("2"),
      action: { _tag: "status", status: 400, body: error("PartNotSequential") }
    } as const
    return withFaultyDrive(onPds({ faults: [fault] }), async (faulty) => {
      await assertStoredOnce(faulty, faulty.drive.uploads.start({ source, name: "a" }), source, 5 * MiB)
    })
  })

  it("begins afresh when pds has forgotten it", () => {
    const fault = { match: partPut("2"), action: { _tag: "status", status: 404, body: error("NoSuchUpload") } } as const
    return withFaultyDrive(onPds({ faults: [fault] }), async ({ drive, emulator }) => {
      const { fileId } = await drive.uploads.start({ source, name: "a" }).done
      assert.deepStrictEqual(emulator.remainingFaults(), [])
      assert.strictEqual(sha256(await storedBytes(drive, fileId)), sha256(source))
    })
  })

  for (const size of [300_000, 12 * MiB]) {
    it(`finds damaged bytes at the end and begins afresh: ${size} bytes`, () => {
      let left = 1
      const open = driveThrough((body: PartBody) => {
        if (left-- <= 0 || body instanceof Blob) return body
        const damaged = new Uint8Array(body)
        damaged[1000] = (damaged[1000] ?? 0) ^ 1
        return damaged
      })
      return withFaultyDrive(onPds({ open }), async ({ drive }) => {
        const bytes = source.subarray(0, size)
        const { fileId } = await drive.uploads.start({ source: bytes, name: "a" }).done
        assert.strictEqual(sha256(await storedBytes(drive, fileId)), sha256(bytes))
        assert.strictEqual((await drive.files.list({})).items.length, 1)
      })
    })
  }

  it("overwrites by default, and keeps the id; refuses where it is asked to", () =>
    withFaultyDrive(onPds(), async ({ drive }) => {
      const start = (bytes: Uint8Array, more: object = {}): UploadHandle =>
        drive.uploads.start({ source: bytes, name: "a", ...more })
      const first = await start(randomBytes(10)).done
      const second = await start(source).done
      assert.strictEqual(second.fileId, first.fileId)
      assert.strictEqual(sha256(await storedBytes(drive, first.fileId)), sha256(source))
      const refused = await start(source, { checkNameMode: "refuse" }).done.catch((error: unknown) => error)
      assert.deepInclude(refused, { _tag: "NameConflict" })
    }))

  it("knows its own version of a file when the answer to complete is lost", () => {
    const lost = { match: { target: "pds", path: "/v2/file/complete" }, action: { _tag: "dropReply" } } as const
    return withFaultyDrive(onPds(), async ({ drive, emulator }) => {
      const first = await drive.uploads.start({ source: new Uint8Array(), name: "a" }).done
      emulator.faults.add([lost])
      const second = await drive.uploads.start({ source, name: "a" }).done
      assert.deepStrictEqual(emulator.remainingFaults(), [])
      assert.strictEqual(second.fileId, first.fileId)
      assert.strictEqual(sha256(await storedBytes(drive, second.fileId)), sha256(source))
      assert.strictEqual(emulator.traffic().accepted, source.length)
    })
  })

  it("makes the folders of its path, and does what files on other platforms do", () =>
    withFaultyDrive(onPds(), async ({ drive }) => {
      await drive.uploads.start({ source: randomBytes(10), name: "one", path: "a/b" }).done
      const folder = await drive.files.resolve("/a")
      const copied = await drive.files.copy({
        fileIds: [folder, "nothing"],
        toParentFileId: "root",
        checkNameMode: "auto_rename"
      })
      assert.lengthOf(copied.successItems, 1)
      assert.deepInclude(copied.errorItems[0]?.error, { _tag: "FileNotFound" })
      await drive.recycleBin.recycle([folder])
      assert.deepInclude((await drive.recycleBin.list()).items[0], { name: "a" })
      await drive.recycleBin.restore([folder])
      assert.strictEqual(await drive.files.resolve("/a"), folder)
      const started = await drive.downloads.archive({ fileIds: [folder], name: "all.zip" })
      const task = await drive.tasks.wait(started.asyncTaskId)
      assert.deepInclude(task, { name: "all.zip", state: "Succeed" })
      assert.isDefined(task.archiveFileResult?.url)
      await drive.files.star({ fileId: folder, starred: true })
      assert.isTrue((await drive.files.info(folder)).starred)
      await drive.files.remove([folder])
      assert.lengthOf((await drive.files.list({})).items, 1)
      // The archive may count as well.
      assert.isAtLeast((await drive.spaces.driveInfo()).usedSize ?? 0, 10)
    }))
})
