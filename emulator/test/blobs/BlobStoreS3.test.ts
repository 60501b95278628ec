import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import { BlobStore } from "../../src/blobs/BlobStore.js"
import * as BlobStoreS3 from "../../src/blobs/BlobStoreS3.js"
import * as ByteSource from "../../src/blobs/ByteSource.js"
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

  it.scopedLive("stores a put as one object, reads any range of it, and leaves nothing behind", () =>
    Effect.gen(function*() {
      const { objects, open } = yield* over()
      const big = pattern(20_000_000)
      const halves = () => ByteSource.fromBytes(big.subarray(0, 9_000_000), big.subarray(9_000_000))
      yield* Effect.scoped(Effect.gen(function*() {
        const store = yield* open
        const bucket = yield* store.makeBucket("b")
        yield* bucket.put({ key: "big", body: halves(), size: big.length })
        yield* bucket.put({ key: "of unknown size", body: halves() })
        assert.deepStrictEqual((yield* objects).map(({ size }) => size), [20_000_000, 20_000_000])
        for (const key of ["big", "of unknown size"]) {
          const { read } = yield* bucket.get(key)
          const range = { start: 8_388_600, end: 16_777_300 }
          assert.isTrue(Buffer.from(yield* readAll(read(range))).equals(big.subarray(range.start, range.end + 1)))
          yield* bucket.remove(key)
        }
        assert.deepStrictEqual(yield* objects, [])
        yield* bucket.put({ key: "small", body: text("small") })
        for (const size of [big.length, undefined]) {
          const put = bucket.put({ key: "half", body: halves(), size, check: () => Effect.fail("refused" as const) })
          assert.strictEqual(yield* Effect.flip(put), "refused")
        }
        assert.strictEqual((yield* objects).length, 1)
      }))
      assert.deepStrictEqual(yield* objects, [])
    }).pipe(Effect.provide(layer)))

  it.scopedLive("keeps nothing of a body that has not the size that was said, or that breaks off", () =>
    Effect.gen(function*() {
      const { objects, open } = yield* over()
      const bucket = yield* Effect.flatMap(open, (store) => store.makeBucket("b"))
      const bytes = pattern(3_000_000)
      for (const size of [bytes.length - 1, bytes.length + 1, 10, 5_000_000]) {
        const put = bucket.put({ key: "k", size, body: ByteSource.fromBytes(bytes.subarray(0, 100_000), bytes) })
        assert.strictEqual((yield* Effect.flip(put))._tag, "BlobBroken")
      }
      const broken = ByteSource.onEnd(ByteSource.fromBytes(bytes), Effect.fail("broken off" as const))
      assert.strictEqual(yield* Effect.flip(bucket.put({ key: "k", size: bytes.length, body: broken })), "broken off")
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
        yield* outside.put({ key: `${kept?.key}x`, body: text("left") })
        yield* outside.put({ key: "somebody else's", body: text("other") })
        yield* Effect.scoped(Effect.gen(function*() {
          const bucket = yield* Effect.flatMap(open, (store) => store.bucket("b"))
          const { read } = yield* bucket.get("kept")
          assert.strictEqual(Buffer.from(yield* readAll(read())).toString(), "kept")
        }))
        assert.deepStrictEqual((yield* objects).map(({ key }) => key), [kept?.key, "somebody else's"])
      })
    ).pipe(Effect.provide(layer)))

  it.scopedLive("has an id of its own, and does not open without that of its records", () =>
    withDirectory((directory) =>
      Effect.gen(function*() {
        const { objects, open, outside } = yield* over({ directory })
        const id = path.join(directory, "store-id")
        yield* Effect.promise(() => fs.writeFile(id, ""))
        yield* outside.put({ key: "effect-drive//other", body: text("of a store without an id") })
        yield* Effect.scoped(Effect.gen(function*() {
          const bucket = yield* Effect.flatMap(open, (store) => store.makeBucket("b"))
          yield* bucket.put({ key: "kept", body: text("kept") })
        }))
        const before = yield* objects
        assert.strictEqual(before.length, 2)
        for (const lose of [() => fs.writeFile(id, ""), () => fs.rm(id)]) {
          yield* Effect.promise(lose)
          const failure = yield* Effect.flip(Effect.scoped(open))
          assert.match(failure.message, /store-id is lost/)
        }
        assert.deepStrictEqual(yield* objects, before)
      })
    ).pipe(Effect.provide(layer)))

  it.scopedLive("does not open without its records while its objects are there, and keeps them", () =>
    withDirectory((directory) =>
      Effect.gen(function*() {
        const { objects, open } = yield* over({ directory })
        const log = path.join(directory, "changes.log")
        yield* Effect.scoped(Effect.gen(function*() {
          const bucket = yield* Effect.flatMap(open, (store) => store.makeBucket("b"))
          yield* bucket.put({ key: "kept", body: text("kept") })
        }))
        const before = yield* objects
        yield* Effect.promise(() => fs.rename(log, `${log}.bak`))
        const failure = yield* Effect.flip(Effect.scoped(open))
        assert.match(failure.message, /changes.log is missing/)
        assert.deepStrictEqual(yield* objects, before)
        yield* Effect.promise(() => fs.rename(`${log}.bak`, log))
        yield* Effect.scoped(Effect.flatMap(open, (store) => store.bucket("b")))
        assert.deepStrictEqual(yield* objects, before)
      })
    ).pipe(Effect.provide(layer)))
})
