/** Bodies that are damaged on the line itself, behind all that the library does to send them. */
import { assert, describe, it, onTestFinished } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { UploadHandle } from "../../src/promise/node.js"
import { createDrive } from "../../src/promise/node.js"
import type { DamagedWire, Damages, Platform } from "./DamagedWire.js"
import { withDamagedWire } from "./DamagedWire.js"
import { hasty, sha256, storedBytes } from "./FaultyDrive.js"

const bytes = randomBytes(300_000)

const fileOf = (contents: Uint8Array): { readonly path: string } => {
  const folder = mkdtempSync(join(tmpdir(), "damaged-wire-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, "file"), contents)
  return { path: join(folder, "file") }
}

const sources = [["bytes", () => bytes], ["a file", () => fileOf(bytes)]] as const

/** `again`: how often a body leaves after a damaged one. What pds has of a part it keeps, so the second one is refused there. */
const platforms: ReadonlyArray<readonly [Platform, verified: string, again: number]> = [
  ["s3", "md5", 1],
  ["oss", "checksum", 1],
  ["pds", "checksum", 2]
]

for (const [platform, verified, again] of platforms) {
  for (const [what, source] of sources) {
    const uploaded = (
      damages: Damages,
      then: (upload: UploadHandle, wire: DamagedWire, stored: () => Promise<string>) => Promise<void>
    ) =>
      withDamagedWire(platform, damages, async (wire) => {
        const drive = createDrive({
          apiHost: wire.apiHost,
          product: { id: "faults", version: "1" },
          uploads: { retry: hasty }
        })
        try {
          await drive.session.initialise({ accessToken: wire.accessToken })
          const upload = drive.uploads.start({ source: source(), name: "a" })
          await then(upload, wire, async () => sha256(await storedBytes(drive, upload.snapshot().result?.fileId ?? "")))
        } finally {
          await drive.dispose()
        }
      })

    describe(`${what} in one PUT to ${platform}`, () => {
      it("is stored and proven where nothing happens on the line", () =>
        uploaded(() => false, async (upload, wire, stored) => {
          assert.strictEqual((await upload.done).verified, verified)
          assert.strictEqual(await stored(), sha256(bytes))
          assert.strictEqual(wire.bodies(), 1)
        }))

      it("is sent again where a bit of it was flipped", () =>
        uploaded((body) => body === 1, async (upload, wire, stored) => {
          assert.strictEqual((await upload.done).verified, verified)
          assert.strictEqual(await stored(), sha256(bytes))
          assert.strictEqual(wire.bodies(), 1 + again)
        }))

      it("is never taken for stored where it is damaged each time", () =>
        uploaded(() => true, async (upload, wire) => {
          const error = await upload.done.then(() => "stored", (failure: { readonly _tag: string }) => failure._tag)
          assert.strictEqual(error, "IntegrityError")
          assert.isAtLeast(wire.bodies(), 2)
        }))
    })
  }
}
