/** A worker that an application imports into its own is kept by the bundler, although nothing is taken from it. */
import { assert, describe, it } from "@effect/vitest"
import { build } from "esbuild"
import { resolve } from "node:path"

describe("a worker that is imported into another one", () => {
  it.each(["downloadWorker", "hashWorker"])("%s does its work there", async (name) => {
    const { outputFiles: [worker], warnings } = await build({
      stdin: { contents: `import "./src/layers/browser/${name}.ts"`, resolveDir: resolve(".") },
      bundle: true,
      write: false,
      format: "esm",
      logLevel: "silent"
    })
    assert.deepStrictEqual(warnings.map(({ text }) => text), [])
    assert.match(worker?.text ?? "", /addEventListener|onmessage/)
  })
})
