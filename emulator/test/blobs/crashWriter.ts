/**
 * Writes to a directory store without end and says what was acknowledged, a line each: to be killed by a test.
 */
import { Effect } from "effect"
import { writeSync } from "node:fs"
import * as BlobStoreDirectory from "../../src/blobs/BlobStoreDirectory.js"
import * as ByteSource from "../../src/blobs/ByteSource.js"
import { crashBytes } from "./crashBytes.js"

const [, , directory = "", first = "0"] = process.argv

const acknowledge = (...words: ReadonlyArray<string | number>) =>
  Effect.sync(() => void writeSync(1, `${words.join(" ")}\n`))

const program = Effect.gen(function*() {
  const store = yield* BlobStoreDirectory.make({ directory })
  const bucket = yield* store.makeBucket("b")

  const put = Effect.fnUntraced(function*(key: string, seed: number) {
    yield* bucket.put({ key, body: ByteSource.fromBytes(crashBytes(seed)) })
    yield* acknowledge("put", key, seed)
  })

  const join = Effect.fnUntraced(function*(key: string, seed: number) {
    const { uploadId } = yield* bucket.begin({ key })
    const part = (number: number) =>
      bucket.putPart({ key, uploadId, number, body: ByteSource.fromBytes(crashBytes(seed + number)) })
    yield* Effect.forEach([1, 2, 3], part, { concurrency: 2 })
    yield* bucket.complete({ key, uploadId, parts: [{ number: 1 }, { number: 2 }, { number: 3 }] })
    yield* acknowledge("join", key, seed)
  })

  const remove = Effect.fnUntraced(function*(key: string) {
    yield* acknowledge("removing", key)
    yield* bucket.remove(key)
    yield* acknowledge("removed", key)
  })

  const worker = (lane: number) =>
    Effect.iterate(Number(first) * 1000, {
      while: () => true,
      body: (turn) =>
        Effect.gen(function*() {
          const seed = turn * 10 + lane
          yield* put(`${lane}/put/${turn % 3}`, seed)
          yield* join(`${lane}/join/${turn % 2}`, seed)
          yield* put(`${lane}/short`, seed)
          yield* remove(`${lane}/short`)
          return turn + 1
        })
    })

  yield* Effect.forEach([1, 2, 3], worker, { concurrency: "unbounded", discard: true })
})

Effect.runPromise(Effect.scoped(program)).catch((error: unknown) => {
  writeSync(2, String(error))
  process.exitCode = 1
})
