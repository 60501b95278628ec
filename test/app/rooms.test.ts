/** Orders, words and names of the rooms beside the files. */
import { assert, describe, it } from "@effect/vitest"
import type { AssetRow, BinRow } from "effect-drive/react"
import type { AssetItem } from "../../app/src/assets/assetItem.js"
import { fileOf, nameOf } from "../../app/src/assets/assetItem.js"
import { strings } from "../../app/src/assets/laterStrings.js"
import { orderAssets } from "../../app/src/assets/orderAssets.js"
import { permissionText } from "../../app/src/assets/permission.js"
import { statusText } from "../../app/src/assets/status.js"
import { orderBin, sizeOfAll } from "../../app/src/bin/orderBin.js"
import { freeName } from "../../app/src/files/freeName.js"
import { catalogue } from "../../app/src/language/catalogue.js"
import { AssetId, FileId } from "../../src/domain/Ids.js"

const { format } = catalogue
const t = { ...catalogue.t, assets: { ...catalogue.t.assets, ...strings } }

const binned = (name: string, more: Partial<BinRow> = {}): BinRow => ({
  fileId: FileId.make(name),
  name,
  size: 1,
  type: "file",
  isFolder: false,
  userTags: [],
  ...more
})

describe("recycle bin", () => {
  it("the last deleted stands first, and what was deleted together goes by its name", () => {
    const items = [
      binned("b", { recycledAt: 5 }),
      binned("c", { recycledAt: 9 }),
      binned("a", { recycledAt: 5 })
    ]
    const order = orderBin({ column: "deleted", isAscending: false }, format.compare)
    assert.deepStrictEqual(items.toSorted(order).map(({ name }) => name), ["c", "a", "b"])
  })

  it("folders, whose size nobody knows, are below all files and make a sum unknown", () => {
    const items = [binned("empty", { size: 0 }), binned("folder", { type: "folder", size: 0 }), binned("file")]
    const order = orderBin({ column: "size", isAscending: true }, format.compare)
    assert.deepStrictEqual(items.toSorted(order).map(({ name }) => name), ["folder", "empty", "file"])
    assert.strictEqual(sizeOfAll(items), undefined)
    assert.strictEqual(sizeOfAll(items.filter(({ type }) => type === "file")), 1)
  })

  it("a free name is the first number that nobody has, before the extension", () => {
    assert.strictEqual(freeName("plan.pdf", false, new Set(["plan.pdf"])), "plan (1).pdf")
    assert.strictEqual(freeName("plan.pdf", false, new Set(["plan (1).pdf", "plan (2).pdf"])), "plan (3).pdf")
    assert.strictEqual(freeName("v1.2 drafts", true, new Set()), "v1.2 drafts (1)")
    assert.strictEqual(freeName(".profile", false, new Set()), ".profile (1)")
  })
})

const asset = (name: string, more: Partial<AssetRow> = {}): AssetItem => ({
  _tag: "Asset",
  asset: { assetId: AssetId.make(name), name, ...more }
})
const folder = (name: string): AssetItem => ({ _tag: "Folder", folder: { folderId: name, name, pinned: false } })

describe("assets", () => {
  it("folders stand first whatever the order", () => {
    const items = [asset("b"), folder("z"), asset("a"), folder("y")]
    const sorted = (isAscending: boolean) =>
      items.toSorted(orderAssets({ column: "name", isAscending }, format.compare, () => "")).map(nameOf)
    assert.deepStrictEqual(sorted(true), ["y", "z", "a", "b"])
    assert.deepStrictEqual(sorted(false), ["z", "y", "b", "a"])
  })

  it("those without a file are smaller than an empty one", () => {
    const items = [asset("empty", { file: { ...binned("empty"), size: 0 } }), asset("none")]
    const order = orderAssets({ column: "size", isAscending: true }, format.compare, () => "")
    assert.deepStrictEqual(items.toSorted(order).map(nameOf), ["none", "empty"])
  })

  it("words of the service that nobody knows stand as they are", () => {
    assert.deepStrictEqual(["edit", "owner", 7, undefined].map((word) => permissionText(word, t)), [
      "Can edit",
      "owner",
      "7",
      undefined
    ])
    const statusOf = (status: AssetRow["status"]) => statusText({ assetId: AssetId.make("a"), status }, t)
    assert.deepStrictEqual([1, 0, "archived", undefined].map(statusOf), [
      "Ready",
      "Not finished",
      "archived",
      undefined
    ])
  })

  it("an asset is given to others as its file, with the asset's id and star", () => {
    const row: AssetRow = { assetId: AssetId.make("one"), starred: true, file: binned("f") }
    const file = fileOf(row)
    assert.deepStrictEqual([file?.fileId, file?.assetId, file?.starred], [FileId.make("f"), AssetId.make("one"), true])
    assert.strictEqual(fileOf({ assetId: AssetId.make("two") }), undefined)
  })
})
