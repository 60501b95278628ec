/** Completes that are answered with status 200 and something that says nothing of the object: they did not take place. */
import { describe, it } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import { assertStoredOnce, withFaultyDrive } from "./FaultyDrive.js"

const source = randomBytes(11 * 1024 * 1024)

const completes = {
  oss: { target: "oss", method: "POST", query: { uploadId: undefined } },
  pds: { target: "pds", method: "POST", path: "/v2/file/complete" },
  s3: { target: "s3", method: "POST", query: { uploadId: undefined } }
} as const

const answers: ReadonlyArray<readonly [what: string, body: string, type: string]> = [
  ["nothing", "", "application/xml"],
  ["a word", "OK", "text/plain"],
  ["an empty object", "{}", "application/json"],
  ["JSON of another service", "{\"code\":0}", "application/json"],
  ["JSON that was cut", "{", "application/json"],
  ["another document", "<ListBucketResult><Name>bucket</Name></ListBucketResult>", "application/xml"],
  ["a document that was cut", "<?xml version=\"1.0\"?><CompleteMultipartUploadResult><Loc", "application/xml"]
]

for (const platform of ["s3", "oss", "pds"] as const) {
  const emulator = { spaces: [{ spaceId: `${platform}-files`, platform }] }

  describe(`a complete on ${platform}`, () => {
    for (const [what, body, type] of answers) {
      it(`did not take place where ${what} came in its answer's place`, () =>
        withFaultyDrive({
          emulator,
          faults: [{
            match: completes[platform],
            times: 2,
            action: { _tag: "status", status: 200, body, headers: { "content-type": type } }
          }]
        }, async (faulty) => {
          const upload = faulty.drive.uploads.start({ source, name: "a" })
          await assertStoredOnce(faulty, upload, source, 0)
        }))
    }
  })
}
