import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { randomUUID } from "node:crypto"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import { BlobStore } from "../../src/blobs/BlobStore.js"
import * as BlobStoreDirectory from "../../src/blobs/BlobStoreDirectory.js"
import * as ByteSource from "../../src/blobs/ByteSource.js"
import { blobStoreContract, pattern, readAll, text } from "./blobStoreContract.js"

const withDirectory = <A, E>(use: (directory: string) => Effect.Effect<A, E>) =>
  Effect.acquireUseRelease(
    Effect.promise(() => fs.mkdtemp(path.join(os.tmpdir(), "blobs-"))),
    use,
    (directory) => Effect.promise(() => fs.rm(directory, { recursive: true, force: true }))
  )

const runIn = (capacity?: number) => <A, E>(effect: Effect.Effect<A, E, BlobStore>) =>
  withDirectory((directory) => Effect.provide(effect, BlobStoreDirectory.layer({ directory, capacity })))

describe("BlobStoreDirectory", () => {
  blobStoreContract(runIn(), runIn(1000))

  const opened = (directory: string) => <A, E>(effect: Effect.Effect<A, E, BlobStore>) =>
    Effect.provide(effect, BlobStoreDirectory.layer({ directory }))

  it.effect("is the same after it was closed and opened again, open uploads included", () =>
    withDirectory((directory) =>
      Effect.gen(function*() {
        const big = pattern(2_500_000)
        const uploadId = yield* opened(directory)(Effect.gen(function*() {
          const bucket = yield* Effect.flatMap(BlobStore, (store) => store.makeBucket("b"))
          yield* bucket.put({ key: "../..\0/x", body: ByteSource.fromBytes(big) })
          yield* bucket.put({ key: "gone", body: text("gone") })
          yield* bucket.remove("gone")
          yield* bucket.set("cors", "rules")
          const upload = yield* bucket.begin({ key: "k", metadata: { headers: {}, user: { mark: "m" } } })
          yield* bucket.putPart({ key: "k", uploadId: upload.uploadId, number: 1, body: text("one ") })
          return upload.uploadId
        }))
        yield* opened(directory)(Effect.gen(function*() {
          const store = yield* BlobStore
          const bucket = yield* store.bucket("b")
          const { read } = yield* bucket.get("../..\0/x")
          assert.isTrue(Buffer.from(yield* readAll(read())).equals(big))
          assert.isTrue(Either.isLeft(yield* Effect.either(bucket.head("gone"))))
          assert.strictEqual(yield* bucket.setting("cors"), "rules")
          yield* bucket.putPart({ key: "k", uploadId, number: 2, body: text("two") })
          const blob = yield* bucket.complete({ key: "k", uploadId, parts: [{ number: 1 }, { number: 2 }] })
          assert.strictEqual(blob.size, 7)
          assert.deepStrictEqual(blob.metadata.user, { mark: "m" })
          assert.strictEqual(yield* store.usage, big.length + 7)
        }))
        const files = yield* Effect.promise(() => fs.readdir(path.join(directory, "segments")))
        assert.strictEqual(files.length, 3)
      })
    ))

  it.effect("drops a commit that was cut short, and sweeps files that no commit names", () =>
    withDirectory((directory) =>
      Effect.gen(function*() {
        yield* opened(directory)(Effect.gen(function*() {
          const bucket = yield* Effect.flatMap(BlobStore, (store) => store.makeBucket("b"))
          yield* bucket.put({ key: "k", body: text("kept") })
          yield* bucket.put({ key: "k2", body: text("lost") })
        }))
        const log = path.join(directory, "changes.log")
        const segments = path.join(directory, "segments")
        yield* Effect.promise(async () => {
          await fs.truncate(log, (await fs.stat(log)).size - 5)
          await fs.writeFile(path.join(segments, randomUUID()), "half written")
        })
        yield* opened(directory)(Effect.gen(function*() {
          const bucket = yield* Effect.flatMap(BlobStore, (store) => store.bucket("b"))
          assert.strictEqual((yield* bucket.head("k")).size, 4)
          assert.isTrue(Either.isLeft(yield* Effect.either(bucket.head("k2"))))
        }))
        assert.strictEqual((yield* Effect.promise(() => fs.readdir(segments))).length, 1)
      })
    ))

  it.effect("takes nothing away that is not its own", () =>
    withDirectory((directory) =>
      Effect.gen(function*() {
        const segments = path.join(directory, "segments")
        const theirs = path.join(segments, "holidays", "sea.jpg")
        yield* Effect.promise(async () => {
          await fs.mkdir(path.dirname(theirs), { recursive: true })
          await fs.writeFile(theirs, "theirs")
        })
        yield* opened(directory)(BlobStore)
        assert.strictEqual(yield* Effect.promise(() => fs.readFile(theirs, "utf8")), "theirs")
      })
    ))

  it.effect("refuses bytes without the log that says whose they are, and keeps them", () =>
    withDirectory((directory) =>
      Effect.gen(function*() {
        const log = path.join(directory, "changes.log")
        const backup = path.join(directory, "backup.log")
        yield* opened(directory)(Effect.gen(function*() {
          const bucket = yield* Effect.flatMap(BlobStore, (store) => store.makeBucket("b"))
          yield* bucket.put({ key: "k", body: text("kept") })
        }))
        yield* Effect.promise(() => fs.rename(log, backup))
        const refused = yield* Effect.flip(opened(directory)(BlobStore))
        assert.strictEqual(refused._tag, "BlobBroken")
        assert.include(refused.message, "changes.log is missing")
        yield* Effect.promise(() => fs.rename(backup, log))
        yield* opened(directory)(Effect.gen(function*() {
          const bucket = yield* Effect.flatMap(BlobStore, (store) => store.bucket("b"))
          const { read } = yield* bucket.get("k")
          assert.strictEqual(Buffer.from(yield* readAll(read())).toString(), "kept")
        }))
      })
    ))

  it.effect("refuses a damaged log and a second owner", () =>
    withDirectory((directory) =>
      Effect.gen(function*() {
        const open = opened(directory)
        const second = yield* open(Effect.zipRight(BlobStore, Effect.either(open(BlobStore))))
        assert.strictEqual(Either.isLeft(second) && second.left._tag, "BlobBroken")
        yield* open(Effect.flatMap(BlobStore, (store) => store.makeBucket("b")))
        yield* open(Effect.flatMap(BlobStore, (store) => store.makeBucket("c")))
        const log = path.join(directory, "changes.log")
        yield* Effect.promise(async () => fs.writeFile(log, (await fs.readFile(log, "utf8")).replace("\"b\"", "\"x\"")))
        const damaged = yield* Effect.either(open(BlobStore))
        assert.strictEqual(Either.isLeft(damaged) && damaged.left._tag, "BlobBroken")
      })
    ))
})
