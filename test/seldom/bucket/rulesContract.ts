/**
 * What every bucket must do about lifecycle, versioning and restores, whatever it lives on.
 */
import { assert, layer as suite } from "@effect/vitest"
import type { Layer } from "effect"
import { Context, Effect, TestClock } from "effect"
import type { LifecycleRule } from "../../../src/domain/LifecycleRule.js"
import { Bucket } from "../../../src/services/Bucket.js"

/** How the bucket under test is reached by another way. */
export class BucketUnderTest extends Context.Tag("test/BucketUnderTest")<BucketUnderTest, {
  /** Stores an object in the class `Archive`, or in the standard one. */
  readonly store: (key: string, archived: boolean) => Effect.Effect<void>
  /** The platform's own word for `Archive`. */
  readonly archiveClass: string
  /** Whether a restore of that class may say how urgent it is: OSS takes that for cold archives alone. */
  readonly tiered: boolean
  /** Makes the next request to the storage fail as if its credential had ended. */
  readonly expire: Effect.Effect<void>
}>() {}

export const rules: ReadonlyArray<LifecycleRule> = [
  {
    id: "alte Logs & <mehr>",
    status: "Enabled",
    prefix: "logs/ä&<",
    transitions: [{ days: 30, storageClass: "IA" }, { days: 90, storageClass: "Archive" }],
    expiration: { days: 365 },
    abortMultipartUpload: { days: 7 }
  },
  {
    id: "tagged",
    status: "Disabled",
    prefix: "tmp/",
    tags: [{ key: "keep", value: "no" }, { key: "leer", value: "" }],
    expiration: { days: 1 },
    noncurrentVersionTransitions: [{ days: 30, storageClass: "IA" }, { days: 60, storageClass: "DeepColdArchive" }],
    noncurrentVersionExpiration: { days: 90 }
  },
  {
    id: "one tag",
    status: "Enabled",
    tags: [{ key: "a", value: "b" }],
    transitions: [{ days: 180, storageClass: "DeepColdArchive" }]
  },
  { id: "i".repeat(255), status: "Enabled", prefix: "markers/", expiration: { expiredObjectDeleteMarker: true } }
]

export const rulesContract = <E>(name: string, layer: Layer.Layer<Bucket | BucketUnderTest, E>) =>
  suite(layer)(`the rules of an ${name} bucket`, (it) => {
    it.effect("come back as they were put, in place of all others, and go", () =>
      Effect.gen(function*() {
        const { lifecycle } = yield* Bucket
        assert.deepStrictEqual(yield* lifecycle.get(), [])
        yield* lifecycle.put(rules)
        assert.deepStrictEqual(yield* lifecycle.get(), rules)
        yield* lifecycle.put([{ status: "Enabled", expiration: { days: 1 } }])
        const [only, ...others] = yield* lifecycle.get()
        assert.deepStrictEqual(others, [])
        assert.isNotEmpty(only?.id)
        assert.deepStrictEqual({ ...only, id: "" }, { id: "", status: "Enabled", expiration: { days: 1 } })
        yield* lifecycle.remove()
        yield* lifecycle.remove()
        assert.deepStrictEqual(yield* lifecycle.get(), [])
      }))

    it.effect("say whether versions are kept", () =>
      Effect.gen(function*() {
        const { versioning } = yield* Bucket
        assert.isUndefined(yield* versioning.get())
        yield* versioning.put("Enabled")
        assert.strictEqual(yield* versioning.get(), "Enabled")
        yield* versioning.put("Suspended")
        assert.strictEqual(yield* versioning.get(), "Suspended")
      }))

    it.effect("restore an archived object for two days, or as many as are asked for", () =>
      Effect.gen(function*() {
        const bucket = yield* Bucket
        const { archiveClass, store, tiered } = yield* BucketUnderTest
        const objectKey = "archived/ü &.bin"
        yield* store(objectKey, true)
        assert.deepStrictEqual(yield* bucket.restoreState(objectKey), { status: "none", storageClass: archiveClass })
        assert.deepStrictEqual(yield* bucket.restore({ objectKey }), { status: "started" })
        assert.deepStrictEqual(yield* bucket.restoreState(objectKey), { status: "started", storageClass: archiveClass })
        assert.deepInclude(yield* Effect.flip(bucket.restore({ objectKey, days: 1 })), {
          _tag: "StorageError",
          reason: "RestoreInProgress",
          retry: "never"
        })
        yield* TestClock.adjust("10 minutes")
        const { until = 0, ...state } = yield* bucket.restoreState(objectKey)
        assert.deepStrictEqual(state, { status: "restored", storageClass: archiveClass })
        assert.deepStrictEqual(yield* bucket.restore({ objectKey, days: 9, ...(tiered ? { tier: "Standard" } : {}) }), {
          status: "restored"
        })
        const longer = (yield* bucket.restoreState(objectKey)).until ?? 0
        assert.approximately((longer - until) / 86_400_000, 7, 0.1)
      }))

    it.effect("know what is not there, and what is not archived", () =>
      Effect.gen(function*() {
        const bucket = yield* Bucket
        const { store } = yield* BucketUnderTest
        yield* store("warm", false)
        assert.deepStrictEqual(yield* bucket.restoreState("warm"), { status: "none" })
        assert.deepInclude(yield* Effect.flip(bucket.restore({ objectKey: "warm" })), {
          _tag: "StorageError",
          reason: "InvalidObjectState"
        })
        assert.deepInclude(yield* Effect.flip(bucket.restore({ objectKey: "nothing" })), {
          _tag: "StorageError",
          reason: "ObjectNotFound"
        })
        assert.deepInclude(yield* Effect.flip(bucket.restoreState("nothing")), {
          _tag: "StorageError",
          reason: "ObjectNotFound"
        })
      }))

    it.effect("continue with a fresh credential when the one at hand has ended", () =>
      Effect.gen(function*() {
        const { lifecycle, versioning } = yield* Bucket
        const { expire } = yield* BucketUnderTest
        yield* expire
        assert.deepStrictEqual(yield* lifecycle.get(), [])
        yield* expire
        yield* versioning.put("Enabled")
      }))
  })
