import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { sourceSha1States } from "../../../../src/layers/hash/SourceSha1States.js"
import * as Sha1States from "../../../../src/layers/storage/pds/Sha1States.js"

const sourceOf = (bytes: Uint8Array, chunk: number) => ({
  readAll: (start: number, onChunk: (chunk: Uint8Array) => void) =>
    Effect.sync(() => {
      for (let at = start; at < bytes.length; at += chunk) onChunk(bytes.subarray(at, at + chunk))
    })
})

const statesOf = (bytes: Uint8Array, chunk: number, partSize: number) =>
  Effect.map(
    sourceSha1States(sourceOf(bytes, chunk), partSize, () => {}),
    (words) => words === undefined ? undefined : Sha1States.fromWords(words)
  )

describe("SHA-1 states", () => {
  it.effect("are those of the standard's one block message, and none before the first part", () =>
    Effect.gen(function*() {
      // FIPS 180-4: "abc" padded to one block leaves the digest of "abc" as the state.
      const block = new Uint8Array(64)
      block.set([0x61, 0x62, 0x63, 0x80])
      block[63] = 24
      const states = yield* statesOf(block, 10, 64)
      assert.deepStrictEqual(states?.(1), [])
      const words = states?.(2).map((word) => word.toString(16).padStart(8, "0")).join("")
      assert.strictEqual(words, "a9993e364706816aba3e25717850c26c9cd0d89d")
    }))

  it.effect("do not depend on how the file is read", () =>
    Effect.gen(function*() {
      const bytes = randomBytes(1000)
      const one = yield* statesOf(bytes, 7, 128)
      const other = yield* statesOf(bytes, 1000, 128)
      for (const part of [1, 2, 5, 8]) assert.deepStrictEqual(one?.(part), other?.(part))
      assert.notDeepEqual(one?.(2), one?.(3))
    }))
})
