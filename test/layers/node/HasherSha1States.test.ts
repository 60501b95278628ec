/** The SHA-1 states between parts: the same wherever the bytes are and whoever reads them. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer } from "effect"
import * as fs from "node:fs"
import * as path from "node:path"
import * as NodeThreads from "../../../src/layers/node/hash/NodeThreads.js"
import * as HasherNode from "../../../src/layers/node/HasherNode.js"
import * as UploadSourcesNode from "../../../src/layers/node/UploadSourcesNode.js"
import { Hasher } from "../../../src/services/Hasher.js"
import type { UploadSource } from "../../../src/services/UploadSource.js"
import * as HasherMemory from "../../../src/testing/HasherMemory.js"
import { paddedParts } from "./paddedParts.js"
import { openSource, scratchFile } from "./scratchFile.js"

const KiB = 1024
const MiB = 1024 * KiB

const unread = (source: UploadSource): UploadSource => ({
  ...source,
  readAll: () => Effect.dieMessage("read on the calling thread")
})

const statesBy = (hasher: Hasher.Service, source: UploadSource, partSize: number) =>
  Effect.gen(function*() {
    let hashed = 0
    const states = hasher.sha1States ?? (() => Effect.dieMessage("no states"))
    const words = yield* states(source, partSize, (count) => {
      assert.isAbove(count, 0)
      hashed += count
    })
    return { words, hashed }
  })

const run = Effect.provide(Layer.merge(HasherNode.layer, UploadSourcesNode.layer))

describe("SHA-1 states of a hasher", () => {
  it.scopedLive("of parts that end inside slices and with them; a file's by a thread", () =>
    Effect.gen(function*() {
      const node = yield* Hasher
      const memory = HasherMemory.make({ bytesPerSecond: Number.POSITIVE_INFINITY })
      const cases = [[9, 320 * KiB, 17], [4, MiB, 0], [3, 2 * MiB + 64, 1], [30, 64 * KiB, 3]] as const
      for (const [parts, partSize, rest] of cases) {
        const { bytes, words } = paddedParts(parts, partSize, rest)
        const expected = { words, hashed: bytes.length }
        const file = yield* openSource({ path: yield* scratchFile(bytes) })
        assert.deepStrictEqual(yield* statesBy(node, unread(file), partSize), expected)
        for (const input of [bytes, new Blob([bytes])]) {
          const source = yield* openSource(input)
          assert.deepStrictEqual(yield* statesBy(node, source, partSize), expected)
          assert.deepStrictEqual(yield* statesBy(memory, source, partSize), expected)
        }
      }
    }).pipe(run))

  it.scopedLive("none of a file that is shorter than a part", () =>
    Effect.gen(function*() {
      const hasher = yield* Hasher
      for (const size of [0, 1000, 2 * MiB]) {
        const source = yield* openSource({ path: yield* scratchFile(new Uint8Array(size)) })
        const expected = { words: new Uint32Array(), hashed: size }
        assert.deepStrictEqual(yield* statesBy(hasher, source, 2 * MiB + 64), expected)
      }
    }).pipe(run))

  it.scopedLive("a file that shrinks or is written to is SourceChanged", () =>
    Effect.gen(function*() {
      const hasher = yield* Hasher
      const bytes = new Uint8Array(3 * MiB)
      for (const size of [3 * MiB, 1000]) {
        const file = yield* scratchFile(bytes.subarray(0, size))
        const source = yield* openSource({ path: file })
        fs.truncateSync(file, 500)
        const error = yield* Effect.flip(statesBy(hasher, source, MiB))
        assert.include(error, { _tag: "SourceChanged", what: "size" })
      }
      const file = yield* scratchFile(bytes)
      fs.utimesSync(file, 1, 1)
      const source = yield* openSource({ path: file })
      fs.writeFileSync(file, bytes)
      const error = yield* Effect.flip(statesBy(hasher, source, MiB))
      assert.include(error, { _tag: "SourceChanged", what: "modified" })
    }).pipe(run))

  it.scopedLive("interruption ends a long pass at once, and the next one is right", () =>
    Effect.gen(function*() {
      const hasher = yield* Hasher
      const large = yield* scratchFile(new Uint8Array(0))
      fs.truncateSync(large, 8192 * MiB)
      const begun = yield* Deferred.make<void>()
      let hashed = 0
      const source = unread(yield* openSource({ path: large }))
      const states = hasher.sha1States ?? (() => Effect.dieMessage("no states"))
      const fiber = yield* Effect.fork(states(source, MiB, (count) => {
        hashed += count
        Deferred.unsafeDone(begun, Exit.void)
      }))
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(fiber)
      const atInterrupt = hashed
      assert.isBelow(atInterrupt, 4096 * MiB)
      const { bytes, words } = paddedParts(3, MiB, 1)
      const next = yield* openSource({ path: yield* scratchFile(bytes) })
      assert.deepStrictEqual((yield* statesBy(hasher, next, MiB)).words, words)
      assert.strictEqual(hashed, atInterrupt)
    }).pipe(run))

  it.scopedLive("a thread that finds no hash-wasm says so, and continues working", () =>
    Effect.gen(function*() {
      const threads = yield* NodeThreads.make(1)
      const { bytes } = paddedParts(2, MiB, 0)
      const file = yield* scratchFile(bytes)
      const descriptor = yield* Effect.acquireRelease(
        Effect.sync(() => fs.openSync(file, "r")),
        (opened) => Effect.sync(() => fs.closeSync(opened))
      )
      const ask = (wasm: string) =>
        threads.run({ type: "sha1States", descriptor, size: bytes.length, partSize: MiB, wasm }, () => {})
      assert.strictEqual((yield* ask(path.join(path.dirname(file), "nothing.js"))).type, "unable")
      const hash = yield* threads.run({ type: "hash", descriptor, size: bytes.length, preHashSize: 0 }, () => {})
      assert.strictEqual(hash.type, "done")
    }))
})
