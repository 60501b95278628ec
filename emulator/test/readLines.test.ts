import { assert, describe, it } from "vitest"
import { readLines } from "../src/readLines.js"

const linesOf = async (...pieces: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const lines: Array<string> = []
  const text = async function*() {
    yield* pieces
  }
  for await (const line of readLines(text())) lines.push(line)
  return lines
}

describe("lines", () => {
  it("end with a line feed and with nothing else", async () => {
    assert.deepStrictEqual(await linesOf("a\u2028b\u2029c\rd\n\ne"), ["a\u2028b\u2029c\rd", "", "e"])
  })

  it("are the same however the text is cut", async () => {
    assert.deepStrictEqual(await linesOf("on", "e", "\n", "two\nth", "ree\n"), ["one", "two", "three"])
    assert.deepStrictEqual(await linesOf(), [])
  })
})
