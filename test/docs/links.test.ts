import { assert, describe, it } from "@effect/vitest"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"

const root = resolve(import.meta.dirname, "../..")

const pages = [
  ...["README.md", "SECURITY.md", "CHANGELOG.md"].map((name) => join(root, name)),
  ...readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md")).map((name) => join(root, "docs", name))
]

/** Targets of Markdown links that stay in the repository, and the paths of files and folders that a page spells in code. */
const targetsOf = (page: string): ReadonlyArray<string> => {
  const text = readFileSync(page, "utf8")
  const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target = ""]) => target)
  const files = [...text.matchAll(/`((?:src|emulator|app|test|bench|scripts|examples|docs)\/[\w./-]+(?:\.\w+|\/))`/g)]
  return [
    ...links.filter((target) => !/^\w+:/.test(target)).map((target) => resolve(dirname(page), target)),
    ...files.map(([, file = ""]) => join(root, file))
  ]
}

describe("the pages", () => {
  for (const page of pages) {
    it(`${relative(root, page)} names only files that exist`, () => {
      assert.deepStrictEqual(targetsOf(page).filter((target) => !existsSync(target)), [])
    })
  }
})
