/** What one file alone reads, beside it, is part of that file, unless it has a reason to be alone. */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"

const root = resolve(import.meta.dirname, "../..")

/** Lines of a file that is small. */
const small = 60

/** Lines that a file may have, small ones that it takes in counted. */
const most = 350

/** Which small files stay alone, and why. */
const reasons: ReadonlyArray<readonly [RegExp, string]> = [
  [/^src\/(layers|react)\/loading\/\w+Code\.ts$/, "one `import()` each: bundlers make a file of it"],
  [/^src\/react\/use\w+\.ts$/, "a hook"],
  [/^src\/testing\/\w+\.ts$/, "an adapter"],
  [/^src\/layers\/browser\/download\/\w+Sink\.ts$/, "one way to save a download"],
  [/^emulator\/src\/(api|pds)\/\w+Routes?\.ts$/, "the routes of one kind of call"],
  [/^src\/layers\/hash\/Crc64Wasm\.ts$/, "generated"],
  [/^src\/layers\/storage\/s3\/S3Errors\.ts$/, "the twin of `OssErrors.ts`"],
  [/^src\/transfer\/saved\/savePriority\.ts$/, "an idea of its own: what is saved is changed"],
  [/^src\/inspector\/recording\.ts$/, "tested without a page"],
  [/^src\/transfer\/upload\/(startOver|compareSent)\.ts$/, "a step of the run, as `createUpload.ts`"],
  [/^emulator\/src\/(SpaceStorage|Tables)\.ts$/, "`Emulator.ts` puts together, and does nothing itself"],
  [/^emulator\/src\/assets\/CodeHash\.ts$/, "an algorithm with a test of its own"],
  [/^emulator\/src\/pds\/ProofCode\.ts$/, "an algorithm of PDS"],
  [/^emulator\/src\/oss\/CrossOrigin\.ts$/, "an idea of its own: CORS"],
  [/^emulator\/src\/s3\/UnsupportedHeaders\.ts$/, "a table"]
]

const specifiers = /(?:\bfrom\s+|\bimport\s*\(?\s*)"(\.[^"]+)\.js"/g

const withoutEnding = (file: string): string => file.replace(/\.tsx?$/, "")

interface File {
  readonly path: string
  readonly lines: number
  readonly imports: ReadonlySet<string>
}

const read = (folder: string): ReadonlyArray<File> =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => {
      const file = join(root, folder, name)
      const text = readFileSync(file, "utf8")
      const imports = [...text.matchAll(specifiers)].map(([, path = ""]) => relative(root, join(dirname(file), path)))
      return { path: relative(root, file), lines: text.split("\n").length - 1, imports: new Set(imports) }
    })

const files = [...read("src"), ...read("emulator/src")]

/** Small files with one reader in the same folder, which could take them in. */
const parts = files.filter(({ lines, path }) => {
  const readers = files.filter(({ imports }) => imports.has(withoutEnding(path)))
  const [reader] = readers
  return lines < small && readers.length === 1 && reader !== undefined && dirname(reader.path) === dirname(path) &&
    reader.lines + lines <= most
}).map(({ path }) => path)

describe("small files", () => {
  it("with one reader beside them are part of it, or stay alone for a reason", () => {
    assert.deepStrictEqual(parts.filter((path) => !reasons.some(([name]) => name.test(path))), [])
  })

  it.each(reasons)("that are %s are there: %s", (name) => {
    assert.isTrue(parts.some((path) => name.test(path)))
  })
})
