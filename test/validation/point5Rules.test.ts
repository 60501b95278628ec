/**
 * The rules of spec point 5 that concern a bucket, by name, and that nothing is called before the rule has been checked.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { Bucket, type LifecycleRule, type VersioningStatus } from "effect-drive"
import * as UploadPlan from "../../src/domain/UploadPlan.js"
import * as OssObjectStore from "../../src/layers/storage/oss/OssObjectStore.js"
import * as S3PartRules from "../../src/layers/storage/s3/s3PartRules.js"
import { drive, told, withoutCalls } from "./drive.js"

describe("spec point 5: storage-side rules", () => {
  it("part size at least 102400 bytes on oss (5 MiB on s3), an integer, at most 10000 parts", () => {
    const problem = (rules: UploadPlan.PartRules, size: number, partSize: number) =>
      Either.match(UploadPlan.partSizeFor(size, partSize, rules), {
        onLeft: (error) => `${error.field}: ${error.message}`,
        onRight: () => "taken"
      })
    const oss = OssObjectStore.partRules
    assert.strictEqual(problem(oss, 1, 102_400), "taken")
    assert.strictEqual(problem(oss, 1, 102_399), "chunkSize: the part size must be at least 102400 bytes")
    assert.strictEqual(problem(oss, 1, 102_400.5), "chunkSize: the part size must be a positive integer")
    assert.strictEqual(problem(oss, 1, Number.NaN), "chunkSize: the part size must be a positive integer")
    assert.strictEqual(problem(oss, 102_400 * 10_000, 102_400), "taken")
    assert.strictEqual(
      problem(oss, 102_400 * 10_000 + 1, 102_400),
      "chunkSize: parts of 102400 bytes would be more than 10000"
    )
    assert.strictEqual(
      problem(S3PartRules.partRules, 1, 5_242_879),
      "chunkSize: the part size must be at least 5242880 bytes"
    )
  })

  const day = { days: 1 }
  const rule = (changes: object): ReadonlyArray<LifecycleRule> => [
    { status: "Enabled", expiration: day, ...changes } as LifecycleRule // what a program without types may pass
  ]
  const classText = "storage class must be IA, Archive, ColdArchive or DeepColdArchive"
  const daysText = "days must be a positive integer"
  const dueText = "either days or createdBefore is required"

  const refused: ReadonlyArray<readonly [what: string, ReadonlyArray<LifecycleRule>, problem: string]> = [
    [
      "a rule id of 256 bytes",
      rule({ id: "é".repeat(128) }),
      "rules[0].id: rule id must be a text of at most 255 bytes"
    ],
    ["another status", rule({ status: "enabled" }), "rules[0].status: status must be Enabled or Disabled"],
    ["no status", rule({ status: undefined }), "rules[0].status: status must be Enabled or Disabled"],
    [
      "another storage class",
      rule({ transitions: [{ days: 1, storageClass: "IA" }, { days: 1, storageClass: "Standard" }] }),
      `rules[0].transitions[1].storageClass: ${classText}`
    ],
    [
      "another storage class of old versions",
      rule({ noncurrentVersionTransitions: [{ days: 1, storageClass: "STANDARD_IA" }] }),
      `rules[0].noncurrentVersionTransitions[0].storageClass: ${classText}`
    ],
    ["zero days", rule({ expiration: { days: 0 } }), `rules[0].expiration.days: ${daysText}`],
    ["negative days", rule({ expiration: { days: -1 } }), `rules[0].expiration.days: ${daysText}`],
    ["half a day", rule({ abortMultipartUpload: { days: 0.5 } }), `rules[0].abortMultipartUpload.days: ${daysText}`],
    [
      "days as text",
      rule({ noncurrentVersionExpiration: { days: "3" } }),
      `rules[0].noncurrentVersionExpiration.days: ${daysText}`
    ],
    [
      "endless days",
      rule({ transitions: [{ days: Infinity, storageClass: "IA" }] }),
      `rules[0].transitions[0].days: ${daysText}`
    ],
    ["no due", rule({ expiration: {} }), `rules[0].expiration: ${dueText}`],
    ["two dues", rule({ expiration: { days: 1, createdBefore: 0 } }), `rules[0].expiration: ${dueText}`],
    [
      "noon",
      rule({ expiration: { createdBefore: 43_200_000 } }),
      "rules[0].expiration.createdBefore: createdBefore must be a midnight in UTC, in epoch milliseconds"
    ],
    [
      "markers and days",
      rule({ expiration: { expiredObjectDeleteMarker: true, days: 1 } }),
      "rules[0].expiration.expiredObjectDeleteMarker: expiredObjectDeleteMarker must be true, without days or " +
      "createdBefore"
    ],
    [
      "a tag without a key",
      rule({ tags: [{ key: "", value: "" }] }),
      "rules[0].tags[0]: a tag needs a key and a value"
    ],
    // With it unread, the rule would remove all objects of the bucket.
    [
      "a prefix where S3 has it",
      rule({ filter: { prefix: "logs/" } }),
      "rules[0]: rules[0] has no filter, but id, status, prefix, tags, transitions, expiration, abortMultipartUpload, " +
      "noncurrentVersionTransitions, noncurrentVersionExpiration"
    ],
    [
      "a tag in the words of S3",
      rule({ tags: [{ key: "a", value: "b", Value: "c" }] }),
      "rules[0].tags[0]: rules[0].tags[0] has no Value, but key, value"
    ],
    [
      "a number of old versions to keep",
      rule({ noncurrentVersionExpiration: { days: 1, newerNoncurrentVersions: 3 } }),
      "rules[0].noncurrentVersionExpiration: rules[0].noncurrentVersionExpiration has no newerNoncurrentVersions, but days"
    ],
    [
      "days since the last access",
      rule({ transitions: [{ days: 1, storageClass: "IA", isAccessTime: true }] }),
      "rules[0].transitions[0]: rules[0].transitions[0] has no isAccessTime, but days, createdBefore, storageClass"
    ],
    ["a prefix that is none", rule({ prefix: 1 }), "rules[0].prefix: prefix must be a text"],
    [
      "no action",
      rule({ expiration: undefined, transitions: [] }),
      "rules[0]: a rule needs an action: a transition, an expiration or an abort"
    ],
    ["no rules", [], "rules: rules must not be empty: remove the lifecycle instead"],
    ["1,001 rules", Array.from({ length: 1001 }, () => rule({})).flat(), "rules: rules must be a list of at most 1000"],
    ["an id twice", [...rule({ id: "a" }), ...rule({ id: "a" })], "rules[1].id: two rules have the id \"a\""],
    ["nothing", [null] as unknown as ReadonlyArray<LifecycleRule>, "rules[0]: rules[0] must be an object"],
    ["no list", {} as unknown as ReadonlyArray<LifecycleRule>, "rules: rules must be a list of at most 1000"]
  ]

  it.effect("lifecycle: rule id at most 255 bytes, status, storage class, positive integer days", () =>
    Effect.gen(function*() {
      const { lifecycle } = yield* Bucket
      for (const spaceId of ["oss", "s3"]) {
        for (const [what, rules, problem] of refused) {
          assert.strictEqual(
            yield* withoutCalls(told(lifecycle.put(rules, { spaceId }))),
            `InvalidInput ${problem}`,
            what
          )
        }
        yield* Effect.exit(lifecycle.get({ spaceId }))
      }
    }).pipe(Effect.provide(drive)))

  it.effect("versioning status Enabled or Suspended", () =>
    Effect.gen(function*() {
      const { versioning } = yield* Bucket
      for (const status of ["enabled", "", undefined, null, 1]) {
        assert.strictEqual(
          yield* withoutCalls(told(versioning.put(status as VersioningStatus))),
          "InvalidInput status: versioning status must be Enabled or Suspended"
        )
      }
    }).pipe(Effect.provide(drive)))

  it.effect("restores: a key, positive integer days, a tier that exists", () =>
    Effect.gen(function*() {
      const { restore, restoreState } = yield* Bucket
      const objectKey = "k"
      assert.deepStrictEqual(
        yield* withoutCalls(Effect.all([
          told(restore({ objectKey: "" })),
          told(restoreState("")),
          told(restore({ objectKey, days: 0 })),
          told(restore({ objectKey, days: 1.5 })),
          told(restore({ objectKey, tier: "Fast" as "Bulk" })),
          told(restore({ objectKey: "k".repeat(1025) })),
          told(restore({ objectKey: "\ud800" }))
        ])),
        [
          "InvalidInput objectKey: object_key required",
          "InvalidInput objectKey: object_key required",
          "InvalidInput days: days must be a positive integer",
          "InvalidInput days: days must be a positive integer",
          "InvalidInput tier: tier must be Expedited, Standard or Bulk",
          "InvalidInput objectKey: object_key must have at most 1024 bytes of UTF-8",
          "InvalidInput objectKey: object_key has no UTF-8 form"
        ]
      )
    }).pipe(Effect.provide(drive)))
})
