import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Emulator } from "../../../emulator/src/Emulator.js"
import * as OssLifecycle from "../../../src/layers/storage/oss/OssLifecycle.js"
import { Bucket } from "../../../src/services/Bucket.js"
import { bucketDrive } from "./bucketDrive.js"
import { rulesContract } from "./rulesContract.js"

const drive = bucketDrive({ platform: "oss", archiveClass: "Archive" })

rulesContract("oss", drive)

describe("what oss has and s3 has not", () => {
  it.effect("comes back as it was put: ColdArchive, and dates", () =>
    Effect.gen(function*() {
      const { lifecycle } = yield* Bucket
      const rules = [
        {
          id: "cold",
          status: "Enabled",
          transitions: [{ days: 1, storageClass: "ColdArchive" }, { createdBefore: 0, storageClass: "IA" }],
          expiration: { createdBefore: 1_893_456_000_000 }
        },
        { id: "broken uploads", status: "Disabled", prefix: "a\r\n\tb", abortMultipartUpload: { createdBefore: 0 } }
      ] as const
      yield* lifecycle.put(rules)
      assert.deepStrictEqual(yield* lifecycle.get(), rules)
    }).pipe(Effect.provide(drive)))
})

describe("what oss has and the model has not", () => {
  const of = (rule: object) =>
    OssLifecycle.ofAnswer({ Rule: { ID: "foreign", Status: "Enabled", Prefix: "", ...rule } })

  it.effect("is told, and not left out", () =>
    Effect.gen(function*() {
      const foreign = [
        { Expiration: { Days: "1" }, Filter: { ObjectSizeGreaterThan: "5" } },
        { Transition: { Days: "1", StorageClass: "IA", IsAccessTime: "true", ReturnToStdWhenVisit: "true" } },
        { Transition: { Days: "1", StorageClass: "Standard" } },
        { Expiration: { Date: "2030-01-01T00:00:00.000Z" } },
        { Expiration: { Days: "none" } }
      ]
      for (const rule of foreign) {
        const error = yield* Effect.flip(of(rule))
        assert.deepInclude(error, {
          _tag: "UnsupportedOperation",
          platform: "oss",
          message: "the bucket's rule \"foreign\" says what has no counterpart here"
        })
      }
      assert.deepStrictEqual(
        yield* of({ Transition: { Days: "9", StorageClass: "IA", IsAccessTime: "false" } }),
        [{ id: "foreign", status: "Enabled", transitions: [{ days: 9, storageClass: "IA" }] }]
      )
    }))
})

describe("an oss storage that refuses", () => {
  it.effect("is named with its own words", () =>
    Effect.gen(function*() {
      const { lifecycle } = yield* Bucket
      const { faults } = yield* Emulator
      const answered = (status: number, code: string) => ({
        match: { target: "oss" as const, method: "PUT" },
        action: { _tag: "status" as const, status, body: `<Error><Code>${code}</Code><Message>no</Message></Error>` }
      })
      faults.add([answered(403, "AccessDenied"), answered(400, "InvalidArgument"), answered(503, "SlowDown")])
      const put = Effect.flip(lifecycle.put([{ status: "Enabled", expiration: { days: 1 } }]))
      assert.deepInclude(yield* put, { _tag: "StorageError", reason: "AccessDenied", code: "AccessDenied" })
      assert.deepInclude(yield* put, { _tag: "StorageError", reason: "Rejected", retry: "never" })
      assert.deepInclude(yield* put, { _tag: "StorageError", reason: "SlowDown", retry: "later" })
      assert.deepStrictEqual(faults.remaining(), [])
    }).pipe(Effect.provide(drive)))
})

describe("an oss storage that does not know the parameter, and answers with a list of objects", () => {
  const listing = {
    match: { target: "oss" as const, method: "GET" },
    action: { _tag: "status" as const, status: 200, body: "<ListBucketResult><Name>bucket</Name></ListBucketResult>" }
  }

  it.effect("has no rules that could be read, and none are removed: that would remove the bucket", () =>
    Effect.gen(function*() {
      const { lifecycle, versioning } = yield* Bucket
      const { faults } = yield* Emulator
      const refused = { _tag: "UnsupportedOperation", platform: "oss" } as const
      const deleted = {
        match: { target: "oss" as const, method: "DELETE" },
        action: { _tag: "delay" as const, millis: 0 }
      }
      faults.add([{ ...listing, times: 3 }, deleted])
      assert.deepInclude(yield* Effect.flip(lifecycle.get()), { ...refused, operation: "Bucket.lifecycle" })
      assert.deepInclude(yield* Effect.flip(lifecycle.remove()), { ...refused, operation: "Bucket.lifecycle" })
      assert.deepInclude(yield* Effect.flip(versioning.get()), { ...refused, operation: "Bucket.versioning" })
      assert.strictEqual(faults.remaining().length, 1, "a DELETE was sent")
      yield* lifecycle.put([{ status: "Enabled", expiration: { days: 1 } }])
      yield* lifecycle.remove()
      assert.deepStrictEqual([yield* lifecycle.get(), faults.remaining()], [[], []])
    }).pipe(Effect.provide(drive)))

  it.effect("is given none either: that it takes a bucket's PUT says nothing of rules", () =>
    Effect.gen(function*() {
      const { lifecycle, versioning } = yield* Bucket
      const { faults } = yield* Emulator
      const refused = { _tag: "UnsupportedOperation", platform: "oss" } as const
      const put = { match: { target: "oss" as const, method: "PUT" }, action: { _tag: "status" as const, status: 200 } }
      const rules = [{ status: "Enabled", expiration: { days: 1 } }] as const
      faults.add([{ ...listing, times: 2 }, put])
      assert.deepInclude(yield* Effect.flip(lifecycle.put(rules)), { ...refused, operation: "Bucket.lifecycle" })
      assert.deepInclude(yield* Effect.flip(versioning.put("Enabled")), { ...refused, operation: "Bucket.versioning" })
      assert.strictEqual(faults.remaining().length, 1, "a PUT was sent")
    }).pipe(Effect.provide(drive)))

  it.effect("is another one than a storage that keeps its rules from being read: it may be given some", () =>
    Effect.gen(function*() {
      const { lifecycle, versioning } = yield* Bucket
      const { faults } = yield* Emulator
      const body = "<Error><Code>AccessDenied</Code></Error>"
      const denied = {
        match: { target: "oss" as const, method: "GET" },
        action: { _tag: "status" as const, status: 403, body }
      }
      faults.add([{ ...denied, times: 2 }])
      yield* lifecycle.put([{ id: "one", status: "Enabled", expiration: { days: 1 } }])
      yield* versioning.put("Enabled")
      assert.deepStrictEqual([faults.remaining(), (yield* lifecycle.get()).length], [[], 1])
      yield* lifecycle.remove()
    }).pipe(Effect.provide(drive)))
})
