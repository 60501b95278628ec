/**
 * Spec point 5: every rule and every text of it, by name, and that nothing is called before the rule has been checked.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Option, Redacted, Schema } from "effect"
import {
  Assets,
  Bucket,
  Credentials,
  Downloads,
  FileContents,
  Files,
  type LifecycleRule,
  Migration,
  Spaces,
  Uploads,
  type VersioningStatus
} from "effect-drive"
import * as CredentialResponse from "../../src/domain/CredentialResponse.js"
import { storageEndpoint } from "../../src/domain/CredentialResponse.js"
import { SpaceId } from "../../src/domain/Ids.js"
import * as UploadPlan from "../../src/domain/UploadPlan.js"
import * as OssObjectStore from "../../src/layers/storage/oss/OssObjectStore.js"
import * as S3PartRules from "../../src/layers/storage/s3/s3PartRules.js"
import * as S3Sdk from "../../src/layers/storage/s3/S3Sdk.js"
import { drive, spaces, told, withoutCalls } from "./drive.js"

const nowhere = { spaceId: "" }

describe("spec point 5: spaces and migration", () => {
  it.effect("'spaceId required' for credential, config, benefit, drive-info and migrate-status", () =>
    Effect.gen(function*() {
      const { benefit, config, driveInfo, select } = yield* Spaces
      const credentials = yield* Credentials
      const { status } = yield* Migration
      const calls = [
        told(credentials.get("" as SpaceId)), // what a program without types may pass
        told(config(nowhere)),
        told(benefit(nowhere)),
        told(driveInfo(nowhere)),
        told(select("")),
        told(status(nowhere))
      ]
      for (const message of yield* withoutCalls(Effect.all(calls))) {
        assert.strictEqual(message, "InvalidInput spaceId: spaceId required")
      }
    }).pipe(Effect.provide(drive)))

  it.effect("'space_id required' and 'business required' for a migration", () =>
    Effect.gen(function*() {
      const { start } = yield* Migration
      assert.deepStrictEqual(
        yield* withoutCalls(Effect.all([told(start({ business: "b" }, nowhere)), told(start({ business: "" }))])),
        ["InvalidInput space_id: space_id required", "InvalidInput business: business required"]
      )
    }).pipe(Effect.provide(drive)))
})

describe("spec point 5: credentials", () => {
  const whole = {
    bucket_name: "b",
    bucket_endpoint: "https://storage.test",
    region: "r",
    access_key_id: "id",
    access_key_secret: "secret"
  }
  const about = { spaceId: SpaceId.make("s"), version: 1, fetchedAt: 0 }
  const made = (platform: "oss" | "s3", changes: Partial<Record<keyof typeof whole, string | undefined>>) =>
    Effect.flatMap(
      Schema.decodeUnknown(CredentialResponse.CredentialResponse)({
        platform: platform === "oss" ? 2 : 3,
        ...whole,
        ...changes
      }),
      (response) => CredentialResponse.fromResponse(response, about)
    )

  for (const platform of ["oss", "s3"] as const) {
    it.effect(`of ${platform} are ignored unless region, access key id and secret are all present`, () =>
      Effect.gen(function*() {
        const credential = yield* made(platform, {})
        assert.strictEqual(Redacted.value(credential.bucket?.accessKeySecret ?? Redacted.make("")), "secret")
        for (const missing of ["region", "access_key_id", "access_key_secret"] as const) {
          for (const nothing of ["", undefined]) {
            const error = yield* Effect.flip(made(platform, { [missing]: nothing }))
            assert.deepInclude(error, {
              _tag: "StorageError",
              reason: "CredentialsIncomplete",
              detail: `without ${missing}`
            })
          }
        }
      }))

    it.effect(`of ${platform}: endpoint protocol http or https`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(made(platform, { bucket_endpoint: "ftp://storage.test" }))
        assert.deepInclude(error, { _tag: "StorageError", reason: "CredentialsIncomplete" })
        assert.include(error.message, "bucket_endpoint is not an http or https address")
      }))
  }

  it("endpoint protocol http or https, and https where none is named", () => {
    assert.deepStrictEqual(
      ["http://a", "https://a/", "a", "ftp://a", "file:///a", "://"].map((one) =>
        Option.getOrUndefined(storageEndpoint(one))
      ),
      ["http://a", "https://a", "https://a", undefined, undefined, undefined]
    )
  })
})

describe("spec point 5: multipart by hand", () => {
  it.effect("'object_key required' to cancel", () =>
    Effect.gen(function*() {
      const { cancel, presign } = yield* Bucket
      for (
        const message of yield* withoutCalls(Effect.all([
          told(cancel({ objectKey: undefined, uploadId: "u" })),
          told(cancel({ objectKey: "", uploadId: "u" })),
          told(presign({ method: "GET", key: "" }))
        ]))
      ) assert.strictEqual(message, "InvalidInput objectKey: object_key required")
    }).pipe(Effect.provide(drive)))

  it.effect("'aws s3 command required' without the SDK", () =>
    Effect.gen(function*() {
      const sdk = S3Sdk.make(() => Promise.resolve(undefined))
      assert.match(yield* told(sdk), /^UnsupportedOperation: aws s3 command required/)
    }))

  it.effect("'aws s3 file empty', 'aws s3 object_key empty' and 'aws s3 upload_id empty' to resume", () =>
    Effect.gen(function*() {
      const { resume } = yield* Bucket
      const source = new Uint8Array(1)
      assert.deepStrictEqual(
        yield* withoutCalls(Effect.all([
          told(resume({ source: undefined, objectKey: "k", uploadId: "u" })),
          told(resume({ source, objectKey: "", uploadId: "u" })),
          told(resume({ source, objectKey: "k", uploadId: undefined }))
        ])),
        [
          "InvalidInput source: aws s3 file empty",
          "InvalidInput objectKey: aws s3 object_key empty",
          "InvalidInput uploadId: aws s3 upload_id empty"
        ]
      )
    }).pipe(Effect.provide(drive)))

  it.effect("a presigned address lives one week at most", () =>
    Effect.gen(function*() {
      const { presign } = yield* Bucket
      const wanted = { method: "GET", key: "k" } as const
      for (const space of [{ spaceId: "s3" }, { spaceId: "oss" }]) {
        yield* presign({ ...wanted, expiresIn: "7 days" }, space)
        assert.strictEqual(
          yield* withoutCalls(told(presign({ ...wanted, expiresIn: "604801 seconds" }, space))),
          "InvalidInput expiresIn: a signed address lives one week at most"
        )
      }
    }).pipe(Effect.provide(drive)))
})

describe("spec point 5: folders", () => {
  for (const { spaceId } of spaces) {
    it.effect(`'unexpected parent_file_id, please check!' on ${spaceId}`, () =>
      Effect.gen(function*() {
        const { createFolder } = yield* Files
        const { start } = yield* Uploads
        const space = { spaceId }
        const parentFileId = "no-such-folder"
        const message = "ParentNotFound: unexpected parent_file_id, please check!"
        assert.strictEqual(yield* told(createFolder({ name: "a", parentFileId }, space)), message)
        const upload = yield* start({ source: new Uint8Array(1), name: "a", parentFileId }, space)
        assert.strictEqual(yield* told(upload.await), message)
      }).pipe(Effect.provide(drive)))

    it.effect(`a folder named root is the root on ${spaceId}`, () =>
      Effect.gen(function*() {
        const { createFolder, list } = yield* Files
        assert.strictEqual(yield* createFolder({ name: "root" }, { spaceId }), "root")
        assert.deepStrictEqual((yield* list({}, { spaceId })).items, [])
      }).pipe(Effect.provide(drive)))
  }
})

describe("spec point 5: what a platform has not", () => {
  it.effect("'pds get batch download info not supported'", () =>
    Effect.gen(function*() {
      const { batch } = yield* Downloads
      assert.strictEqual(
        yield* told(batch(["f"], { spaceId: "pds" })),
        "UnsupportedOperation: pds get batch download info not supported"
      )
    }).pipe(Effect.provide(drive)))

  it.effect("a pds space has no bucket", () =>
    Effect.gen(function*() {
      const { lifecycle, restore, versioning } = yield* Bucket
      const space = { spaceId: "pds" }
      const messages = yield* Effect.all([
        told(lifecycle.get(space)),
        told(versioning.get(space)),
        told(restore({ objectKey: "k" }, space))
      ])
      for (const message of messages) {
        assert.strictEqual(message, "UnsupportedOperation: spaces on pds have no bucket of their own")
      }
    }).pipe(Effect.provide(drive)))
})

describe("spec point 5: assets and contents", () => {
  const large = new Uint8Array(5_242_881)
  const small = new Uint8Array(1000)

  it.effect("an asset update with a file goes in parts with a chunk size or above the limit; without one it is plain", () =>
    Effect.gen(function*() {
      const assets = yield* Assets
      const { list, snapshot } = yield* Uploads
      const { assetId = "" } = yield* (yield* assets.create({ file: small, name: "a.bin" })).await
      const before = list().length
      yield* assets.update({ assetId, status: 1 })
      assert.strictEqual(list().length, before)
      const sent = Effect.fnUntraced(function*(content: { readonly file: Uint8Array; readonly chunkSize?: number }) {
        const upload = yield* assets.update({ assetId, ...content })
        yield* upload.await
        return snapshot(upload.id)?.multipart === "done" ? "in parts" : "with one PUT"
      })
      assert.strictEqual(yield* sent({ file: small.map(() => 1) }), "with one PUT")
      assert.strictEqual(yield* sent({ file: small.map(() => 2), chunkSize: 5_242_880 }), "in parts")
      assert.strictEqual(yield* sent({ file: large }), "in parts")
    }).pipe(Effect.provide(drive)))

  it.effect("saving content takes the new name, else the one that the file has", () =>
    Effect.gen(function*() {
      const { save } = yield* FileContents
      const { info } = yield* Files
      const { start } = yield* Uploads
      const { fileId } = yield* Effect.flatMap(start({ source: small, name: "first.txt" }), (one) => one.await)
      yield* save({ fileId, source: large })
      assert.deepInclude(yield* info(fileId), { name: "first.txt", size: large.length })
      yield* save({ fileId, source: small, name: "second.txt", checkNameMode: "ignore" })
      assert.deepInclude(yield* info(fileId), { name: "second.txt", size: small.length })
    }).pipe(Effect.provide(drive)))
})

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
