/** Every file with hooks or context says that it is for clients, so that a server component may import it. */
import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { assert, it } from "vitest"

const folder = join(import.meta.dirname, "../../src/react")

it("files that use React begin with \"use client\", and the entry does not, whose factories servers call too", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"))
    .map((name) => ({ name, code: readFileSync(join(folder, name), "utf8") }))
  const wanted = files.filter(({ code, name }) =>
    /^use[A-Z]/.test(basename(name)) || /^import \{[^}]*\} from "react"/m.test(code)
  )
  assert.isAbove(wanted.length, 25)
  const isForClients = ({ code }: { readonly code: string }) => code.startsWith("\"use client\"\n")
  assert.deepStrictEqual(wanted.filter((file) => !isForClients(file)).map(({ name }) => name), [])
  assert.deepStrictEqual(
    files.filter((file) => !wanted.includes(file) && isForClients(file)).map(({ name }) => name),
    []
  )
})
