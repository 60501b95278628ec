/** What a saved file of a pds space is compared with: the SHA-1 that the service knows, else its CRC-64. */
import { assert, describe, it } from "@effect/vitest"
import { createCRC64 } from "hash-wasm"
import { createHash, randomBytes } from "node:crypto"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { crc64Text } from "../../../../src/layers/hash/Checksums.js"
import type { Fault } from "../../../../src/testing/FaultScript.js"
import { withFaultyDrive } from "../../../faults/FaultyDrive.js"

const bytes = randomBytes(9_000_000)
const sha1 = createHash("sha1").update(bytes).digest("hex").toUpperCase()
const crc64 = async () => crc64Text((await createCRC64()).init().update(bytes).digest("hex"))

/** Saves a file of which the service says this. */
const saved = async (told: object, times = 1) => {
  const folder = await mkdtemp(join(tmpdir(), "effect-drive-pds-"))
  try {
    return await withFaultyDrive(
      { emulator: { spaces: [{ spaceId: "pds-files", platform: "pds" }] } },
      async (faulty) => {
        const { fileId } = await faulty.drive.uploads.start({ source: bytes, name: "a.bin" }).done
        const body = JSON.stringify({ file_id: fileId, name: "a.bin", type: "file", size: bytes.length, ...told })
        const info: Fault = {
          match: { target: "pds", path: /^\/v2\/file\/get$/ },
          times,
          action: { _tag: "status", status: 200, body }
        }
        faulty.emulator.faults.add([info])
        const target = join(folder, "a.bin")
        const download = faulty.drive.downloads.start({ fileId, target })
        const outcome = await download.done.then(({ verified }) => verified, String)
        assert.deepStrictEqual(faulty.emulator.remainingFaults(), [])
        const written = await readFile(target).catch(() => undefined)
        return { outcome, same: written?.equals(bytes) ?? false }
      }
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

describe("A file saved from pds", () => {
  it("is compared with the SHA-1, also where there is a CRC-64", async () => {
    const told = { content_hash: sha1, content_hash_name: "sha1", crc64_hash: "1" }
    assert.deepStrictEqual(await saved(told), { outcome: "sha1", same: true })
  })

  it("is compared with the CRC-64 where there is no SHA-1", async () => {
    assert.deepStrictEqual(await saved({ crc64_hash: await crc64() }), { outcome: "crc64", same: true })
    const other = { content_hash: "0".repeat(64), content_hash_name: "sha256", crc64_hash: await crc64() }
    assert.deepStrictEqual(await saved(other), { outcome: "crc64", same: true })
  })

  it("is kept from its name when the CRC-64 differs", async () => {
    // Asked for once more before it is given up.
    const { outcome, same } = await saved({ crc64_hash: "17" }, 2)
    assert.include(outcome, `crc64 is ${await crc64()}, expected 17`)
    assert.isFalse(same)
  })

  it("is compared by its size where the service knows nothing that can be read", async () => {
    assert.deepStrictEqual(await saved({ crc64_hash: "not a number" }), { outcome: "size", same: true })
  })
})
