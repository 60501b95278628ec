import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import { BlobStore } from "../../../src/emulator/blobs/BlobStore.js"
import * as BlobStoreS3 from "../../../src/emulator/blobs/BlobStoreS3.js"
import * as ByteSource from "../../../src/emulator/blobs/ByteSource.js"
import { layer, region, start } from "../s3/endpoint.js"
import { blobStoreContract, pattern, readAll, text } from "./blobStoreContract.js"

/** An S3 server, a store over it, and the server's own bucket to look into. */
const over = (options: { readonly directory?: string; readonly capacity?: number } = {}) =>
  Effect.gen(function*() {
    const { bucket: name, keys, origin, store } = yield* start({ bucket: "outside" })
    const key = yield* keys.issue({ buckets: "all" })
    const server = { ...key, endpoint: origin, region }
    const outside = yield* store.bucket(name)
    const objects = Effect.map(outside.list({ limit: 1000 }), (page) => page.items)
    return { open: BlobStoreS3.make({ server, bucket: name, ...options }), objects, outside }
  })

const runIn = (capacity = Infinity) => <A, E>(effect: Effect.Effect<A, E, BlobStore>) =>
  Effect.scoped(Effect.flatMap(over({ capacity }), ({ open }) => Effect.provideServiceEffect(effect, BlobStore, open)))
    .pipe(
      Effect.provide(layer)
    )

const withDirectory = <A, E, R>(use: (directory: string) => Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.promise(() => fs.mkdtemp(path.join(os.tmpdir(), "blobs-s3-"))),
    use,
    (directory) => Effect.promise(() => fs.rm(directory, { recursive: true, force: true }))
  )

describe("BlobStoreS3", () => {
  blobStoreContract(runIn(), runIn(1000))

  it.scopedLive("cuts long runs of bytes, reads any range of them, and leaves nothing behind", () =>
    Effect.gen(function*() {
      const { objects, open } = yield* over()
      const big = pattern(20_000_000)
      yield* Effect.scoped(Effect.gen(function*() {
        const store = yield* open
        const bucket = yield* store.makeBucket("b")
        yield* bucket.put({
          key: "big",
          body: ByteSource.fromBytes(big.subarray(0, 9_000_000), big.subarray(9_000_000))
        })
        assert.deepStrictEqual((yield* objects).map(({ size }) => size), [8_388_608, 8_388_608, 3_222_784])
        const { read } = yield* bucket.get("big")
        const range = { start: 8_388_600, end: 16_777_300 }
        assert.isTrue(Buffer.from(yield* readAll(read(range))).equals(big.subarray(range.start, range.end + 1)))
        yield* bucket.remove("big")
        assert.deepStrictEqual(yield* objects, [])
        yield* bucket.put({ key: "small", body: text("small") })
        const failed = yield* Effect.flip(
          bucket.put({ key: "half", body: ByteSource.fromBytes(big), check: () => Effect.fail("refused" as const) })
        )
        assert.strictEqual(failed, "refused")
        assert.strictEqual((yield* objects).length, 1)
      }))
      assert.deepStrictEqual(yield* objects, [])
    }).pipe(Effect.provide(layer)))

  it.scopedLive("knows its objects again from a directory, and sweeps what a crash left there", () =>
    withDirectory((directory) =>
      Effect.gen(function*() {
        const { objects, open, outside } = yield* over({ directory })
        yield* Effect.scoped(Effect.gen(function*() {
          const bucket = yield* Effect.flatMap(open, (store) => store.makeBucket("b"))
          yield* bucket.put({ key: "kept", body: text("kept") })
        }))
        const [kept] = yield* objects
        yield* outside.put({ key: `${kept?.key.slice(0, -2)}x/0`, body: text("left") })
        yield* outside.put({ key: "somebody else's", body: text("other") })
        yield* Effect.scoped(Effect.gen(function*() {
          const bucket = yield* Effect.flatMap(open, (store) => store.bucket("b"))
          const { read } = yield* bucket.get("kept")
          assert.strictEqual(Buffer.from(yield* readAll(read())).toString(), "kept")
        }))
        assert.deepStrictEqual((yield* objects).map(({ key }) => key), [kept?.key, "somebody else's"])
      })
    ).pipe(Effect.provide(layer)))
})
