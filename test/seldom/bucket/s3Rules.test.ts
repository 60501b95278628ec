import type { LifecycleRule as S3Rule } from "@aws-sdk/client-s3"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as BlobStoreMemory from "../../../emulator/src/blobs/BlobStoreMemory.js"
import { Emulator } from "../../../emulator/src/Emulator.js"
import type { LifecycleRule } from "../../../src/domain/LifecycleRule.js"
import * as S3Lifecycle from "../../../src/layers/storage/s3/S3Lifecycle.js"
import { Bucket } from "../../../src/services/Bucket.js"
import { bucketDrive, bucketName } from "./bucketDrive.js"
import { rules, rulesContract } from "./rulesContract.js"

const drive = bucketDrive({ platform: "s3", archiveClass: "GLACIER" })

rulesContract("s3", drive)

describe("what s3 has not", () => {
  const unmappable: ReadonlyArray<readonly [LifecycleRule, message: string]> = [
    [
      { status: "Enabled", transitions: [{ days: 1, storageClass: "ColdArchive" }] },
      "s3 has no storage class like ColdArchive"
    ],
    [
      { status: "Enabled", noncurrentVersionTransitions: [{ days: 1, storageClass: "ColdArchive" }] },
      "s3 has no storage class like ColdArchive"
    ],
    [
      { status: "Enabled", expiration: { createdBefore: 0 } },
      "s3 has no rules for what was created before a date"
    ],
    [
      { status: "Enabled", abortMultipartUpload: { createdBefore: 86_400_000 } },
      "s3 has no rules for what was created before a date"
    ],
    [
      { status: "Enabled", transitions: [{ createdBefore: 0, storageClass: "IA" }] },
      "s3 has no rules for what was created before a date"
    ]
  ]

  it.effect("is refused before any call, with all the rules beside it", () =>
    Effect.gen(function*() {
      const { lifecycle } = yield* Bucket
      const { faults } = yield* Emulator
      yield* lifecycle.get()
      faults.add([{ match: { target: "s3" }, action: { _tag: "status", status: 500 } }])
      for (const [rule, message] of unmappable) {
        const error = yield* Effect.flip(lifecycle.put([{ status: "Enabled", expiration: { days: 1 } }, rule]))
        assert.deepInclude(error, {
          _tag: "UnsupportedOperation",
          operation: "Bucket.lifecycle",
          platform: "s3",
          message
        })
      }
      assert.strictEqual(faults.remaining().length, 1)
    }).pipe(Effect.provide(drive)))
})

describe("what s3 has and the model has not", () => {
  const foreign: ReadonlyArray<readonly [what: string, S3Rule, message: RegExp]> = [
    ["a class", { Status: "Enabled", Transitions: [{ Days: 0, StorageClass: "INTELLIGENT_TIERING" }] }, /INTELLIGENT/],
    ["the first day", { Status: "Enabled", Transitions: [{ Days: 0, StorageClass: "GLACIER" }] }, /first day/],
    ["a date", { Status: "Enabled", Expiration: { Date: new Date(0) } }, /date/],
    ["a size", { Status: "Enabled", Filter: { ObjectSizeLessThan: 9 }, Expiration: { Days: 1 } }, /size/],
    [
      "a number of versions",
      { Status: "Enabled", NoncurrentVersionExpiration: { NoncurrentDays: 1, NewerNoncurrentVersions: 3 } },
      /old versions/
    ]
  ]

  for (const [what, rule, message] of foreign) {
    it.effect(`is reported, and not left out: ${what}`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(S3Lifecycle.ofS3([rule]))
        assert.strictEqual(error._tag, "UnsupportedOperation")
        assert.match(error.message, message)
      }))
  }

  it.effect("a prefix beside And, as Ceph writes it, is not lost", () =>
    Effect.gen(function*() {
      const Filter = { Prefix: "a/", And: { Tags: [{ Key: "k", Value: "v" }, { Key: "l", Value: "w" }] } }
      const rules = yield* S3Lifecycle.ofS3([{ ID: "both", Filter, Status: "Enabled", Expiration: { Days: 1 } }])
      assert.deepStrictEqual(rules[0]?.prefix, "a/")
      assert.deepStrictEqual(rules[0]?.tags, [{ key: "k", value: "v" }, { key: "l", value: "w" }])
    }))

  it.effect("a prefix of S3's old form is one all the same", () =>
    Effect.gen(function*() {
      const rules = yield* S3Lifecycle.ofS3([{ ID: "old", Prefix: "a/", Status: "Enabled", Expiration: { Days: 1 } }])
      assert.deepStrictEqual(rules, [{ id: "old", prefix: "a/", status: "Enabled", expiration: { days: 1 } }])
    }))
})

describe("how small an object the rules still move", () => {
  const blobs = BlobStoreMemory.make()

  it.effect("stays as it is when rules are put, and begins anew when they were removed", () =>
    Effect.gen(function*() {
      const { lifecycle } = yield* Bucket
      const bucket = yield* blobs.bucket(bucketName)
      yield* lifecycle.put(rules)
      assert.strictEqual(yield* bucket.setting("transition-size"), "all_storage_classes_128K")
      yield* bucket.set("transition-size", "varies_by_storage_class")
      yield* lifecycle.put(yield* lifecycle.get())
      assert.strictEqual(yield* bucket.setting("transition-size"), "varies_by_storage_class")
      yield* lifecycle.remove()
      yield* lifecycle.put(rules)
      assert.strictEqual(yield* bucket.setting("transition-size"), "all_storage_classes_128K")
    }).pipe(Effect.provide(bucketDrive({ platform: "s3", archiveClass: "GLACIER", blobs }))))
})

describe("an s3 storage that refuses", () => {
  const answered = (status: number, code: string) => ({
    match: { target: "s3" as const, method: "PUT" },
    action: { _tag: "status" as const, status, body: `<Error><Code>${code}</Code><Message>no</Message></Error>` }
  })

  it.effect("is named with its own words", () =>
    Effect.gen(function*() {
      const { lifecycle } = yield* Bucket
      const { faults } = yield* Emulator
      faults.add([answered(403, "AccessDenied"), answered(400, "InvalidArgument"), answered(503, "SlowDown")])
      const put = Effect.flip(lifecycle.put([{ status: "Enabled", expiration: { days: 1 } }]))
      assert.deepInclude(yield* put, { _tag: "StorageError", reason: "AccessDenied", code: "AccessDenied" })
      assert.deepInclude(yield* put, { _tag: "StorageError", reason: "Rejected", retry: "never" })
      assert.deepInclude(yield* put, { _tag: "StorageError", reason: "SlowDown", retry: "later" })
      assert.deepStrictEqual(faults.remaining(), [])
    }).pipe(Effect.provide(drive)))

  it.effect("for the time is asked once more by its own clock", () =>
    Effect.gen(function*() {
      const { versioning } = yield* Bucket
      const { faults } = yield* Emulator
      faults.add([{ match: { target: "s3" }, action: { _tag: "skew", millis: 3_600_000 } }])
      yield* versioning.put("Enabled")
      assert.deepStrictEqual(faults.remaining(), [])
    }).pipe(Effect.provide(drive)))
})
