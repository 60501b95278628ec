import { assert, describe, it } from "@effect/vitest"
import { Linter } from "eslint"
import { resolve } from "node:path"
import { oneWayImports } from "../../scripts/lint/oneWayImports.js"

const root = resolve(import.meta.dirname, "../..")

/** Messages for one line of code in one file, when services may import domain, and emulator one file of services. */
const messages = (file: string, code: string): ReadonlyArray<string> =>
  new Linter({ cwd: root }).verify(
    code,
    [{
      files: ["**/*.js"],
      plugins: { drive: { rules: { "one-way-imports": oneWayImports } } },
      rules: { "drive/one-way-imports": ["error", { services: ["domain"], emulator: ["services/Transport.js"] }] }
    }],
    resolve(root, file)
  ).map(({ message }) => message)

const against = (from: string, target: string) =>
  `src/${from} may not import src/${target}: imports run one way, see docs/architecture.md`

describe("one-way imports", () => {
  it("lets a folder import itself, packages and what is allowed", () => {
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
      "src/transfer/parts/A.js",
      "import \"../../layers/B.js\"; export * from \"../../react/C.js\"; import(\"../../promise/D.js\")"
    )
    assert.deepStrictEqual(found, [
      against("services", "layers/B.js"),
      against("services", "react/C.js"),
      against("services", "promise/D.js")
    ])
  })

  it("allows a single file of another folder", () => {
    assert.deepStrictEqual(messages("emulator/src/A.js", "import \"../services/Transport.js\""), [])
    assert.deepStrictEqual(messages("emulator/src/A.js", "import \"../services/Uploads.js\""), [
      against("emulator", "services/Uploads.js")
    ])
  })

  it("says nothing of files outside the folders", () => {
    assert.deepStrictEqual(messages("src/index.js", "import \"./layers/Drive.js\""), [])
    assert.deepStrictEqual(messages("test/A.js", "import \"../src/layers/Drive.js\""), [])
  })
})
