import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { asVtt, captionsBeside, ownFirst } from "../../app/src/preview/media/captionsBeside.js"
import { playTime } from "../../app/src/preview/media/playTime.js"
import { findPlaces, readWords } from "../../app/src/preview/pdf/pageWords.js"
import type { Frame } from "../../app/src/preview/picture/zoom.js"
import { fitScale, heldIn, nextScale, zoomAt } from "../../app/src/preview/picture/zoom.js"
import { stageKind } from "../../app/src/preview/stageKind.js"
import { decodeText } from "../../app/src/preview/text/decodeText.js"
import { readEntities } from "../../app/src/preview/text/entities.js"
import { findRows } from "../../app/src/preview/text/findRows.js"
import { highlight } from "../../app/src/preview/text/highlight.js"
import { grammarOf } from "../../app/src/preview/text/languages.js"
import { safeHref } from "../../app/src/preview/text/safeHref.js"
import { coloursOfRows, textRows } from "../../app/src/preview/text/textRows.js"

const stage = { width: 1000, height: 600 }
const frameOf = (width: number, height: number): Frame => {
  const picture = { width, height }
  return { picture, stage, fit: fitScale(picture, stage) }
}

describe("zoom", () => {
  it("a picture fits by its longer side, and a small one is not made larger", () => {
    assert.strictEqual(fitScale({ width: 4000, height: 1200 }, stage), 0.25)
    assert.strictEqual(fitScale({ width: 1000, height: 6000 }, stage), 0.1)
    assert.strictEqual(fitScale({ width: 16, height: 16 }, stage), 1)
  })

  it("the point under the pointer stays where it is, as long as no edge comes in", () => {
    const frame = frameOf(8000, 6000)
    const at = { x: 120, y: -40 }
    const before = { scale: 0.5, x: 30, y: 20 }
    const after = zoomAt(before, 1, at, frame)
    const placeOf = ({ scale, x, y }: typeof before) => [(at.x - x) / scale, (at.y - y) / scale]
    assert.deepStrictEqual(placeOf(after), placeOf(before))
  })

  it("no standing leaves a part of the stage empty that the picture could fill", () => {
    const numbers = fc.record({
      width: fc.integer({ min: 1, max: 20_000 }),
      height: fc.integer({ min: 1, max: 20_000 }),
      scale: fc.double({ min: 0.001, max: 100, noNaN: true }),
      x: fc.integer({ min: -50_000, max: 50_000 }),
      y: fc.integer({ min: -50_000, max: 50_000 })
    })
    fc.assert(fc.property(numbers, ({ height, width, ...standing }) => {
      const frame = frameOf(width, height)
      const held = heldIn(standing, frame)
      assert.isAtLeast(held.scale, frame.fit)
      const overhang = Math.max(0, (width * held.scale - stage.width) / 2)
      assert.isAtMost(Math.abs(held.x), overhang)
      assert.isAtMost(Math.abs(held.y), Math.max(0, (height * held.scale - stage.height) / 2))
    }))
  })

  it("steps go through the scales that people know", () => {
    assert.strictEqual(nextScale(0.62, 1), 2 / 3)
    assert.strictEqual(nextScale(0.62, -1), 0.5)
    assert.strictEqual(nextScale(1, 1), 1.25)
    assert.strictEqual(nextScale(8, 1), 8)
  })
})

describe("which way a file is shown", () => {
  it("by its name and its size", () => {
    assert.strictEqual(stageKind("a.JPG", 10), "picture")
    assert.strictEqual(stageKind("a.svg", 10), "drawing")
    assert.strictEqual(stageKind("a.psd", 10), "none")
    assert.strictEqual(stageKind("a.ts", 4_000), "text")
    assert.strictEqual(stageKind("a.ts", 400_000_000), "video")
    assert.strictEqual(stageKind("README.md", 10), "markdown")
    assert.strictEqual(stageKind("page.html", 10), "text")
    assert.strictEqual(stageKind("table.csv", 10), "text")
    assert.strictEqual(stageKind("Makefile", 10), "text")
    assert.strictEqual(stageKind("image", 900_000_000), "none")
    assert.strictEqual(stageKind("a.docx", 10), "none")
    assert.strictEqual(stageKind("a.pdf", 0), "empty")
  })

  it("playing times have hours where they need them", () => {
    assert.deepStrictEqual([0, 71.9, 3_729, Number.NaN].map(playTime), ["0:00", "1:11", "1:02:09", "0:00"])
  })
})

const bytes = (text: string) => new TextEncoder().encode(text)

