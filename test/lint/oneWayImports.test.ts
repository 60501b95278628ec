import { assert, describe, it } from "@effect/vitest"
import { lintFiles } from "./lintFiles.js"

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

interface Case {
  readonly file: string
  readonly code: string
  readonly messages?: ReadonlyArray<string>
}

const check = async (cases: ReadonlyArray<Case>) => {
  const files = Object.fromEntries(cases.map(({ file, code }) => [file, code]))
  const found = await lintFiles("one-way-imports", [rooms, ["src/layers/loading"], apart], files)
  for (const { file, messages = [] } of cases) assert.deepStrictEqual(found[file], messages, file)
}

const against = (from: string, target: string) =>
  `${from} may not import ${target}: imports run one way, see docs/architecture.md`

const later = (from: string) =>
  `${from} may not load code by import(): src/layers/loading alone does, see docs/architecture.md`

describe("one-way imports", () => {
  it("lets a room import itself, packages and what is allowed", () =>
    check([{
      file: "src/services/A.js",
      code: "import \"./B.js\"; import \"../domain/C.js\"; import \"effect/Effect\"; export * from \"./engine/D.js\""
    }]))

  it("finds imports, re-exports and dynamic imports against the arrows", () =>
    check([{
      file: "src/services/uploads/A.js",
      code: "import \"../../layers/B.js\"; export * from \"../../react/C.js\"; import(\"../../promise/D.js\")",
      messages: [
        against("src/services", "src/layers/B.js"),
        against("src/services", "src/react/C.js"),
        later("src/services"),
        against("src/services", "src/promise/D.js")
      ]
    }]))

  it("tells a room from the one that it lies in", () =>
    check([
      { file: "src/layers/Drive.js", code: "import \"./loading/A.js\"" },
      {
        file: "src/layers/Other.js",
        code: "import \"./storage/A.js\"",
        messages: [against("src/layers", "src/layers/storage/A.js")]
      },
      {
        file: "src/layers/storage/A.js",
        code: "import \"../Drive.js\"",
        messages: [against("src/layers/storage", "src/layers/Drive.js")]
      },
      // who may import a room may import those in it
      { file: "src/promise/A.js", code: "import \"../layers/storage/B.js\"" }
    ]))

  it("lets one room load code later", () =>
    check([
      { file: "src/layers/loading/A.js", code: "import(\"../storage/B.js\")" },
      { file: "src/layers/storage/A.js", code: "import(\"hash-wasm\")", messages: [later("src/layers/storage")] }
    ]))

  it("allows a single file of another room", () =>
    check([
      { file: "emulator/src/A.js", code: "import \"../../src/services/Transport.js\"" },
      {
        file: "emulator/src/B.js",
        code: "import \"../../src/services/Uploads.js\"",
        messages: [against("emulator/src", "src/services/Uploads.js")]
      }
    ]))

  it("keeps folders of one room apart", () =>
    check([
      { file: "emulator/src/s3/A.js", code: "import \"../blobs/B.js\"" },
      { file: "emulator/src/oss/A.js", code: "import \"../s3/B.js\"" },
      {
        file: "emulator/src/s3/B.js",
        code: "import \"../oss/B.js\"",
        messages: [against("emulator/src/s3", "emulator/src/oss/B.js")]
      }
    ]))

  it("says nothing of files outside the rooms", () =>
    check([{ file: "test/A.js", code: "import \"../src/layers/Drive.js\"" }]))
})
