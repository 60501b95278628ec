/** Answers that nobody has asked for, on the connection of a PUT: one is taken for its answer, and the bytes are compared all the same. */
import { assert, describe, it } from "@effect/vitest"
import { createHash, randomBytes } from "node:crypto"
import { createDrive } from "../../src/promise/node.js"
import type { Damages, Platform, Says } from "./DamagedWire.js"
import { withDamagedWire } from "./DamagedWire.js"
import { hasty, sha256, storedBytes } from "./FaultyDrive.js"

const MiB = 1024 * 1024

/** The first body of each is stored, the second is the one before whose answer another comes. */
const kinds = [
  ["in one PUT each", [randomBytes(300_000), randomBytes(300_000)]],
  ["in parts", [randomBytes(11 * MiB)]]
] as const

const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex")

const answer = (headers: string) =>
  `HTTP/1.1 200 OK\r\nx-amz-request-id: 1\r\nx-oss-request-id: 1\r\n${headers}Content-Length: 0\r\n\r\n`

const strays = (first: Uint8Array): ReadonlyArray<readonly [title: string, text: string]> => [
  ["as the one before", answer(`ETag: "${md5(first)}"\r\n`)],
  ["behind an empty line", `\r\n${answer(`ETag: "${md5(first)}"\r\n`)}`],
  ["without an ETag", answer("")]
]

const ends: ReadonlyArray<readonly [what: string, damages: Damages]> = [
  ["the body arrives", () => false],
  ["bodies are damaged from there on", (body) => body >= 2]
]

const uploaded = (platform: Platform, files: ReadonlyArray<Uint8Array>, damages: Damages, says: Says) =>
  withDamagedWire(platform, damages, async (wire) => {
    const drive = createDrive({
      apiHost: wire.apiHost,
      product: { id: "faults", version: "1" },
      uploads: { retry: hasty }
    })
    try {
      await drive.session.initialise({ accessToken: wire.accessToken })
      for (const [index, source] of files.entries()) {
        const upload = drive.uploads.start({ source, name: `${index}`, parallel: 1 })
        const failed = await upload.done.then(() => undefined, (error: unknown) => error)
        if (failed === undefined) {
          const stored = await storedBytes(drive, upload.snapshot().result?.fileId ?? "")
          assert.strictEqual(sha256(stored), sha256(source))
        } else assert.property(failed, "_tag")
      }
      assert.isAtLeast(wire.bodies(), 2)
    } finally {
      await drive.dispose()
    }
  }, says)

for (const platform of ["s3", "oss", "pds"] as const) {
  for (const [kind, files] of kinds) {
    describe(`an answer before the storage's own, ${kind} on ${platform}`, () => {
      for (const [title, text] of strays(files[0].subarray(0, 5 * MiB))) {
        for (const when of ["begun", "passed"] as const) {
          for (const [what, damages] of ends) {
            it(`${title}, when the body has ${when}, is no wrong success where ${what}`, () =>
              uploaded(platform, files, damages, (body, now) => body === 2 && now === when ? text : undefined))
          }
        }
      }
    })
  }
}
