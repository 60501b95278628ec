import { assert, describe, it, onTestFinished } from "@effect/vitest"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { appendFileSync, mkdtempSync, rmSync, truncateSync, unlinkSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { TransportError } from "../../src/domain/errors/TransportError.js"
import type { Integrity } from "../../src/domain/Integrity.js"
import type { UploadHandle } from "../../src/promise/node.js"
import type { PartBody } from "../../src/services/Transport.js"
import { driveThrough, driveWithPut } from "./DamagedTransport.js"
import { assertStoredOnce, storedBytes, withFaultyDrive } from "./FaultyDrive.js"

const MiB = 1024 * 1024

const flipped = (body: PartBody): PartBody => {
  if (body instanceof Blob) throw new TypeError("Node sends bytes")
  const damaged = Uint8Array.from(body)
  damaged[1000] = (damaged[1000] ?? 0) ^ 1
  return damaged
}

/** Flips a bit in the first so many bodies. */
const damaging = (times: number) => {
  let left = times
  return driveThrough((body) => left-- > 0 ? flipped(body) : body)
}

const tagOf = (upload: UploadHandle): Promise<string> =>
  upload.done.then(() => "stored", (error: { readonly _tag: string }) => error._tag)

const checks: ReadonlyArray<Integrity> = ["crc32", "md5"]

for (const integrity of checks) {
  for (const [kind, size] of [["direct", 300 * 1024], ["multipart", 11 * MiB]] as const) {
    describe(`${integrity} with a ${kind} upload`, () => {
      const drive = { uploads: { integrity: () => integrity } }
      const source = randomBytes(size)

      it("lets undamaged bytes pass", () =>
        withFaultyDrive({ drive }, async (faulty) => {
          await assertStoredOnce(faulty, faulty.drive.uploads.start({ source, name: "a" }), source, 0)
        }))

      it("sends a body again that was damaged on its way", () =>
        withFaultyDrive({ drive, open: damaging(1) }, async (faulty) => {
          await assertStoredOnce(faulty, faulty.drive.uploads.start({ source, name: "a" }), source, 5 * MiB)
        }))

      it("ends as IntegrityError when it is damaged twice", () =>
        withFaultyDrive({ drive, open: damaging(2) }, async (faulty) => {
          const upload = faulty.drive.uploads.start({ source, name: "a", parallel: 1 })
          assert.strictEqual(await tagOf(upload), "IntegrityError")
          await upload.retry()
          await upload.done
        }))
    })
  }
}

describe("a small file that arrived damaged, and whose answer was lost", () => {
  const source = randomBytes(300 * 1024)

  /** The first body is damaged, and nobody hears what the storage says to it. */
  const open = () => {
    let isFirst = true
    return driveWithPut((put) => (address, body, sent) => {
      if (!isFirst) return put(address, body, sent)
      isFirst = false
      const lost = new TransportError({ reason: "Network", method: "PUT", path: "object" })
      return Effect.zipRight(put(address, flipped(body), sent), lost)
    })
  }

  for (const platform of ["s3", "oss", "pds"] as const) {
    it(`is stored as it is on ${platform}`, () =>
      withFaultyDrive({ open: open(), emulator: { spaces: [{ spaceId: platform, platform }] } }, async ({ drive }) => {
        const { fileId } = await drive.uploads.start({ source, name: "a" }).done
        assert.isTrue(source.equals(await storedBytes(drive, fileId)))
      }))
  }
})

describe("checksums that the storage ignores", () => {
  const drive = { uploads: { integrity: () => "crc32" as const } }
  const source = randomBytes(11 * MiB)

  /** Ceph 16.2 says no checksum; `etag` is what it says of the first so many bodies in place of theirs. */
  const silent = (times: number, etag = `"${"0".repeat(32)}"`) => {
    let left = times
    return driveWithPut((put) => (address, body, sent) =>
      Effect.map(put(address, body, sent), (reply) => {
        const { "x-amz-checksum-crc32": _said, ...headers } = reply.headers
        return { ...reply, headers: left-- > 0 ? { ...headers, etag } : headers }
      })
    )
  }

  it("let undamaged bytes pass", () =>
    withFaultyDrive({ drive, open: silent(0) }, async (faulty) => {
      await assertStoredOnce(faulty, faulty.drive.uploads.start({ source, name: "a" }), source, 0)
    }))

  it("leave it to the ETag to find damaged ones", () =>
    withFaultyDrive({ drive, open: silent(1) }, async (faulty) => {
      const { fileId } = await faulty.drive.uploads.start({ source, name: "a", parallel: 1 }).done
      // The storage took both, and knows of no difference.
      assert.strictEqual(faulty.emulator.traffic().accepted, source.length + 5 * MiB)
      assert.deepStrictEqual(Buffer.from(await storedBytes(faulty.drive, fileId)), source)
    }))

  it("end as IntegrityError when the ETag is wrong twice", () =>
    withFaultyDrive({ drive, open: silent(2) }, async (faulty) => {
      assert.strictEqual(await tagOf(faulty.drive.uploads.start({ source, name: "a", parallel: 1 })), "IntegrityError")
    }))
})

describe("bytes in memory that their owner writes into while they are uploaded", () => {
  for (const platform of ["s3", "oss", "pds"] as const) {
    for (const [kind, size] of [["one PUT", 1000], ["parts", 11 * MiB]] as const) {
      it(`end as SourceChanged, again and again, until they are given anew: in ${kind} on ${platform}`, async () => {
        const source = randomBytes(size)
        const own = Uint8Array.from(source)
        const open = driveThrough((body) => {
          own.fill(7, size - 10)
          return body
        })
        await withFaultyDrive({ open, emulator: { spaces: [{ spaceId: platform, platform }] } }, async ({ drive }) => {
          const upload = drive.uploads.start({ source: own, name: "a", parallel: 1 })
          assert.strictEqual(await tagOf(upload), "SourceChanged")
          await upload.retry()
          assert.strictEqual(await tagOf(upload), "SourceChanged")
          await upload.resume(source)
          const { fileId } = await upload.done
          assert.isTrue(source.equals(await storedBytes(drive, fileId)))
        })
      })
    }
  }
})

describe("a file that changes while it is read", () => {
  const changes: Readonly<Record<string, (path: string) => void>> = {
    grows: (path) => appendFileSync(path, "x"),
    shrinks: (path) => truncateSync(path, 6 * MiB),
    "is touched": (path) => utimesSync(path, new Date(0), new Date(0)),
    "is deleted": (path) => unlinkSync(path)
  }
  for (const [what, change] of Object.entries(changes)) {
    it(`and ${what} ends the upload as SourceChanged`, async () => {
      const folder = mkdtempSync(join(tmpdir(), "effect-drive-changing-"))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const path = join(folder, "file")
      writeFileSync(path, randomBytes(11 * MiB))
      let isFirst = true
      const open = driveThrough((body) => {
        if (isFirst) change(path)
        isFirst = false
        return body
      })
      await withFaultyDrive({ open }, async ({ drive, emulator }) => {
        const upload = drive.uploads.start({ source: { path }, parallel: 1 })
        assert.strictEqual(await tagOf(upload), "SourceChanged")
        assert.isAtMost(emulator.traffic().accepted, 5 * MiB)
      })
    })
  }
})
