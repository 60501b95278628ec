/** Files that are read while they are sent, and damaged on their way. */
import { FetchHttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Drive from "../../../../src/layers/DriveNode.js"
import * as TransportNode from "../../../../src/layers/node/TransportNode.js"
import { make } from "../../../../src/promise/DriveClient.js"
import type { SlicedBody } from "../../../../src/services/SlicedBody.js"
import { Transport } from "../../../../src/services/Transport.js"
import { sha256, storedBytes, withFaultyDrive } from "../../../faults/FaultyDrive.js"

const flipped = (body: SlicedBody): SlicedBody => ({
  ...body,
  read: async (start, most) => {
    const slice = (await body.read(start, most)).slice()
    slice[100] = (slice[100] ?? 0) ^ 1
    return slice
  }
})

/** Damages so many bodies, and counts all. */
const damaging = (times: number) => {
  let bodies = 0
  const transport = Layer.effect(
    Transport,
    Effect.map(Transport, (real) => ({
      ...real,
      putSlices: (...[address, body, sent, pace]: Parameters<NonNullable<typeof real.putSlices>>) => {
        const damaged = bodies++ < times ? flipped(body) : body
        return real.putSlices?.(address, damaged, sent, pace) ?? Effect.dieMessage("Node sends slices")
      }
    }))
  ).pipe(Layer.provide(TransportNode.layer))
  const open = (options: Drive.DriveNodeOptions) =>
    make(
      Drive.layer(options).pipe(
        Layer.provide(Layer.merge(Drive.layerAdapters(options), transport)),
        Layer.provide(FetchHttpClient.layer)
      )
    )
  return { open, bodies: () => bodies }
}

const emulator = { spaces: [{ spaceId: "oss-files", platform: "oss" }] } as const

const withFile = async (size: number, use: (path: string, bytes: Uint8Array) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "damaged-"))
  try {
    const bytes = randomBytes(size)
    writeFileSync(join(folder, "file"), bytes)
    await use(join(folder, "file"), bytes)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

for (const [kind, size, parts] of [["direct", 300_000, 1], ["multipart", 11_000_000, 3]] as const) {
  describe(`a file that goes to oss in slices (${kind})`, () => {
    it("is sent again where it was damaged on its way, once", () =>
      withFile(size, (path, bytes) => {
        const { bodies, open } = damaging(1)
        return withFaultyDrive({ emulator, open }, async ({ drive }) => {
          const { fileId } = await drive.uploads.start({ source: { path } }).done
          assert.strictEqual(sha256(await storedBytes(drive, fileId)), sha256(bytes))
          assert.strictEqual(bodies(), parts + 1)
        })
      }))

    it("ends as IntegrityError when it is damaged twice", () =>
      withFile(size, (path) =>
        withFaultyDrive({ emulator, open: damaging(2).open }, async ({ drive }) => {
          const upload = drive.uploads.start({ source: { path }, parallel: 1 })
          const error = await upload.done.then(() => "stored", (failure: unknown) => failure)
          assert.deepInclude(error, { _tag: "IntegrityError", what: "crc64" })
        })))
  })
}
