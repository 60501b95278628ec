import { assert, describe, it } from "@effect/vitest"
import { afterEach, beforeEach, vi } from "vitest"
import * as CommandLine from "../../examples/first-run/arguments.js"
import type { Transfer } from "../../examples/first-run/Screen.js"
import * as Screen from "../../examples/first-run/Screen.js"
import * as Text from "../../examples/first-run/text.js"

describe("text", () => {
  it("has the width that a terminal gives it", () => {
    assert.strictEqual(Text.width("abc"), 3)
    assert.strictEqual(Text.width("夏の海"), 6)
    assert.strictEqual(Text.width("e\u0301"), 1)
    assert.strictEqual(Text.width("🚀"), 2)
  })

  it("fits exactly, and keeps the end of what is too long", () => {
    assert.strictEqual(Text.fit("ab", 4), "ab  ")
    assert.strictEqual(Text.fit("folder/file", 6), "…/file")
    for (const text of ["photos/夏の海.jpg", "a".repeat(50), "विंध्य"]) {
      assert.strictEqual(Text.width(Text.fit(text, 9)), 9)
    }
  })

  it("a name cannot steer the terminal", () => {
    assert.strictEqual(Text.fit("\u001b[2Jx", 5), "\ufffd[2Jx")
  })

  it("numbers carry their units, and no speed is shown for what is too small", () => {
    assert.deepStrictEqual([0, 1023, 1024, 104 * 1024 * 1024].map(Text.bytes), [
      "0 B",
      "1023 B",
      "1.0 KiB",
      "104.0 MiB"
    ])
    assert.deepStrictEqual([0, 1, 2].map((count) => Text.counted(count, "file")), ["0 files", "1 file", "2 files"])
    assert.strictEqual(Text.speed(2_000_000, 1000), "2.0 MB/s")
    assert.strictEqual(Text.speed(1000, 1), "")
  })

  it("a bar has its length at every point", () => {
    const plain = Text.colours(false)
    for (let part = 0; part <= 1; part += 0.01) assert.strictEqual([...Text.bar(part, 10, plain)].length, 10)
    assert.strictEqual(Text.bar(0.5, 4, plain), "██··")
  })
})

describe("the command line", () => {
  it("takes a folder, and a drive with its token", () => {
    assert.deepStrictEqual(CommandLine.read([]), { directory: undefined, drive: undefined, spaceId: undefined })
    assert.deepStrictEqual(CommandLine.read(["d", "--api-host", "http://x", "--token", "t", "--space", "s"]), {
      directory: "d",
      drive: { apiHost: "http://x", token: "t" },
      spaceId: "s"
    })
    assert.isUndefined(CommandLine.read(["--help"]))
  })

  it("refuses what it does not know", () => {
    for (const args of [["a", "b"], ["--token", "t"], ["--api-host", "http://x"], ["--unknown"], ["--token"]]) {
      assert.throws(() => CommandLine.read(args), CommandLine.UsageError)
    }
  })
})

describe("the screen", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const setup = (isTTY: boolean) => {
    const written: Array<string> = []
    const output = { isTTY, columns: 100, rows: 10, write: (text: string) => written.push(text) }
    return { written, screen: Screen.make(output, { colour: false }) }
  }
  const transfers: ReadonlyArray<Transfer> = [
    { path: "done.txt", size: 10, moved: 10, state: "done" },
    { path: "half.bin", size: 100, moved: 50, state: "running" },
    { path: "later.bin", size: 0, moved: 0, state: "waiting" },
    { path: "bad.bin", size: 5, moved: 0, state: "failed" }
  ]

  it("draws a bar for each that runs and one for all, over themselves", () => {
    const { screen, written } = setup(true)
    const stop = screen.watch("Uploading", () => transfers, () => "")
    vi.advanceTimersByTime(100)
    const [, frame = "", again = ""] = written
    const lines = frame.split("\n")
    assert.strictEqual(lines.length, 2)
    assert.match(lines[0] ?? "", /half\.bin .*█+·+ +50 % {2}100 B/)
    assert.match(lines[1] ?? "", /^Uploading .* 52 % {2}2\/4 files {2}60 B of 115 B/)
    assert.isTrue(again.startsWith("\r\u001b[1A\u001b[0J"))
    for (const line of lines) assert.isAtMost(Text.width(line), 100)
    stop()
    assert.include(written.at(-1), "\u001b[?25h")
    assert.strictEqual(vi.getTimerCount(), 0)
  })

  it("never draws more lines than there are rows", () => {
    const { screen, written } = setup(true)
    const many = Array.from(
      { length: 50 },
      (_, index): Transfer => ({ path: `${index}`, size: 1, moved: 0, state: "running" })
    )
    screen.watch("Uploading", () => many, () => "")()
    for (const frame of written) assert.isBelow(frame.split("\n").length, 10)
  })

  it("writes a plain line for each that has ended, once, where there is no terminal", () => {
    const { screen, written } = setup(false)
    const stop = screen.watch("Uploading", () => transfers, ({ path }) => path)
    vi.advanceTimersByTime(1000)
    stop()
    assert.deepStrictEqual(written.slice(0, 2), ["Uploading: done.txt\n", "Uploading: bad.bin\n"])
    assert.match(written[2] ?? "", /^Uploading: 2 files, 60 B in/)
    assert.strictEqual(written.length, 3)
  })
})
