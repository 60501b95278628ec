/**
 * New content of files, through the Promise client to an emulator over sockets.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { RunningEmulator } from "effect-drive/emulator"
import { startEmulator } from "effect-drive/emulator"
import type { DriveClient, SourceInput } from "effect-drive/promise"
import { createDrive, isDriveError } from "effect-drive/promise"

const stream = async function*(...texts: ReadonlyArray<string>) {
  for (const text of texts) yield Buffer.from(text)
}

const MiB = 1024 * 1024

describe("files.saveContent", () => {
  let emulator: RunningEmulator
  let drive: DriveClient

  beforeAll(async () => {
    emulator = await startEmulator()
    drive = createDrive({ apiHost: emulator.apiHost, product: { id: "contents", version: "1.0" } })
    await drive.session.initialise({ accessToken: emulator.accessToken })
  })
  afterAll(async () => {
    await drive.dispose()
    await emulator.close()
  })

  const fileOf = async (name: string): Promise<string> => {
    const upload = drive.uploads.start({ source: `first ${name}`, name })
    const { fileId } = await upload.done
    await drive.uploads.remove(upload.id)
    return fileId
  }

  const served = async (fileId: string): Promise<Buffer> =>
    Buffer.from(await (await drive.downloads.blob({ fileId })).arrayBuffer())

  const tagOf = (promise: Promise<unknown>): Promise<string | undefined> =>
    promise.then(() => undefined, (error: unknown) => isDriveError(error) ? error._tag : String(error))

  const large = Buffer.alloc(6 * MiB + 5, "large")

  const sources: ReadonlyArray<readonly [string, () => SourceInput, Uint8Array]> = [
    ["text", () => "more tëxt", Buffer.from("more tëxt")],
    ["bytes", () => Buffer.from("bytes"), Buffer.from("bytes")],
    ["a Blob in parts", () => new Blob([large]), large],
    ["a stream of unknown length", () => stream("one, ", "two"), Buffer.from("one, two")]
  ]

  for (const [what, source, bytes] of sources) {
    it(`serves ${what} afterwards, and keeps id and name`, async () => {
      const fileId = await fileOf(`${what}.txt`)
      const result = await drive.files.saveContent({ fileId, source: source() })
      assert.strictEqual(String(result.fileId), fileId)
      assert.isTrue((await served(fileId)).equals(bytes))
      const { name, size } = await drive.files.info(fileId)
      assert.deepStrictEqual([name, size], [`${what}.txt`, bytes.length])
      assert.deepStrictEqual(drive.uploads.list(), [])
    })
  }

  it("gives the file a new name, and a mode for when that is taken", async () => {
    await fileOf("taken.txt")
    const fileId = await fileOf("old.txt")
    await drive.files.saveContent({ fileId, source: "two", name: "new.txt" })
    assert.strictEqual((await drive.files.info(fileId)).name, "new.txt")
    await drive.files.saveContent({ fileId, source: "three", name: "taken.txt", checkNameMode: "auto_rename" })
    const { name } = await drive.files.info(fileId)
    assert.notInclude(["taken.txt", "new.txt"], name)
    assert.strictEqual(String(await served(fileId)), "three")
  })

  it("makes no new file where the id is missing or misspelled, though the name is given", async () => {
    const count = async () => (await drive.files.list()).total
    const before = await count()
    for (
      const id of [{}, { fileID: await fileOf("meant.txt") }, { fileId: undefined }, { fileId: null }, { fileId: 5 }]
    ) {
      const save = drive.files.saveContent({ ...id, source: "lost", name: "lost.txt" } as never)
      assert.strictEqual(await tagOf(save), "InvalidInput")
    }
    assert.strictEqual(await count(), (before ?? 0) + 1)
  })

  it("content that the service has already is taken over without sending it", async () => {
    const fileId = await fileOf("rapid.txt")
    await drive.files.saveContent({ fileId: await fileOf("known.txt"), source: "known content" })
    assert.isTrue((await drive.files.saveContent({ fileId, source: "known content" })).rapid)
    assert.strictEqual(String(await served(fileId)), "known content")
    assert.strictEqual((await drive.files.info(fileId)).name, "rapid.txt")
  })

  it("an aborted save rejects with the reason, leaves the file as it was and no upload behind", async () => {
    const fileId = await fileOf("aborted.txt")
    const controller = new AbortController()
    const off = drive.uploads.subscribe(() => {
      const [id] = drive.uploads.list()
      if (id === undefined) return
      off()
      drive.uploads.subscribe(() => {
        if ((drive.uploads.snapshot(id)?.bytes.sent ?? 0) > 0) controller.abort(new Error("enough"))
      }, id)
    })
    const saved = drive.files.saveContent({ fileId, source: Buffer.alloc(40 * MiB, 7) }, { signal: controller.signal })
    assert.strictEqual(await tagOf(saved), "Error: enough")
    assert.deepStrictEqual(drive.uploads.list(), [])
    assert.strictEqual(String(await served(fileId)), "first aborted.txt")
  })

  it("fails with what is wrong", async () => {
    assert.strictEqual(await tagOf(drive.files.saveContent({ fileId: "", source: "x" })), "InvalidInput")
    assert.strictEqual(await tagOf(drive.files.saveContent({ fileId: "nothing", source: "x" })), "FileNotFound")
    const named = drive.files.saveContent({ fileId: "nothing", source: "x", name: "x" })
    assert.strictEqual(await tagOf(named), "FileNotFound")
    assert.deepStrictEqual(drive.uploads.list(), [])
  })
})
