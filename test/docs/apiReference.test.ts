/** docs/api is what `npm run docs:api` writes today, and no function in it lacks its sentence or its example. */
import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

const root = join(import.meta.dirname, "../..")

const pagesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]))

describe("the API reference", () => {
  it("shows the layer of no other module as an example", () => {
    const pages = pagesIn(join(root, "docs/api"))
    for (const name of ["effect-drive.Namespace.Drive", "layers-oss", "layers-pds", "layers-s3"]) {
      const page = pages[`${name}.md`] ?? ""
      assert.include(page, "layer()", name)
      assert.notMatch(page, /(Emulator|TestDrive)\.layer\(/, name)
    }
  })

  it("has no gap, and is up to date", async () => {
    const folder = mkdtempSync(join(tmpdir(), "effect-drive-api-"))
    try {
      // rejects where the script ends with another status than 0
      const { stdout } = await promisify(execFile)(process.execPath, [join(root, "scripts/apiReference.js"), folder])
      assert.strictEqual(stdout, "")
      const [written, kept] = [pagesIn(folder), pagesIn(join(root, "docs/api"))]
      const stale = Object.keys({ ...written, ...kept }).filter((name) => written[name] !== kept[name])
      assert.deepStrictEqual(stale, [], "run npm run docs:api")
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
