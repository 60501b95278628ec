import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import { crc32 } from "node:zlib"
import type { HashPlan } from "../../../src/domain/HashPlan.js"
import * as HasherNode from "../../../src/layers/node/HasherNode.js"
import * as UploadSourcesNode from "../../../src/layers/node/UploadSourcesNode.js"
import { Hasher } from "../../../src/services/Hasher.js"
import { openSource, scratchFile } from "./scratchFile.js"
import { patterned } from "./TestServer.js"

const MiB = 1_048_576
const sha1 = (bytes: Uint8Array) => createHash("sha1").update(bytes).digest("hex").toUpperCase()
const preAndWhole: HashPlan = { _tag: "PreAndWhole", preHashSize: MiB }

const run = Effect.provide(Layer.merge(HasherNode.layer, UploadSourcesNode.layer))

describe("HasherNode", () => {
  it.scopedLive("pre-hash and whole in upper-case hex, wherever the bytes are", () =>
    Effect.gen(function*() {
      const hasher = yield* Hasher
      for (const size of [MiB + 1, 2 * MiB, 9 * MiB + 3]) {
        const bytes = patterned(size)
        for (const input of [{ path: yield* scratchFile(bytes) }, bytes, new Blob([bytes])]) {
          let hashed = 0
          const digests = yield* hasher.hash(yield* openSource(input), preAndWhole, (count) => {
            assert.isAbove(count, 0)
            hashed += count
          })
          assert.deepStrictEqual(digests, {
            preHash: sha1(bytes.subarray(0, MiB)),
            contentHash: sha1(bytes),
            contentHashName: "sha1"
          })
          assert.strictEqual(hashed, size)
        }
      }
    }).pipe(run))

  it.scopedLive("a small file whole, no file for the plan None, an empty one too", () =>
    Effect.gen(function*() {
      const hasher = yield* Hasher
      const bytes = patterned(1000)
      const source = yield* openSource({ path: yield* scratchFile(bytes) })
      const nothing = () => {}
      assert.deepStrictEqual(yield* hasher.hash(source, { _tag: "Whole" }, nothing), {
        contentHash: sha1(bytes),
        contentHashName: "sha1"
      })
      assert.strictEqual(yield* hasher.hash(source, { _tag: "None" }, nothing), undefined)
      const empty = yield* hasher.hash(yield* openSource(""), { _tag: "Whole" }, nothing)
      assert.strictEqual(empty?.contentHash, "DA39A3EE5E6B4B0D3255BFEF95601890AFD80709")
    }).pipe(run))

  it.scopedLive("the CRC-32 of each part from the same pass, wherever the bytes are", () =>
    Effect.gen(function*() {
      const hasher = yield* Hasher
      const crc32Of = (bytes: Uint8Array) => {
        const sum = Buffer.alloc(4)
        sum.writeUInt32BE(crc32(bytes))
        return sum.toString("base64")
      }
      const cases = [[1000, 1000], [1000, 300], [2 * MiB, MiB], [9 * MiB + 3, 5 * MiB], [3 * MiB, 100_000]] as const
      for (const [size, partSize] of cases) {
        const bytes = patterned(size)
        const starts = Array.from({ length: Math.ceil(size / partSize) }, (_, index) => index * partSize)
        const expected = starts.map((start) => crc32Of(bytes.subarray(start, start + partSize)))
        for (const input of [{ path: yield* scratchFile(bytes) }, bytes, new Blob([bytes])]) {
          let made: ReadonlyArray<string> = []
          const done = (checksums: ReadonlyArray<string>) => void (made = checksums)
          const parts = { size: partSize, kind: "crc32", done } as const
          const digests = yield* hasher.hash(yield* openSource(input), preAndWhole, () => {}, {}, parts)
          assert.strictEqual(digests?.contentHash, sha1(bytes))
          assert.deepStrictEqual(made, expected)
        }
      }
    }).pipe(run))

  it.scopedLive("many files at once", () =>
    Effect.gen(function*() {
      const hasher = yield* Hasher
      const sizes = Array.from({ length: 24 }, (_, index) => (index % 2) * 2 * MiB + index * 1000 + 1)
      const equal = yield* Effect.forEach(sizes, (size) =>
        Effect.scoped(Effect.gen(function*() {
          const bytes = patterned(size)
          const plan: HashPlan = size > MiB ? preAndWhole : { _tag: "Whole" }
          const digests = yield* hasher.hash(yield* openSource({ path: yield* scratchFile(bytes) }), plan, () => {})
          return digests?.contentHash === sha1(bytes)
        })), { concurrency: 8 })
      assert.deepStrictEqual(equal, sizes.map(() => true))
    }).pipe(run))

  it.scopedLive("a file that shrinks or is written to is SourceChanged", () =>
    Effect.gen(function*() {
      const hasher = yield* Hasher
      const bytes = patterned(3 * MiB)
      for (const size of [3 * MiB, 1000]) {
        const file = yield* scratchFile(bytes.subarray(0, size))
        const source = yield* openSource({ path: file })
        fs.truncateSync(file, 500)
        const error = yield* Effect.flip(hasher.hash(source, preAndWhole, () => {}))
        assert.include(error, { _tag: "SourceChanged", what: "size" })
      }
      const file = yield* scratchFile(bytes)
      fs.utimesSync(file, 1, 1)
      const source = yield* openSource({ path: file })
      fs.writeFileSync(file, bytes)
      const error = yield* Effect.flip(hasher.hash(source, preAndWhole, () => {}))
      assert.include(error, { _tag: "SourceChanged", what: "modified" })
    }).pipe(run))

  it.scopedLive("interruption ends a long hash at once, and the next one is right", () =>
    Effect.gen(function*() {
      const hasher = yield* Hasher
      const large = yield* scratchFile(new Uint8Array(0))
      fs.truncateSync(large, 8192 * MiB)
      const begun = yield* Deferred.make<void>()
      let hashed = 0
      const source = yield* openSource({ path: large })
      const fiber = yield* Effect.fork(hasher.hash(source, preAndWhole, (count) => {
        hashed += count
        Deferred.unsafeDone(begun, Exit.void)
      }))
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(fiber)
      const atInterrupt = hashed
      assert.isBelow(atInterrupt, 4096 * MiB)
      const bytes = patterned(2 * MiB)
      const digests = yield* hasher.hash(yield* openSource({ path: yield* scratchFile(bytes) }), preAndWhole, () => {})
      assert.strictEqual(digests?.contentHash, sha1(bytes))
      assert.strictEqual(hashed, atInterrupt)
    }).pipe(run))

  it.effect("digests of a part, as the storages write them", () =>
    Effect.gen(function*() {
      const hasher = yield* Hasher
      const known = new TextEncoder().encode("123456789")
      const expected = {
        md5: "25f9e794323b453885f5181f1b624d0b",
        crc32: Buffer.from("cbf43926", "hex").toString("base64"),
        crc64: BigInt("0x995dc9bbdf1939fa").toString()
      }
      for (const body of [known, new Blob([known])]) {
        assert.deepStrictEqual(yield* hasher.digest(body, ["md5", "crc32", "crc64"]), expected)
        assert.deepStrictEqual(yield* hasher.digest(body, ["crc32"]), { crc32: expected.crc32 })
        assert.deepStrictEqual(yield* hasher.digest(body, []), {})
      }
      const large = patterned(3 * MiB + 11)
      const { md5 } = yield* hasher.digest(large, ["md5"])
      assert.strictEqual(md5, createHash("md5").update(large).digest("hex"))
    }).pipe(run))
})
