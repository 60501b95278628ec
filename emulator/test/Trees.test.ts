import { assert, describe, it } from "@effect/vitest"
import type { Entry } from "../src/catalogue/CatalogueEntry.js"
import { treeOf } from "../src/catalogue/Trees.js"

const entry = (fileId: string, type: Entry["type"]): Entry => ({
  fileId,
  spaceId: "space",
  parentFileId: "root",
  name: fileId,
  type,
  sequence: 0,
  createdAt: 0,
  updatedAt: 0,
  hidden: false,
  userTags: [],
  pending: []
})

describe("a tree", () => {
  it("has all that is in a folder, however much that is", () => {
    const children = Array.from({ length: 200_000 }, (_, index) => entry(`${index}`, "file"))
    const top = entry("top", "folder")
    assert.lengthOf(treeOf({ childrenOf: () => children }, top, () => true), 200_001)
    assert.deepStrictEqual(treeOf({ childrenOf: () => children }, top, ({ fileId }) => fileId === "7"), [
      top,
      ...children.slice(7, 8)
    ])
  })
})
