/**
 * Lifecycle and versioning on a real server. Storage classes and restores are left out: a server of one's own has
 * commonly none but the standard class.
 */
import { CreateBucketCommand, DeleteBucketCommand } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { admin, Bucket, credential, layer as bucketLayer } from "./bucket.js"

/** A bucket of its own for each test: what holds for objects must not stay behind in anybody's. */
const rulesOf = Effect.gen(function*() {
  const { openWith } = yield* Bucket
  const name = `rules-${randomUUID().slice(0, 8)}`
  yield* Effect.acquireRelease(
    Effect.promise(() => admin.send(new CreateBucketCommand({ Bucket: name }))),
    () => Effect.promise(() => admin.send(new DeleteBucketCommand({ Bucket: name })))
  )
  const one = credential()
  const bucket = one.bucket === undefined ? undefined : { ...one.bucket, bucket: name }
  const { bucketRules } = openWith({ ...one, bucket })
  return bucketRules ?? (yield* Effect.dieMessage("no rules"))
})

layer(bucketLayer, { timeout: "2 minutes", excludeTestServices: true })("the rules of an S3 bucket", (it) => {
  it.scoped("come back as they were put, in place of all others, and go", () =>
    Effect.gen(function*() {
      const rules = yield* rulesOf
      yield* rules.removeLifecycle
      assert.deepStrictEqual(yield* rules.getLifecycle, [])
      const wanted = [
        { id: "a logs", status: "Enabled", prefix: "logs/ä&<", expiration: { days: 365 } },
        {
          id: "b tags",
          status: "Disabled",
          prefix: "tmp/",
          tags: [{ key: "keep", value: "no" }, { key: "sort", value: "x" }],
          expiration: { days: 1 },
          noncurrentVersionExpiration: { days: 90 }
        },
        { id: "c uploads", status: "Enabled", prefix: "up/", abortMultipartUpload: { days: 7 } }
      ] as const
      yield* rules.putLifecycle(wanted)
      const found = [...yield* rules.getLifecycle].sort((one, other) => (one.id ?? "") < (other.id ?? "") ? -1 : 1)
      assert.deepStrictEqual(found, [...wanted])
      yield* rules.putLifecycle([{ id: "only", status: "Enabled", prefix: "x", expiration: { days: 3 } }])
      assert.deepStrictEqual((yield* rules.getLifecycle).map((rule) => rule.id), ["only"])
      yield* rules.removeLifecycle
      yield* rules.removeLifecycle
      assert.deepStrictEqual(yield* rules.getLifecycle, [])
    }))

  it.scoped("say whether versions are kept", () =>
    Effect.gen(function*() {
      const rules = yield* rulesOf
      yield* rules.putVersioning("Enabled")
      assert.strictEqual(yield* rules.getVersioning, "Enabled")
      yield* rules.putVersioning("Suspended")
      assert.strictEqual(yield* rules.getVersioning, "Suspended")
    }))

  it.scoped("do not restore what is not there", () =>
    Effect.gen(function*() {
      const rules = yield* rulesOf
      const restore = yield* Effect.flip(rules.restore({ key: "no such key", days: 2, tier: undefined }))
      assert.strictEqual(restore._tag, "StorageError")
      assert.deepInclude(yield* Effect.flip(rules.restoreState("no such key")), {
        _tag: "StorageError",
        reason: "ObjectNotFound"
      })
    }))
})
