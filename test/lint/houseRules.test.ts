import { assert, describe, it } from "@effect/vitest"
import { fixFiles, lintFiles } from "./lintFiles.js"

const unformatted = "This line is formatted otherwise: `npm run format` writes it."

describe("format", () => {
  const options = [{ semiColons: "asi", quoteStyle: "alwaysDouble" }]
  const files = {
    "as-it-is.ts": "const a = \"a\"\n",
    "several-lines.ts": "const a = 1\nconst b = 'b';\nconst c = 2\nconst d = 3;",
    "no-line-end.tsx": "a()",
    "script.js": "a();\n"
  }

  it("names the first line that dprint would write otherwise", async () => {
    assert.deepStrictEqual(await lintFiles("format", options, files), {
      "as-it-is.ts": [],
      "several-lines.ts": [unformatted],
      "no-line-end.tsx": [unformatted],
      "script.js": [unformatted]
    })
  })

  it("writes the whole file", async () => {
    assert.deepStrictEqual(await fixFiles("format", options, files), {
      "as-it-is.ts": "const a = \"a\"\n",
      "several-lines.ts": "const a = 1\nconst b = \"b\"\nconst c = 2\nconst d = 3\n",
      "no-line-end.tsx": "a()\n",
      "script.js": "a()\n"
    })
  })
})

describe("module imports", () => {
  it("finds each value that an index gives", async () => {
    const found = await lintFiles("module-imports", [["effect"]], {
      "types.ts": "import type { Effect } from \"effect\"",
      "types-of-values.ts": "import { type Effect, type Layer } from \"effect\"",
      "module.ts": "import * as Effect from \"effect/Effect\"",
      "another-package.ts": "import { join } from \"node:path\"",
      "values.ts": "import { Effect, type Layer, Stream as Flow } from \"effect\""
    })
    assert.deepStrictEqual(found, {
      "types.ts": [],
      "types-of-values.ts": [],
      "module.ts": [],
      "another-package.ts": [],
      "values.ts": [
        "Use import * as Effect from \"effect/Effect\" instead",
        "Use import * as Flow from \"effect/Stream\" instead"
      ]
    })
  })
})

describe("restricted syntax", () => {
  it("finds what a selector finds, with its message", async () => {
    const options = [
      { selector: "CallExpression[callee.name='eval']", message: "No eval." },
      { selector: "DebuggerStatement", message: "No debugger." }
    ]
    const found = await lintFiles("restricted-syntax", options, {
      "allowed.ts": "evaluate(); run()",
      "restricted.ts": "eval(\"1\"); debugger"
    })
    assert.deepStrictEqual(found, { "allowed.ts": [], "restricted.ts": ["No eval.", "No debugger."] })
  })
})
