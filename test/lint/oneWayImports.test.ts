import { assert, describe, it } from "@effect/vitest"
import { Linter } from "eslint"
import { resolve } from "node:path"
import { oneWayImports } from "../../scripts/lint/oneWayImports.js"

const root = resolve(import.meta.dirname, "../..")

/** A room within another one, a file that is allowed by itself, and one room that loads code later. */
const rooms = {
  "src/domain": [],
  "src/services": ["src/domain"],
  "src/layers/storage": ["src/services"],
  "src/layers/loading": ["src/services", "src/layers/storage"],
  "src/layers": ["src/services", "src/layers/loading"],
  "src/promise": ["src/layers"],
  "emulator/src": ["src/services/Transport.js"]
}

const apart = { "emulator/src/s3": ["emulator/src/oss"] }

/** Messages for one line of code in one file. */
const messages = (file: string, code: string): ReadonlyArray<string> =>
  new Linter({ cwd: root }).verify(
    code,
    [{
      files: ["**/*.js"],
      plugins: { drive: { rules: { "one-way-imports": oneWayImports } } },
      rules: { "drive/one-way-imports": ["error", rooms, ["src/layers/loading"], apart] }
    }],
    resolve(root, file)
  ).map(({ message }) => message)

const against = (from: string, target: string) =>
  `${from} may not import ${target}: imports run one way, see docs/architecture.md`

const later = (from: string) =>
  `${from} may not load code by import(): src/layers/loading alone does, see docs/architecture.md`

describe("one-way imports", () => {
  it("lets a room import itself, packages and what is allowed", () => {
    assert.deepStrictEqual(
      messages(
        "src/services/A.js",
        "import \"./B.js\"; import \"../domain/C.js\"; import \"effect/Effect\"; export * from \"./engine/D.js\""
      ),
      []
    )
  })

  it("finds imports, re-exports and dynamic imports against the arrows", () => {
    const found = messages(
      "src/services/uploads/A.js",
      "import \"../../layers/B.js\"; export * from \"../../react/C.js\"; import(\"../../promise/D.js\")"
    )
    assert.deepStrictEqual(found, [
      against("src/services", "src/layers/B.js"),
      against("src/services", "src/react/C.js"),
      later("src/services"),
      against("src/services", "src/promise/D.js")
    ])
  })

  it("tells a room from the one that it lies in", () => {
    assert.deepStrictEqual(messages("src/layers/Drive.js", "import \"./loading/A.js\""), [])
    assert.deepStrictEqual(messages("src/layers/Drive.js", "import \"./storage/A.js\""), [
      against("src/layers", "src/layers/storage/A.js")
    ])
    assert.deepStrictEqual(messages("src/layers/storage/A.js", "import \"../Drive.js\""), [
      against("src/layers/storage", "src/layers/Drive.js")
    ])
    // who may import a room may import those in it
    assert.deepStrictEqual(messages("src/promise/A.js", "import \"../layers/storage/B.js\""), [])
  })

  it("lets one room load code later", () => {
    assert.deepStrictEqual(messages("src/layers/loading/A.js", "import(\"../storage/B.js\")"), [])
    assert.deepStrictEqual(messages("src/layers/storage/A.js", "import(\"hash-wasm\")"), [later("src/layers/storage")])
  })

  it("allows a single file of another room", () => {
    assert.deepStrictEqual(messages("emulator/src/A.js", "import \"../../src/services/Transport.js\""), [])
    assert.deepStrictEqual(messages("emulator/src/A.js", "import \"../../src/services/Uploads.js\""), [
      against("emulator/src", "src/services/Uploads.js")
    ])
  })

  it("keeps folders of one room apart", () => {
    assert.deepStrictEqual(messages("emulator/src/s3/A.js", "import \"../blobs/B.js\""), [])
    assert.deepStrictEqual(messages("emulator/src/oss/A.js", "import \"../s3/B.js\""), [])
    assert.deepStrictEqual(messages("emulator/src/s3/A.js", "import \"../oss/B.js\""), [
      against("emulator/src/s3", "emulator/src/oss/B.js")
    ])
  })

  it("says nothing of files outside the rooms", () => {
    assert.deepStrictEqual(messages("test/A.js", "import \"../src/layers/Drive.js\""), [])
  })
})
