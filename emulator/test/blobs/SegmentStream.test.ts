import { assert, describe, it } from "@effect/vitest"
import * as SegmentStream from "../../src/blobs/SegmentStream.js"

/** A stream over two segments whose chunks come when the test gives them, and what has been done with the segments. */
const controlled = () => {
  const done: Array<string> = []
  const chunks: Array<(chunk: Uint8Array | undefined) => void> = []
  const stream = SegmentStream.make(
    ({ id }) => ({
      read: () => new Promise((resolve) => chunks.push(resolve)),
      close: () => Promise.resolve(void done.push(`closed ${id}`))
    }),
    [{ id: "a", size: 2 }, { id: "b", size: 2 }],
    undefined,
    () => Promise.resolve(void done.push("ended"))
  )
  const give = (chunk: Uint8Array | undefined) => chunks.shift()?.(chunk)
  return { reader: stream.getReader(), give, done }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe("SegmentStream", () => {
  for (const [what, late] of [["a chunk", new Uint8Array(2)], ["the end of a segment", undefined]] as const) {
    it(`lets go of its segments once when its reader goes away before ${what} comes`, async () => {
      const { done, give, reader } = controlled()
      await turn()
      const pending = reader.read()
      await reader.cancel()
      assert.deepStrictEqual(done, ["closed a", "ended"])
      give(late)
      assert.isTrue((await pending).done)
      await turn()
      assert.deepStrictEqual(done, ["closed a", "ended"])
    })
  }

  it("lets go of its segments when it was read to its end", async () => {
    const { done, give, reader } = controlled()
    for (const chunk of [new Uint8Array(2), undefined, new Uint8Array(2), undefined]) {
      await turn()
      const pending = chunk === undefined ? undefined : reader.read()
      await turn()
      give(chunk)
      assert.strictEqual((await pending)?.value?.length, chunk?.length)
    }
    const last = reader.read()
    await turn()
    give(undefined)
    await turn()
    give(undefined)
    assert.isTrue((await last).done)
    assert.deepStrictEqual(done, ["closed a", "closed b", "ended"])
  })
})
