import { assert, describe, it } from "@effect/vitest"
import * as english from "../../app/src/language/format.en.js"
import * as chinese from "../../app/src/language/format.zh.js"
import { hrefOf, readAddress } from "../../app/src/shell/routes.js"

const mebi = 1024 ** 2

describe("formats", () => {
  it("sizes have at most three digits that count", () => {
    const { bytes } = english.format
    assert.deepStrictEqual(
      [0, 512, 6_451, 421_900, 8.6 * mebi, 14 * mebi, 688 * mebi, 1.42 * 1024 * mebi, 999.9 * mebi].map(bytes),
      ["0 B", "512 B", "6.3 KB", "412 KB", "8.6 MB", "14.0 MB", "688 MB", "1.42 GB", "0.98 GB"]
    )
    assert.strictEqual(english.format.limit(5 * 1024 * mebi), "5 GB")
  })

  it("a part is said in the unit of the whole, unless it would vanish in it", () => {
    assert.deepStrictEqual(english.format.bytesOf(6.1 * mebi, 8.6 * mebi), ["6.1", "8.6 MB"])
    assert.deepStrictEqual(english.format.bytesOf(612 * mebi, 1.42 * 1024 * mebi), ["612 MB", "1.42 GB"])
    assert.deepStrictEqual(english.format.bytesOf(0, 8.6 * mebi), ["0", "8.6 MB"])
  })

  it("time left is rounded", () => {
    assert.deepStrictEqual([2_000, 21_000, 54_900, 56_000, 115_000, 4_200_000].map(english.remaining), [
      "a few seconds",
      "20 s left",
      "50 s left",
      "1 min left",
      "2 min left",
      "1 h 10 min left"
    ])
    assert.deepStrictEqual([2_000, 21_000, 115_000, 4_200_000].map(chinese.remaining), [
      "还需几秒",
      "剩余 20 秒",
      "剩余 2 分钟",
      "剩余 1 小时 10 分钟"
    ])
  })
})

describe("addresses", () => {
  it("read what they were written from", () => {
    const place = { space: "a b/c", room: "files" as const, folder: "f%1" }
    const look = { view: "grid" as const, sort: { column: "size", isAscending: false }, preview: "p&1" }
    const [path = "", search = ""] = hrefOf(place, look).split("?")
    assert.deepStrictEqual(readAddress(path, search), { place, look })
  })

  it("lead nowhere when they are broken", () => {
    assert.strictEqual(readAddress("/s/nowhere", ""), "Unknown")
    assert.strictEqual(readAddress("/s/f/%E0%A4%A", ""), "Unknown")
    assert.strictEqual(readAddress("/a/f/b/c", ""), "Unknown")
  })
})
