import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import * as LazyStream from "../../src/blobs/LazyStream.js"

/** Bytes of a server, and whether it was told that nobody wants them. */
const answer = (...chunks: ReadonlyArray<number>) => {
  let isCancelled = false
  const left = [...chunks]
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const size = left.shift()
      if (size === undefined) controller.close()
      else controller.enqueue(new Uint8Array(size))
    },
    cancel: () => {
      isCancelled = true
    }
  }, { highWaterMark: 0 })
  return { stream, isCancelled: () => isCancelled }
}

const readAll = (stream: ReadableStream<Uint8Array>) => new Response(stream).arrayBuffer()

describe("LazyStream", () => {
  it("gives the bytes that were promised, and fails with fewer or more of them", async () => {
    const read = (size: number) => readAll(LazyStream.make(() => Effect.succeed(answer(3, 4).stream), size))
    assert.strictEqual((await read(7)).byteLength, 7)
    for (const size of [6, 8]) assert.strictEqual(await read(size).then(() => "read", () => "failed"), "failed")
    assert.strictEqual((await readAll(LazyStream.make(() => Effect.succeed(undefined), 0))).byteLength, 0)
  })

  it("lets go of an answer that comes when nobody reads any more", async () => {
    const opened = Deferred.unsafeMake<ReadableStream<Uint8Array>, never>(Effect.runSync(Effect.fiberId))
    const { isCancelled, stream } = answer(3)
    // As calls do whose answer is there when they are told to stop.
    const open = () => Effect.uninterruptible(Deferred.await(opened))
    const reader = LazyStream.make(open, 3).getReader()
    await new Promise((resolve) => setImmediate(resolve))
    const pending = reader.read()
    await new Promise((resolve) => setImmediate(resolve))
    await reader.cancel()
    Deferred.unsafeDone(opened, Effect.succeed(stream))
    assert.isTrue((await pending).done)
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
    assert.isTrue(isCancelled())
  })
})
