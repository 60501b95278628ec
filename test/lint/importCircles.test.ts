/** Files that lead back to themselves are read as one: no such circle may grow beyond what a reader holds in mind. */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

const root = resolve(import.meta.dirname, "../..")

const largest = 12

const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
const specifiers = /(?:\bfrom\s+|\bimport\s*\(?\s*)"(\.[^"]+)"/g

/** What each file imports: values, types, and what it loads later. */
const importsOf = (folder: string): ReadonlyMap<string, ReadonlyArray<string>> => {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
  const files = new Set(names.filter((name) => /\.tsx?$/.test(name)).map((name) => join(root, folder, name)))
  const target = (file: string, specifier: string) => {
    const source = resolve(dirname(file), specifier).replace(/\.js$/, ".ts")
    return files.has(source) ? source : `${source}x`
  }
  return new Map([...files].map((file) => {
    const text = readFileSync(file, "utf8").replaceAll(comments, "")
    return [file, [...text.matchAll(specifiers)].map(([, specifier = ""]) => target(file, specifier))]
  }))
}

const reachable = (imports: ReadonlyMap<string, ReadonlyArray<string>>, file: string): ReadonlySet<string> => {
  const seen = new Set<string>()
  const open = [...imports.get(file) ?? []]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    open.push(...imports.get(next) ?? [])
  }
  return seen
}

/** Two files are in one circle when each leads to the other. */
const circles = (folder: string): ReadonlyArray<ReadonlyArray<string>> => {
  const imports = importsOf(folder)
  const leadsTo = new Map([...imports.keys()].map((file) => [file, reachable(imports, file)] as const))
  const left = new Set(imports.keys())
  const found: Array<ReadonlyArray<string>> = []
  for (const file of left) {
    const circle = [...left].filter((other) => leadsTo.get(file)?.has(other) && leadsTo.get(other)?.has(file))
    for (const member of circle) left.delete(member)
    if (circle.length > 1) found.push(circle.map((member) => member.slice(root.length + 1)))
  }
  return found
}

describe("circles of imports", () => {
  it.each(["src", "emulator/src"])("of %s are small, types and import() counted", (folder) => {
    assert.deepStrictEqual(circles(folder).filter(({ length }) => length > largest), [])
  })
})
