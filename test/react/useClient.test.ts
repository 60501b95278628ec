/** Every file with hooks or context says that it is for clients, so that a server component may import it. */
import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { assert, it } from "vitest"

const folder = join(import.meta.dirname, "../../src/react")

it("files that use React begin with \"use client\", and so does the entry", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"))
    .map((name) => ({ name, code: readFileSync(join(folder, name), "utf8") }))
  const wanted = files.filter(({ code, name }) =>
    /^(use[A-Z]|index\.)/.test(basename(name)) || /^import \{[^}]*\} from "react"/m.test(code)
  )
  assert.isAbove(wanted.length, 25)
  assert.deepStrictEqual(wanted.filter(({ code }) => !code.startsWith("\"use client\"\n")).map(({ name }) => name), [])
})
