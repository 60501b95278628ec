import { assert, describe, it } from "@effect/vitest"
import { readFileSync, writeFileSync } from "node:fs"
import { meaningOf, pdsCodes } from "../../../../src/layers/storage/pds/PdsCodes.js"

const page = new URL("../../../../docs/pds.md", import.meta.url)

const table = [
  "| Code | Becomes | What is done |",
  "| --- | --- | --- |",
  ...pdsCodes.map(({ code, done, means }) => `| \`${code}\` | \`${means}\` | ${done} |`)
].join("\n")

const begin = "<!-- codes -->"
const end = "<!-- end of codes -->"

describe("The codes of pds", () => {
  it("are on the page docs/pds.md as the code has them", () => {
    const text = readFileSync(page, "utf8")
    const before = text.slice(0, text.indexOf(begin))
    const after = text.slice(text.indexOf(end) + end.length)
    const written = `${before}${begin}\n${table}\n${end}${after}`
    if (process.env["UPDATE_DOCS"] !== undefined) writeFileSync(page, written)
    assert.strictEqual(readFileSync(page, "utf8"), written)
  })

  it("mean what their own row says, else that of their base, else that of a wildcard", () => {
    const cases = {
      "NotFound.UploadId": "NoSuchUpload",
      "NotFound.File": "FileNotFound",
      "NotFound": "FileNotFound",
      "AlreadyExist.File": "NameConflict",
      "ForbiddenNoPermission.Drive": "PermissionDenied",
      "ForbiddenFileInTheRecycleBin": "FileNotFound",
      "InvalidParameter.Limit": "ApiError",
      "InvalidParameter.ContentHash": "IntegrityError",
      "InvalidParameterNotMatch.content_hash": "IntegrityError",
      "InvalidParameterNotSupported.ParallelUpload": "NotParallel",
      "QuotaExhausted.Drive": "QuotaExceeded",
      "SomethingNew": "ApiError"
    }
    for (const [code, meaning] of Object.entries(cases)) assert.strictEqual(meaningOf(code), meaning, code)
  })
})