describe("text", () => {
  it("any text that is cut anywhere is read as UTF-8 up to the last whole sign", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme", minLength: 1 }), fc.nat(), (text, at) => {
      fc.pre(!text.includes("\0") && !text.startsWith("\ufeff"))
      const all = bytes(text)
      const decoded = decodeText(all.subarray(0, 1 + at % all.length), true)
      assert.isTrue(decoded !== "Binary" && decoded.encoding === "UTF-8" && text.startsWith(decoded.text))
    }))
  })

  it("marks at the beginning, Chinese and Western texts of old, and what is no text", () => {
    assert.deepStrictEqual(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61), false), { text: "a", encoding: "UTF-8" })
    assert.deepStrictEqual(decodeText(Uint8Array.of(0xff, 0xfe, 0x61, 0), false), { text: "a", encoding: "UTF-16" })
    assert.deepStrictEqual(decodeText(Uint8Array.of(0xb8, 0xdb, 0xbf, 0xda), false), {
      text: "港口",
      encoding: "GB 18030"
    })
    assert.deepStrictEqual(decodeText(Uint8Array.of(0x63, 0x61, 0x66, 0xe9), false), {
      text: "café",
      encoding: "Windows-1252"
    })
    assert.strictEqual(decodeText(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), false), "Binary")
    assert.strictEqual(decodeText(Uint8Array.of(0x89, 1, 2, 3, 0xff, 0x81, 5, 6), false), "Binary")
  })

  it("lines are found whatever their case", () => {
    assert.deepStrictEqual(findRows(textRows(["One", "two", "None"]), "ONE"), [0, 2])
    assert.deepStrictEqual(findRows(textRows(["One"]), ""), [])
  })

  it("a long line has several rows, which hold all of it and no half of a sign", () => {
    const line = `${"x".repeat(4_999)}\u{1f600}${"y".repeat(7_000)}`
    const text = textRows(["first", line, "last"])
    assert.strictEqual(text.rows.slice(1, -1).join(""), line)
    assert.deepStrictEqual(text.rows.map(({ length }) => length), [5, 5_001, 5_000, 2_000, 4])
    assert.deepStrictEqual(text.rows.map((_, row) => text.numberOf(row)), [1, 2, undefined, undefined, 3])
    assert.strictEqual(text.share, 1)
  })

  it("a word is found where it goes on in the next row, but not from one line into the next", () => {
    const text = textRows([`${"x".repeat(4_998)}needle`, "le", "first nee", "dle"])
    assert.deepStrictEqual(findRows(text, "Needle"), [0])
  })

  it("the colours of a long line go on over its rows", () => {
    const text = textRows(["ab", "x".repeat(12_000)])
    const pieces = [[{ text: "ab", tone: "name" as const }], [
      { text: "x".repeat(4_000), tone: "value" as const },
      { text: "x".repeat(8_000), tone: undefined }
    ]]
    const lengths = coloursOfRows(text, pieces)?.map((row) => row.map(({ text, tone }) => [text.length, tone]))
    assert.deepStrictEqual(lengths, [
      [[2, "name"]],
      [[4_000, "value"], [1_000, undefined]],
      [[5_000, undefined]],
      [[2_000, undefined]]
    ])
  })
})

describe("code", () => {
  it("the pieces of all lines make the text again, whatever the text", async () => {
    await fc.assert(fc.asyncProperty(
      fc.array(
        fc.constantFrom("<script>", "</", "\"", "'", "`", "${", "\n", "x", "=", "/*", "*/", "&lt;", "{", "}", " ", "港")
      ),
      fc.constantFrom("xml", "typescript", "python", "markdown", "php" as const),
      async (parts, grammar) => {
        const text = parts.join("")
        const lines = await highlight(text, grammar)
        assert.strictEqual(lines?.map((pieces) => pieces.map((piece) => piece.text).join("")).join("\n"), text)
      }
    ))
  })

  it("grammars are found by endings, whole names and what a block says of itself", () => {
    assert.strictEqual(grammarOf("a/b.TSX"), "typescript")
    assert.strictEqual(grammarOf("Dockerfile"), "dockerfile")
    assert.strictEqual(grammarOf("js"), "javascript")
    assert.strictEqual(grammarOf("python"), "python")
    assert.strictEqual(grammarOf("notes.txt"), undefined)
    assert.strictEqual(grammarOf("constructor"), undefined)
  })
})

describe("Markdown", () => {
  it("links lead to pages and mails, never to scripts or to places of the drive", () => {
    assert.strictEqual(safeHref("https://example.org/a?b=1&amp;c=2"), "https://example.org/a?b=1&c=2")
    assert.strictEqual(safeHref("mailto:a@example.org"), "mailto:a@example.org")
    for (
      const href of [
        "javascript:alert(1)",
        " JavaScript:alert(1)",
        "&#106;avascript:alert(1)",
        "&#x6a;avascript&#58;alert(1)",
        "java\tscript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "blob:https://example.org/1",
        "file:///etc/passwd",
        "/drive/place",
        "//example.org",
        "#here",
        ""
      ]
    ) assert.strictEqual(safeHref(href), undefined, href)
  })

  it("character references are read, and what is none stays", () => {
    assert.strictEqual(
      readEntities("&copy; &amp;lt; &#8364; &#x1F3D7; &nosuch; &#0; &#xd800; AT&T"),
      "© &lt; € 🏗 &nosuch; \ufffd \ufffd AT&T"
    )
  })
})

