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

  it.effect("is reported, and not left out", () =>
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
