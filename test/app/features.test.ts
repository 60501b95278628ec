/** What the folder of a feature holds is in the lists that the web drive is made of: a forgotten one would not be seen. */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const source = join(import.meta.dirname, "../../app/src")

/** The page of a share is one by itself, with texts of its own. */
const apart = "publicShare"

const foldersWith = (file: string): ReadonlyArray<string> =>
  readdirSync(source).filter((name) => name !== apart && existsSync(join(source, name, file)))

/** The folders whose file of this name is imported. */
const importedBy = (list: string, file: string): ReadonlyArray<string> =>
  readdirSync(source).filter((name) =>
    readFileSync(join(source, list), "utf8").includes(`/${name}/${file.replace(/ts$/, "js")}"`)
  )

describe("of the folders of the web drive", () => {
  it.each([
    ["feature.ts", "features.ts"],
    ["strings.ts", "language/catalogue.ts"],
    ["strings.zh.ts", "language/catalogue.zh.ts"]
  ])("each %s is in %s", (file, list) => {
    assert.isAbove(foldersWith(file).length, 9)
    assert.deepStrictEqual(importedBy(list, file), foldersWith(file))
  })
})