describe("words of a document", () => {
  const runsOf = (...lines: ReadonlyArray<string>) => lines.map((str) => ({ str, hasEOL: true }))
  const found = (lines: ReadonlyArray<string>, wanted: string) =>
    findPlaces(readWords(runsOf(...lines)), 1, wanted).map(({ first, last }) =>
      `${first.run}.${first.offset}-${last.run}.${last.offset}`
    )

  it("are found whatever their case, accents and spaces", () => {
    assert.deepStrictEqual(found(["Zwei  Übersichten, eine ÜBERSICHT"], "ubersicht"), ["0.6-0.14", "0.24-0.32"])
    assert.deepStrictEqual(found(["at low\u00a0  water"], "LOW  water"), ["0.3-0.13"])
    assert.deepStrictEqual(found(["ﬁrst İ frost"], "frost"), ["0.7-0.11"])
  })

  it("are found over the ends of lines, with a space or without, and where a hyphen broke them", () => {
    assert.deepStrictEqual(found(["at low", "water"], "low water"), ["0.3-1.4"])
    assert.deepStrictEqual(found(["港口", "改造"], "口改"), ["0.1-1.0"])
    assert.deepStrictEqual(found(["of inspec-", "tion"], "inspection"), ["0.3-1.3"])
    assert.deepStrictEqual(found(["pages 4-", "5"], "4- 5"), ["0.6-1.0"])
    assert.deepStrictEqual(found(["low", "", "water"], "low water"), ["0.0-2.4"])
  })

  it("are not found where nothing is looked for", () => {
    assert.deepStrictEqual(found(["a b"], ""), [])
    assert.deepStrictEqual(found(["a b"], "  "), [])
  })

  it("each place begins and ends with a sign of what is looked for", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "É", "é", " ", "港", "-"), maxLength: 12 })
    fc.assert(fc.property(fc.array(word, { maxLength: 5 }), word, (lines, wanted) => {
      const { folded, spots } = readWords(runsOf(...lines))
      assert.strictEqual(folded.length, spots.length)
      for (const { first, last } of findPlaces({ folded, spots }, 1, wanted)) {
        assert.isTrue(first.run < last.run || (first.run === last.run && first.offset <= last.offset))
        assert.isDefined(lines[first.run]?.[first.offset])
        assert.isDefined(lines[last.run]?.[last.offset])
      }
    }))
  })
})

describe("captions", () => {
  const beside = (name: string, ...names: ReadonlyArray<string>) =>
    captionsBeside(name, names.map((one) => ({ name: one }))).map(({ file, tag }) => `${file.name} ${tag}`)

  it("have the name of the film, and maybe a language", () => {
    assert.deepStrictEqual(
      beside(
        "Film.mp4",
        "Film.mp4",
        "film.vtt",
        "Film.EN.vtt",
        "film.zh_cn.srt",
        "film 2.vtt",
        "films.vtt",
        "film.txt"
      ),
      ["film.vtt ", "Film.EN.vtt en", "film.zh_cn.srt zh-CN"]
    )
    assert.deepStrictEqual(beside("a.b.webm", "a.vtt", "a.b.de.vtt", "a.b.sung along.vtt"), [
      "a.b.de.vtt de",
      "a.b.sung along.vtt sung along"
    ])
  })

  it("in the reader's language come first", () => {
    const tags = (language: string) =>
      ownFirst([{ tag: "" }, { tag: "en" }, { tag: "zh-CN" }], language).map(({ tag }) => tag)
    assert.deepStrictEqual(tags("zh-CN"), ["zh-CN", "", "en"])
    assert.deepStrictEqual(tags("en"), ["en", "", "zh-CN"])
  })

  it("of one language are taken once, WebVTT first", () => {
    assert.deepStrictEqual(beside("film.mp4", "film.en.srt", "film.EN.vtt", "film.en.vtt"), ["film.EN.vtt en"])
    assert.deepStrictEqual(beside("film.mp4", "film.srt", "Film.srt"), ["film.srt "])
  })

  it("of SubRip become WebVTT", () => {
    assert.strictEqual(
      asVtt("1\n00:00:01,500 --> 00:00:02,000\nAt 10,000 m\n"),
      "WEBVTT\n\n1\n00:00:01.500 --> 00:00:02.000\nAt 10,000 m\n"
    )
    assert.strictEqual(asVtt("WEBVTT - harbour\n"), "WEBVTT - harbour\n")
    assert.strictEqual(asVtt("no captions\n"), "no captions\n")
  })
})
