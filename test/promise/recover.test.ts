/**
 * A program that ended in mid-upload: the next run finds the upload and sends what is missing.
 */
import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import type { RunningEmulator } from "effect-drive/emulator"
import { startEmulator } from "effect-drive/emulator"
import type { UploadHandle } from "effect-drive/promise"
import { createDrive } from "effect-drive/promise"
import { createHash, randomBytes } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { assertFields } from "../layers/api/assertFields.js"
import { waitLimit } from "../limits.js"

const MiB = 1024 * 1024

const accepted = (upload: UploadHandle, bytes: number): Promise<void> =>
  new Promise((resolve) => {
    const off = upload.subscribe((snapshot) => {
      if (snapshot.bytes.accepted < bytes) return
      off()
      resolve()
    })
  })

describe("sessionDirectory", () => {
  let emulator: RunningEmulator
  let folder = ""
  beforeAll(async () => {
    emulator = await startEmulator()
    folder = mkdtempSync(join(tmpdir(), "effect-drive-recover-"))
  })
  afterAll(async () => {
    await emulator.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = async () => {
    const product = { id: "recover", version: "1.0" }
    const drive = createDrive({ apiHost: emulator.apiHost, product, sessionDirectory: join(folder, "sessions") })
    await drive.session.initialise({ accessToken: emulator.accessToken })
    return drive
  }

  it.each<readonly [what: string, sessionDirectory: unknown]>([
    ["empty", ""],
    ["a URL", pathToFileURL(tmpdir())],
    ["a number", 5]
  ])("that is %s is named as the invalid option", async (_, sessionDirectory) => {
    const options = { apiHost: emulator.apiHost, product: { id: "recover", version: "1.0" } }
    const drive = createDrive({ ...options, sessionDirectory: sessionDirectory as string })
    const used = Promise.resolve().then(() => drive.session)
    assertFields(await used.catch((cause: unknown) => cause), { _tag: "InvalidInput", field: "sessionDirectory" })
    await drive.dispose()
  })

  it("an upload continues in another drive, and no accepted part is sent again", async () => {
    const path = join(folder, "forty.bin")
    writeFileSync(path, randomBytes(40 * MiB))
    const part = (partNumber?: string) => ({ target: "s3", method: "PUT", query: { partNumber } }) as const
    // The parts behind the fifth wait, so that the program ends before they are through.
    const parallel = 2
    emulator.faults.add([{ match: part(), skip: 5, times: parallel, action: { _tag: "delay", millis: 300_000 } }])
    const first = await open()
    const begun = first.uploads.start({ source: { path }, parallel })
    await accepted(begun, 25 * MiB)
    await vi.waitUntil(() => emulator.remainingFaults().length === 0, { timeout: waitLimit })
    await begun.stop()
    await first.dispose()

    const second = await open()
    const [found, ...others] = await second.uploads.recoverable()
    assert.deepStrictEqual([others.length, found?.name, found?.multipart], [0, "forty.bin", "stopped"])
    const traps = ["1", "2", "3", "4", "5"].map((partNumber) => ({
      match: part(partNumber),
      action: { _tag: "status", status: 403 } as const
    }))
    emulator.faults.add(traps)
    const upload = second.uploads.get(found?.id ?? "")
    assert.isDefined(upload)
    await upload?.resume({ path })
    const result = await upload?.done
    assert.includeMembers([...emulator.remainingFaults()], traps)
    const target = join(folder, "copy.bin")
    await second.downloads.save({ fileId: result?.fileId ?? "", target })
    const [one, other] = [path, target].map((file) => createHash("sha1").update(readFileSync(file)).digest("hex"))
    assert.strictEqual(one, other)
    assert.deepStrictEqual(await second.uploads.recoverable(), [])
    await second.dispose()
  })
})
