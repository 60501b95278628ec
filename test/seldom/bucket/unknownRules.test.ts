/** Storages that do not know rules or versions, and answer what they take the question for. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Emulator } from "../../../emulator/src/Emulator.js"
import { Bucket } from "../../../src/services/Bucket.js"
import { bucketDrive } from "./bucketDrive.js"

for (const [platform, archiveClass] of [["s3", "GLACIER"], ["oss", "Archive"]] as const) {
  const drive = bucketDrive({ platform, archiveClass })

  describe(`an ${platform} storage that does not know the parameter, and answers with a list of objects`, () => {
    const listing = {
      match: { target: platform, method: "GET" },
      action: { _tag: "status" as const, status: 200, body: "<ListBucketResult><Name>bucket</Name></ListBucketResult>" }
    }

    it.effect("has no rules that could be read, and none are removed: that would remove the bucket", () =>
      Effect.gen(function*() {
        const { lifecycle, versioning } = yield* Bucket
        const { faults } = yield* Emulator
        const refused = { _tag: "UnsupportedOperation", platform } as const
        const deleted = {
          match: { target: platform, method: "DELETE" },
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
        const refused = { _tag: "UnsupportedOperation", platform } as const
        const put = { match: { target: platform, method: "PUT" }, action: { _tag: "status" as const, status: 200 } }
        const rules = [{ status: "Enabled", expiration: { days: 1 } }] as const
        faults.add([{ ...listing, times: 2 }, put])
        assert.deepInclude(yield* Effect.flip(lifecycle.put(rules)), { ...refused, operation: "Bucket.lifecycle" })
        assert.deepInclude(yield* Effect.flip(versioning.put("Enabled")), {
          ...refused,
          operation: "Bucket.versioning"
        })
        assert.strictEqual(faults.remaining().length, 1, "a PUT was sent")
      }).pipe(Effect.provide(drive)))

    it.effect("is another one than a storage that keeps its rules from being read: it may be given some", () =>
      Effect.gen(function*() {
        const { lifecycle, versioning } = yield* Bucket
        const { faults } = yield* Emulator
        const body = "<Error><Code>AccessDenied</Code></Error>"
        const denied = {
          match: { target: platform, method: "GET" },
          action: { _tag: "status" as const, status: 403, body }
        }
        faults.add([{ ...denied, times: 2 }])
        yield* lifecycle.put([{ id: "one", status: "Enabled", expiration: { days: 1 } }])
        yield* versioning.put("Enabled")
        assert.deepStrictEqual([faults.remaining(), (yield* lifecycle.get()).length], [[], 1])
        yield* lifecycle.remove()
      }).pipe(Effect.provide(drive)))
  })
}
