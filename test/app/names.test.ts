import { assert, describe, it } from "@effect/vitest"
import { freeName } from "../../app/src/files/freeName.js"
import { cutName } from "../../app/src/parts/cutName.js"
import { extensionOf, fileKind } from "../../app/src/parts/fileKind.js"

describe("names in little room", () => {
  const cuts: ReadonlyArray<readonly [name: string, head: string, tail: string]> = [
    ["drone pass 03, low tide, north quay.mp4", "drone pass 03, low tide, north ", "quay.mp4"],
    ["harbour at dusk.jpg", "harbour at ", "dusk.jpg"],
    ["site-notes.md", "site", "-notes.md"],
    ["quay-panorama-west.jpg", "quay-panorama", "-west.jpg"],
    ["divers’ notes and appendix B.pdf", "divers’ notes and ", "appendix B.pdf"],
    ["港口改造 总平面图 v12（送审稿，含给排水与电气）.dwg", "港口改造 总平面图 v12（送审稿，含给", "排水与电气）.dwg"],
    ["总平面图 v12（送审稿）.dwg", "总平面图 v12", "（送审稿）.dwg"],
    ["مخطط الميناء الجديد.pdf", "مخطط الميناء الجديد", ".pdf"],
    ["a.txt", "a", ".txt"],
    ["Makefile", "Makefile", ""]
  ]
  for (const [name, head, tail] of cuts) {
    it(`${name} keeps ${tail === "" ? "nothing apart" : tail}`, () => {
      assert.deepStrictEqual(cutName(name, false), { head, tail })
    })
  }

  it("a folder is cut at its end", () => {
    assert.deepStrictEqual(cutName("Renders, week 47.old", true), { head: "Renders, week 47.old", tail: "" })
  })

  it("a sign of several code points is never cut in two", () => {
    const { head, tail } = cutName("aaaa👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦.png", false)
    assert.strictEqual(tail, `${"👩‍👩‍👧‍👦".repeat(6)}.png`)
    assert.isTrue(head.endsWith("👩‍👩‍👧‍👦"))
  })
})

describe("kinds of files", () => {
  it("what stands behind the last dot is an extension, if it can be one", () => {
    assert.strictEqual(extensionOf("photo.JPG"), "jpg")
    assert.strictEqual(extensionOf(".profile"), "")
    assert.strictEqual(extensionOf("Dr. Who and others"), "")
  })

  it("formats are spelled as people know them", () => {
    assert.deepStrictEqual(fileKind("a.jpg", false), { group: "image", format: "JPEG" })
    assert.deepStrictEqual(fileKind("a.py", false), { group: "code", format: "Python" })
    assert.deepStrictEqual(fileKind("a.md", false), { group: "text", format: "Markdown" })
    assert.deepStrictEqual(fileKind("a.jpg", true), { group: "folder", format: "" })
  })
})

describe("a name that is free", () => {
  const cases: ReadonlyArray<readonly [name: string, isFolder: boolean, taken: ReadonlyArray<string>, free: string]> = [
    ["report.pdf", false, ["report.pdf"], "report (1).pdf"],
    ["report.pdf", false, ["report.pdf", "Report (1).PDF", "report (2).pdf"], "report (3).pdf"],
    ["report.pdf", false, ["report.pdf", "report (2).pdf"], "report (1).pdf"],
    ["report (2).pdf", false, ["report.pdf", "report (2).pdf"], "report (2) (1).pdf"],
    ["Plans.v2", true, ["Plans.v2"], "Plans.v2 (1)"],
    ["Makefile", false, ["Makefile"], "Makefile (1)"],
    ["(1)", false, [], "(1) (1)"],
    ["灯光设计", true, ["灯光设计"], "灯光设计 (1)"]
  ]
  for (const [name, isFolder, taken, free] of cases) {
    it(`in place of ${name}: ${free}`, () => {
      assert.strictEqual(freeName(name, isFolder, taken), free)
    })
  }
})
