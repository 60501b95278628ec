/**
 * The Promise client against an emulator over sockets: bytes go up to its S3 endpoint and come back the same.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { ManagedRuntime } from "effect"
import { startEmulator } from "effect-drive/emulator"
import type { RunningEmulator } from "effect-drive/emulator"
import * as Drive from "effect-drive/node"
import type { DriveClient, SourceInput, UploadSnapshot } from "effect-drive/promise"
import { createDrive, InvalidInput, isDriveError } from "effect-drive/promise"
import { createHash, randomBytes } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Session } from "../../src/services/Session.js"
import { Uploads } from "../../src/services/Uploads.js"

const MiB = 1024 * 1024
const product = { id: "end-to-end", version: "1.0" }

const rejected = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(() => assert.fail("it should have rejected"), (error: unknown) => error)

const tagOf = async (promise: Promise<unknown>): Promise<string | undefined> => {
  const error = await rejected(promise)
  return isDriveError(error) ? error._tag : undefined
}

const bytesOf = async (chunks: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Array<Uint8Array> = []
  for await (const chunk of chunks) all.push(chunk.slice())
  return Buffer.concat(all)
}

const sha1 = (bytes: Uint8Array): string => createHash("sha1").update(bytes).digest("hex").toUpperCase()

describe("layers of Node", () => {
  it("build synchronously", async () => {
    const runtime = ManagedRuntime.make(Drive.layerNode({ apiHost: "http://127.0.0.1:1", product }))
    assert.deepStrictEqual(runtime.runSync(Uploads).list(), [])
    assert.strictEqual(runtime.runSync(runtime.runSync(Session).state())._tag, "SignedOut")
    await runtime.dispose()
  })

  it("a wrong option is InvalidInput, and nothing is sent", async () => {
    const drive = createDrive({ product })
    assert.throws(() => drive.uploads, InvalidInput, "apiHost is required")
    await drive.dispose()
  })
})

describe("a drive over sockets", () => {
  let emulator: RunningEmulator
  let drive: DriveClient
  let folder = ""

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "effect-drive-end-"))
    emulator = await startEmulator()
    drive = createDrive({ apiHost: emulator.apiHost, product })
    await drive.session.initialise({ accessToken: emulator.accessToken })
  })
  afterAll(async () => {
    await drive.dispose()
    await emulator.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const roundTrip = async (name: string, source: SourceInput, bytes: Uint8Array): Promise<UploadSnapshot> => {
    const parentFileId = await drive.files.ensureFolder("round trip")
    const upload = drive.uploads.start({ source, name, parentFileId })
    const { fileId } = await upload.done
    const info = await drive.files.info(fileId)
    assert.deepInclude(info, { name, size: bytes.length, type: "file" })
    const target = join(folder, `copy of ${name}`)
    await drive.downloads.save({ fileId, target })
    assert.strictEqual(sha1(readFileSync(target)), sha1(bytes))
    assert.strictEqual(sha1(await bytesOf(drive.downloads.stream({ fileId }))), sha1(bytes))
    return upload.snapshot()
  }

  it("has the first space selected after initialise, and lists all", async () => {
    assert.strictEqual(drive.spaces.current()?.spaceId, emulator.spaces[0]?.spaceId)
    assert.strictEqual(drive.session.state()._tag, "Ready")
    const { items } = await drive.spaces.list()
    assert.deepStrictEqual(items.map(({ spaceId }) => String(spaceId)), emulator.spaces.map(({ spaceId }) => spaceId))
  })

  it("text, an empty file, bytes and a Blob of up to 5 MiB go up with one PUT", async () => {
    const five = randomBytes(5 * MiB)
    const snapshots = [
      await roundTrip("text.txt", "héllo", new TextEncoder().encode("héllo")),
      await roundTrip("empty.bin", new Uint8Array(0), new Uint8Array(0)),
      await roundTrip("五 MiB (1) & more.bin", five, five),
      await roundTrip("typed.json", new Blob(["{}"], { type: "application/json" }), new TextEncoder().encode("{}"))
    ]
    for (const { bytes, multipart, progress, size } of snapshots) {
      assert.strictEqual(progress, "success")
      assert.isUndefined(multipart)
      assert.strictEqual(bytes.committed, size)
    }
  })

  it("a larger file goes up in parts, from a path, a Blob and a stream of unknown length", async () => {
    const bytes = () => randomBytes(12 * MiB + 7)
    const onDisk = bytes()
    writeFileSync(join(folder, "twelve.bin"), onDisk)
    const blob = bytes()
    const streamed = bytes()
    const stream = async function*() {
      for (let start = 0; start < streamed.length; start += MiB) yield streamed.subarray(start, start + MiB)
    }
    const snapshots = [
      await roundTrip("path.bin", { path: join(folder, "twelve.bin") }, onDisk),
      await roundTrip("blob.bin", new Blob([blob]), blob),
      await roundTrip("stream.bin", stream(), streamed)
    ]
    for (const { bytes: counts, multipart, progress, size } of snapshots) {
      assert.deepStrictEqual([progress, multipart, size], ["success", "done", 12 * MiB + 7])
      assert.deepStrictEqual(counts, { hashed: size, sent: size, accepted: size, committed: size })
    }
  })

  it("the same bytes again are not sent again", async () => {
    const bytes = randomBytes(2 * MiB)
    await roundTrip("first.bin", bytes, bytes)
    const { progress, result } = await roundTrip("second.bin", bytes, bytes)
    assert.strictEqual(progress, "rapid_success")
    assert.isTrue(result?.rapid)
  })

  it("an upload into a path makes the folders on the way, each once", async () => {
    const names = Array.from({ length: 6 }, (_, index) => `${index}.txt`)
    await Promise.all(names.map((name) => drive.uploads.start({ source: name, name, path: "deep/er/folder" }).done))
    const parentFileId = await drive.files.resolve("deep/er/folder")
    const found: Array<string> = []
    for await (const file of drive.files.listAll({ parentFileId, pageSize: 2 })) found.push(file.name)
    assert.deepStrictEqual(found.sort(), names)
    assert.deepStrictEqual(
      (await drive.files.list({ fileType: "folder", parentFileId: await drive.files.resolve("deep") }))
        .items.map(({ name }) => name),
      ["er"]
    )
  })

  it("a range, a blob and a plain fetch of the address give the bytes", async () => {
    const bytes = randomBytes(100_000)
    const { fileId } = await drive.uploads.start({ source: bytes, name: "ranges.bin" }).done
    const range = { start: 1000, end: 2000 }
    assert.deepStrictEqual(await bytesOf(drive.downloads.stream({ fileId, range })), bytes.subarray(1000, 2000))
    assert.strictEqual((await drive.downloads.blob({ fileId })).size, bytes.length)
    const { href } = await drive.downloads.url(fileId)
    assert.strictEqual(sha1(new Uint8Array(await (await fetch(href)).arrayBuffer())), sha1(bytes))
  })

  it("a download's handle tells how it ended, also when it is off the list and was not asked before", async () => {
    const { fileId } = await drive.uploads.start({ source: "told", name: "told.txt" }).done
    const download = drive.downloads.start({ fileId, target: join(folder, "told.txt") })
    await download.done
    await drive.downloads.remove(download.id)
    assert.isUndefined(drive.downloads.get(download.id))
    assert.deepInclude(download.snapshot(), { status: "success", received: 4 })
  })

  it("leaving a download early closes it, an aborted save leaves nothing", async () => {
    const bytes = randomBytes(20 * MiB)
    const { fileId } = await drive.uploads.start({ source: bytes, name: "large.bin" }).done
    for await (const chunk of drive.downloads.stream({ fileId })) {
      assert.isAbove(chunk.length, 0)
      break
    }
    const controller = new AbortController()
    const target = join(folder, "never.bin")
    const onProgress = () => controller.abort(new Error("enough"))
    const error = await rejected(drive.downloads.save({ fileId, target, onProgress }, { signal: controller.signal }))
    assert.strictEqual((error as Error).message, "enough")
    assert.deepStrictEqual(readdirSync(folder).filter((name) => name.startsWith("never")), [])
  })

  it("a cancelled upload leaves no file, and cannot be resumed", async () => {
    const upload = drive.uploads.start({ source: randomBytes(30 * MiB), name: "cancelled.bin" })
    await upload.cancel()
    assert.strictEqual(await tagOf(upload.done), "UploadCancelled")
    assert.strictEqual(await tagOf(upload.resume()), "UploadCancelled")
    assert.strictEqual(await tagOf(drive.files.resolve("cancelled.bin")), "FileNotFound")
  })

  it("a stopped upload continues from where it was", async () => {
    const bytes = randomBytes(30 * MiB)
    const upload = drive.uploads.start({ source: bytes, name: "stopped.bin" })
    await new Promise<void>((resolve) => {
      const off = upload.subscribe(({ bytes: { accepted } }) => {
        if (accepted === 0) return
        off()
        resolve()
      })
    })
    await upload.stop()
    await upload.resume()
    const { fileId } = await upload.done
    assert.strictEqual(sha1(await bytesOf(drive.downloads.stream({ fileId }))), sha1(bytes))
  })

  it("bad input ends in a typed error", async () => {
    const start = (request: Parameters<DriveClient["uploads"]["start"]>[0]) => tagOf(drive.uploads.start(request).done)
    assert.strictEqual(await start({ source: "x" }), "InvalidInput")
    assert.strictEqual(await start({ source: "x", name: "a/b" }), "InvalidInput")
    assert.strictEqual(await start({ source: "x", name: "small parts", chunkSize: 1024 }), "InvalidInput")
    assert.strictEqual(await start({ source: "x", name: "x", parentFileId: "nowhere" }), "ParentNotFound")
    assert.strictEqual(await start({ source: { path: join(folder, "missing") } }), "InvalidInput")
    assert.strictEqual(await tagOf(drive.files.info("nothing")), "FileNotFound")
    assert.strictEqual(await tagOf(drive.downloads.url("nothing")), "FileNotFound")
    assert.strictEqual(await tagOf(drive.files.list({}, { spaceId: "cos-legacy" })), "PlatformNotSupported")
    assert.isDefined(await tagOf(drive.files.list({}, { spaceId: "unknown" })))
  })

  it("another space is another drive, named per call", async () => {
    const spaceId = emulator.spaces[1]?.spaceId ?? ""
    const { fileId } = await drive.uploads.start({ source: "x", name: "only there.txt" }, { spaceId }).done
    assert.strictEqual((await drive.files.info(fileId, { spaceId })).name, "only there.txt")
    assert.strictEqual(await tagOf(drive.files.resolve("only there.txt")), "FileNotFound")
  })

  it("a session that ended is TokenExpired, reported once as an event, and sign-in mends it", async () => {
    const told: Array<string> = []
    const off = drive.events.on("TokenExpired", ({ error }) => told.push(error.path))
    await emulator.signOutAll()
    assert.strictEqual(await tagOf(drive.files.list()), "TokenExpired")
    assert.strictEqual(told.length, 1)
    off()
    await drive.session.initialise({ accessToken: emulator.accessToken })
    await drive.files.list()
  })

  it("an expired storage key is fetched anew in mid-upload", async () => {
    await emulator.expireCredentials()
    const bytes = randomBytes(11 * MiB)
    await roundTrip("after expiry.bin", bytes, bytes)
  })

  it("a wrong token is refused with an error that does not hold it", async () => {
    const other = createDrive({ apiHost: emulator.apiHost, product })
    const error = await rejected(other.session.initialise({ accessToken: "wrong-and-secret" }))
    assert.isTrue(isDriveError(error))
    assert.notInclude(JSON.stringify(error) + String(error), "wrong-and-secret")
    assert.strictEqual(await tagOf(other.files.list()), "InvalidInput")
    await other.dispose()
  })

  it("a drive that is not there is a TransportError that names the call", async () => {
    const other = createDrive({ apiHost: "http://127.0.0.1:9", product })
    const error = await rejected(other.session.login({ accessToken: "t" }))
    assert.isTrue(isDriveError(error) && error._tag === "TransportError" && error.path.includes("/user/login"))
    await other.dispose()
  })
})
