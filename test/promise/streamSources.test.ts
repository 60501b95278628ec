/**
 * Streams as sources: what is stopped, cancelled or left while its bytes are still coming.
 */
import { assert, describe, it } from "@effect/vitest"
import { startEmulator } from "effect-drive/emulator"
import type { DriveClient, UploadHandle } from "effect-drive/promise"
import { createDrive } from "effect-drive/promise"
import { when } from "../faults/FaultyDrive.js"
import { assertFields } from "../layers/api/assertFields.js"

const withDrive = async (use: (drive: DriveClient) => Promise<void>) => {
  const emulator = await startEmulator()
  const drive = createDrive({ apiHost: emulator.apiHost, product: { id: "streams", version: "1" } })
  try {
    await drive.session.initialise({ accessToken: emulator.accessToken })
    await use(drive)
  } finally {
    await drive.dispose()
    await emulator.close()
  }
}

/** Gives ten bytes, and then none until it is told to go on. */
const paused = () => {
  let goOn = () => {}
  const going = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const bytes = async function*() {
    yield new Uint8Array(10)
    await going
    yield new Uint8Array(10)
  }
  return { source: bytes(), goOn }
}

const hasBegun = (upload: UploadHandle) => when(upload, ({ status }) => status._tag === "hashing" && status.read === 10)

const errorOf = (upload: UploadHandle) =>
  upload.done.then(() => assert.fail("it was stored"), (error: unknown) => error)

describe("a stream whose bytes are still coming", () => {
  it("is not stored without its beginning when its upload is stopped and resumed", () =>
    withDrive(async (drive) => {
      const { goOn, source } = paused()
      const upload = drive.uploads.start({ source, name: "halves.bin" })
      await hasBegun(upload)
      const stopped = upload.stop()
      goOn()
      await stopped
      await upload.resume()
      assertFields(await errorOf(upload), { _tag: "SourceChanged", what: "gone" })
      assert.deepStrictEqual((await drive.files.list()).items, [])
      await upload.resume(new Uint8Array(20))
      const { fileId } = await upload.done
      assert.strictEqual((await drive.downloads.blob({ fileId })).size, 20)
    }))

  it("is not one file for two uploads", () =>
    withDrive(async (drive) => {
      const { goOn, source } = paused()
      goOn()
      const first = drive.uploads.start({ source, name: "first.bin" })
      const { fileId } = await first.done
      const second = drive.uploads.start({ source, name: "second.bin" })
      assertFields(await errorOf(second), { _tag: "SourceChanged", what: "gone" })
      assert.strictEqual((await drive.downloads.blob({ fileId })).size, 20)
    }))

  it("holds up neither cancel nor dispose while it waits", () =>
    withDrive(async (drive) => {
      const [one, other] = [paused(), paused()].map(({ source }, number) =>
        drive.uploads.start({ source, name: `waits-${number}.bin` })
      )
      assert.isDefined(one)
      assert.isDefined(other)
      await Promise.all([one, other].map(hasBegun))
      await one.cancel()
      assertFields(await errorOf(one), { _tag: "UploadCancelled" })
      const end = errorOf(other)
      await drive.dispose()
      assertFields(await end, { _tag: "DriveDisposed" })
    }))

  it("holds up no folder either", () =>
    withDrive(async (drive) => {
      let asked = () => {}
      const waits = new Promise<void>((resolve) => {
        asked = resolve
      })
      const entries = async function*() {
        yield { _tag: "Folder", path: "empty" } as const
        asked()
        await new Promise(() => {})
      }
      const folder = drive.uploads.startFolder({ entries: entries() })
      await waits
      await folder.cancel()
      assertFields(await folder.done.catch((error: unknown) => error), { _tag: "UploadCancelled" })
    }))
})
