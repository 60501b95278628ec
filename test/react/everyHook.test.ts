/** Each hook that is given out has an example in the docs, which a test runs, and a test in both DOMs with and without StrictMode. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

const root = join(import.meta.dirname, "../..")

const read = (path: string): string => readFileSync(join(root, path), "utf8")

const hooks = [...new Set(read("src/react/index.ts").match(/\buse[A-Z]\w+(?=[ ,])/g))]

/** The code on the page; other tests hold it equal to what they run. */
const examples = [...read("docs/react.md").matchAll(/```tsx\n([\s\S]*?)```/g)].map(([, code = ""]) => code).join("\n")

const suites = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".suite.tsx"))

/** The tables of cases that a suite runs. */
const tablesOf = (code: string): ReadonlyArray<string> =>
  [...code.matchAll(/from "\.\/(\w+Rows)\.js"/g)].map(([, name]) => read(`test/react/${name}.ts`))

describe("each hook", () => {
  it("is found", () => assert.isAbove(hooks.length, 45))

  it("has an example", () => {
    assert.deepStrictEqual(hooks.filter((hook) => !new RegExp(`\\b${hook}\\(`).test(examples)), [])
  })

  it("is tested with and without StrictMode", () => {
    const inModes = suites.map((name) => read(`test/react/${name}`))
      .filter((code) => code.includes("describe.each(modes)"))
      .flatMap((code) => [code, ...tablesOf(code)])
      .join("\n")
    assert.deepStrictEqual(hooks.filter((hook) => !new RegExp(`\\b${hook}\\b\\(`).test(inModes)), [])
  })

  it("is tested in happy-dom and in jsdom", () => {
    const wanted = suites.map((name) => `import "./${name.replace(".tsx", ".js")}"`)
    for (const dom of ["happyDom", "jsdom"]) {
      const imported = read(`test/react/${dom}.test.tsx`).split("\n")
      assert.deepStrictEqual(wanted.filter((line) => !imported.includes(line)), [], dom)
    }
  })
})
