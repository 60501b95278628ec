/**
 * What an upload leaves on the disk when its program ends: enough to continue, and nothing that opens a door.
 */
import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { Redacted } from "effect"
import { Credentials } from "effect-drive"
import type { RunningEmulator } from "effect-drive/emulator"
import { startEmulator } from "effect-drive/emulator"
import { createDrive } from "effect-drive/promise"
import * as Effect from "effect/Effect"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { waitLimit } from "../limits.js"

const MiB = 1024 * 1024

const filesBelow = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** All texts in a credential, redacted or not, that are long enough to be a secret. */
const secretsIn = (value: unknown): ReadonlyArray<string> =>
  Redacted.isRedacted(value)
    ? [String(Redacted.value(value))]
    : typeof value === "object" && value !== null
    ? Object.values(value).flatMap(secretsIn)
    : []

describe("what a stopped upload has saved", () => {
  let emulator: RunningEmulator
  let folder = ""
  beforeAll(async () => {
    emulator = await startEmulator()
    folder = mkdtempSync(join(tmpdir(), "effect-drive-saved-"))
  })
  afterAll(async () => {
    await emulator.close()
    rmSync(folder, { recursive: true, force: true })
  })

  for (const spaceId of ["s3-files", "oss-files", "pds-files"]) {
    it(`holds no secret, and is for its own user alone: ${spaceId}`, async () => {
      const sessions = join(folder, spaceId)
      const path = join(folder, `${spaceId}.bin`)
      writeFileSync(path, new Uint8Array(20 * MiB).map((_, index) => index % 251))
      const drive = createDrive({
        apiHost: emulator.apiHost,
        product: { id: "saved", version: "1.0" },
        sessionDirectory: sessions
      })
      await drive.session.initialise({ accessToken: emulator.accessToken })
      await drive.spaces.select(spaceId)
      const credential = await drive.runtime.runPromise(Effect.flatMap(Credentials, (keys) => keys.get(spaceId)))
      const secrets = [emulator.accessToken, ...secretsIn(credential)]

      const upload = drive.uploads.start({ source: { path }, parallel: 1 })
      await vi.waitUntil(() => upload.snapshot().bytes.accepted >= 5 * MiB, { timeout: waitLimit })
      await upload.stop()
      const saved = filesBelow(sessions)
      const text = saved.map((file) => readFileSync(file, "utf8")).join("\n")
      const open = saved.filter((file) => (statSync(file).mode & 0o077) !== 0)
      await upload.cancel()
      await drive.dispose()

      assert.isAbove(secrets.length, 1)
      assert.include(text, `${spaceId}.bin`)
      for (const secret of secrets) assert.notInclude(text, secret)
      assert.notMatch(text, /signature=|x-amz-|security-token|authorization|set-cookie/i)
      assert.deepStrictEqual(open, [])
      assert.strictEqual(statSync(sessions).mode & 0o077, 0)
    })
  }
})
