/**
 * Lifecycle rules, versioning and restores on our endpoint, asked by the AWS SDK as its own users ask.
 */
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteBucketLifecycleCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type LifecycleRule,
  ListObjectsV2Command,
  PutBucketLifecycleConfigurationCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  RestoreObjectCommand,
  type S3Client,
  S3ServiceException,
  UploadPartCommand
} from "@aws-sdk/client-s3"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import { AccessKeys } from "../../src/AccessKeys.js"
import * as BlobStoreDirectory from "../../src/blobs/BlobStoreDirectory.js"
import { clientOf, layer, start } from "./endpoint.js"

const Bucket = "ruled"

const opened = (restoreDuration?: Duration.DurationInput) =>
  Effect.gen(function*() {
    const server = yield* start({ bucket: Bucket, restoreDuration })
    const client = clientOf(server.origin, yield* server.keys.issue({ buckets: "all" }))
    return { client, server }
  })

/** Runs on an endpoint over memory; a restore takes as long as is said. */
const on = (run: (client: S3Client) => Promise<void>, restoreDuration?: Duration.DurationInput) => () =>
  opened(restoreDuration).pipe(
    Effect.flatMap(({ client }) => Effect.promise(() => run(client))),
    Effect.scoped,
    Effect.provide(layer)
  )

const failure = async (promise: Promise<unknown>): Promise<readonly [name: string, status: number | undefined]> => {
  try {
    await promise
  } catch (error) {
    if (error instanceof S3ServiceException) return [error.name, error.$metadata.httpStatusCode]
    throw error
  }
  throw new Error("it succeeded")
}

const put = (client: S3Client, ...Rules: ReadonlyArray<LifecycleRule>) =>
  client.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules: [...Rules] } }))

const rulesOf = async (client: S3Client) =>
  (await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))).Rules

const rules: ReadonlyArray<LifecycleRule> = [
  {
    ID: "old logs & <more>",
    Filter: { Prefix: "logs/" },
    Status: "Enabled",
    Transitions: [{ Days: 30, StorageClass: "STANDARD_IA" }, { Days: 90, StorageClass: "GLACIER" }],
    Expiration: { Days: 365 },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 }
  },
  {
    ID: "tagged",
    Filter: {
      And: { Prefix: "tmp/", Tags: [{ Key: "keep", Value: "no" }, { Key: "leer", Value: "" }], ObjectSizeLessThan: 5 }
    },
    Status: "Disabled",
    Expiration: { Date: new Date("2030-01-01T00:00:00Z") },
    NoncurrentVersionTransitions: [{ NoncurrentDays: 1, StorageClass: "DEEP_ARCHIVE" }],
    NoncurrentVersionExpiration: { NoncurrentDays: 2, NewerNoncurrentVersions: 3 }
  },
  { ID: "of one tag", Filter: { Tag: { Key: "a", Value: "b" } }, Status: "Enabled", Expiration: { Days: 1 } },
  { ID: "old form", Prefix: "x", Status: "Enabled", Expiration: { ExpiredObjectDeleteMarker: true } }
]

describe("lifecycle rules", () => {
  it.live(
    "come back as they were put, and go",
    on(async (client) => {
      assert.deepStrictEqual(await failure(rulesOf(client)), ["NoSuchLifecycleConfiguration", 404])
      await put(client, ...rules)
      assert.deepStrictEqual(await rulesOf(client), [...rules])
      await put(client, { Filter: {}, Status: "Enabled", Expiration: { Days: 1 } })
      const [only, ...others] = await rulesOf(client) ?? []
      assert.deepStrictEqual(others, [])
      assert.isNotEmpty(only?.ID)
      await client.send(new DeleteBucketLifecycleCommand({ Bucket }))
      await client.send(new DeleteBucketLifecycleCommand({ Bucket }))
      assert.deepStrictEqual(await failure(rulesOf(client)), ["NoSuchLifecycleConfiguration", 404])
    })
  )

  it.live(
    "have a smallest size beside them, which each put sets anew",
    on(async (client) => {
      const LifecycleConfiguration = { Rules: [...rules] }
      const sizeOf = async () =>
        (await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))).TransitionDefaultMinimumObjectSize
      const putSize = (TransitionDefaultMinimumObjectSize: "varies_by_storage_class") =>
        client.send(
          new PutBucketLifecycleConfigurationCommand({
            Bucket,
            LifecycleConfiguration,
            TransitionDefaultMinimumObjectSize
          })
        )
      const { TransitionDefaultMinimumObjectSize: told } = await putSize("varies_by_storage_class")
      assert.deepStrictEqual([told, await sizeOf()], ["varies_by_storage_class", "varies_by_storage_class"])
      assert.deepStrictEqual(await failure(putSize("128K" as "varies_by_storage_class")), ["InvalidRequest", 400])
      await put(client, ...rules)
      assert.strictEqual(await sizeOf(), "all_storage_classes_128K")
    })
  )

  const Filter = { Prefix: "" }
  const Status = "Enabled"
  const refused: ReadonlyArray<readonly [what: string, rule: LifecycleRule, code: string]> = [
    ["an id of 256 characters", { ID: "i".repeat(256), Filter, Status, Expiration: { Days: 1 } }, "InvalidArgument"],
    ["an unknown status", { Filter, Status: "On" as "Enabled", Expiration: { Days: 1 } }, "MalformedXML"],
    ["no filter", { Status, Expiration: { Days: 1 } }, "MalformedXML"],
    ["no action", { Filter, Status }, "InvalidRequest"],
    ["zero days", { Filter, Status, Expiration: { Days: 0 } }, "InvalidArgument"],
    ["half a day", { Filter, Status, Expiration: { Days: 0.5 } }, "MalformedXML"],
    ["days and a date", { Filter, Status, Expiration: { Days: 1, Date: new Date(0) } }, "MalformedXML"],
    ["a date at noon", { Filter, Status, Expiration: { Date: new Date("2030-01-01T12:00:00Z") } }, "InvalidArgument"],
    [
      "a class that S3 has not",
      { Filter, Status, Transitions: [{ Days: 40, StorageClass: "ColdArchive" as "GLACIER" }] },
      "MalformedXML"
    ],
    [
      "infrequent access too soon",
      { Filter, Status, Transitions: [{ Days: 29, StorageClass: "STANDARD_IA" }] },
      "InvalidArgument"
    ],
    [
      "an end before the move",
      { Filter, Status, Transitions: [{ Days: 40, StorageClass: "GLACIER" }], Expiration: { Days: 40 } },
      "InvalidArgument"
    ],
    [
      "broken uploads of tagged objects",
      { Filter: { Tag: { Key: "a", Value: "b" } }, Status, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
      "InvalidRequest"
    ]
  ]

  it.live(
    "that make no sense are refused with S3's own codes, and the old ones stay",
    on(async (client) => {
      await put(client, ...rules)
      for (const [what, rule, code] of refused) {
        assert.deepStrictEqual(await failure(put(client, rule)), [code, 400], what)
      }
      const same = { ID: "same", Filter, Status, Expiration: { Days: 1 } } as const
      assert.deepStrictEqual(await failure(put(client, same, same)), ["InvalidArgument", 400])
      assert.deepStrictEqual(await failure(put(client)), ["MalformedXML", 400])
      assert.deepStrictEqual(await rulesOf(client), [...rules])
    })
  )
})

describe("versioning", () => {
  const status = async (client: S3Client) => (await client.send(new GetBucketVersioningCommand({ Bucket }))).Status
  const set = (client: S3Client, Status: string) =>
    client.send(
      new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: Status as "Enabled" } })
    )

  it.live(
    "is unset, enabled, suspended and nothing else",
    on(async (client) => {
      assert.isUndefined(await status(client))
      await set(client, "Enabled")
      assert.strictEqual(await status(client), "Enabled")
      await set(client, "Suspended")
      assert.strictEqual(await status(client), "Suspended")
      assert.deepStrictEqual(await failure(set(client, "Off")), ["IllegalVersioningConfigurationException", 400])
      assert.strictEqual(await status(client), "Suspended")
    })
  )

  it.live(
    "keeps no versions, so what would be one is neither replaced nor removed",
    on(async (client) => {
      const put = (Key: string) => client.send(new PutObjectCommand({ Bucket, Key, Body: "new" }))
      const remove = (VersionId?: string) =>
        client.send(new DeleteObjectCommand({ Bucket, Key: "k", ...VersionId === undefined ? {} : { VersionId } }))
      await client.send(new PutObjectCommand({ Bucket, Key: "k", Body: "old" }))
      await set(client, "Enabled")
      await put("other")
      const notDone = ["NotImplemented", 501] as const
      assert.deepStrictEqual(await failure(put("k")), notDone)
      const copy = new CopyObjectCommand({ Bucket, Key: "k", CopySource: `${Bucket}/other` })
      assert.deepStrictEqual(await failure(client.send(copy)), notDone)
      assert.deepStrictEqual(await failure(remove()), notDone)
      const { Errors } = await client.send(
        new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: "k" }, { Key: "none" }] } })
      )
      // of what is not there S3 would keep a delete marker
      assert.deepStrictEqual(
        Errors?.map(({ Code, Key }) => [Code, Key]),
        [["NotImplemented", "k"], ["NotImplemented", "none"]]
      )
      const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: "k" }))
      const part = { Bucket, Key: "k", UploadId, PartNumber: 1 }
      const { ETag } = await client.send(new UploadPartCommand({ ...part, Body: "new" }))
      const complete = new CompleteMultipartUploadCommand({
        Bucket,
        Key: "k",
        UploadId,
        MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] }
      })
      assert.deepStrictEqual(await failure(client.send(complete)), notDone)
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: "k" }))
      assert.strictEqual(await Body?.transformToString(), "old")

      await remove("null")
      await put("k")
      await set(client, "Suspended")
      await put("k")
      await remove()
    })
  )
})

describe("the version that an answer names", () => {
  it.live(
    "is none where the bucket was never asked to keep them, then the one that there is",
    on(async (client) => {
      const named = async () => {
        const put = await client.send(new PutObjectCommand({ Bucket, Key: "k", Body: "bytes" }))
        const copied = await client.send(new CopyObjectCommand({ Bucket, Key: "copy", CopySource: `${Bucket}/k` }))
        const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: "parts" }))
        const part = { Bucket, Key: "parts", UploadId, PartNumber: 1 }
        const { ETag } = await client.send(new UploadPartCommand({ ...part, Body: "bytes" }))
        const joined = await client.send(
          new CompleteMultipartUploadCommand({
            Bucket,
            Key: "parts",
            UploadId,
            MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] }
          })
        )
        const got = await client.send(new GetObjectCommand({ Bucket, Key: "k", VersionId: put.VersionId }))
        assert.strictEqual(await got.Body?.transformToString(), "bytes")
        const removed = await Promise.all(
          ["k", "copy", "parts"].map((Key) => client.send(new DeleteObjectCommand({ Bucket, Key, VersionId: "null" })))
        )
        return [put, copied, joined, got, ...removed].map(({ VersionId }) => VersionId)
      }
      assert.deepStrictEqual(await named(), Array.from({ length: 7 }, () => undefined))
      const set = (Status: "Enabled" | "Suspended") =>
        client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status } }))
      for (const status of ["Enabled", "Suspended"] as const) {
        await set(status)
        assert.deepStrictEqual(await named(), Array.from({ length: 7 }, () => "null"))
      }
    })
  )
})

describe("restores", () => {
  const store = (client: S3Client, Key: string, StorageClass: string) =>
    client.send(new PutObjectCommand({ Bucket, Key, Body: "bytes", StorageClass: StorageClass as "GLACIER" }))
  const restore = async (client: S3Client, Key: string, Days: number, Tier: "Expedited" | "Bulk" = "Bulk") => {
    const { $metadata } = await client.send(
      new RestoreObjectCommand({ Bucket, Key, RestoreRequest: { Days, GlacierJobParameters: { Tier } } })
    )
    return $metadata.httpStatusCode
  }
  const read = (client: S3Client, Key: string) => client.send(new GetObjectCommand({ Bucket, Key }))
  const head = (client: S3Client, Key: string) => client.send(new HeadObjectCommand({ Bucket, Key }))

  it.live(
    "take a while, in which a second one is refused",
    on(async (client) => {
      await store(client, "cold", "DEEP_ARCHIVE")
      assert.deepStrictEqual(await failure(read(client, "cold")), ["InvalidObjectState", 403])
      assert.deepStrictEqual((await head(client, "cold")).StorageClass, "DEEP_ARCHIVE")
      const copy = client.send(new CopyObjectCommand({ Bucket, Key: "copy", CopySource: `${Bucket}/cold` }))
      assert.deepStrictEqual(await failure(copy), ["InvalidObjectState", 403])
      assert.deepStrictEqual(await failure(restore(client, "cold", 2, "Expedited")), ["InvalidArgument", 400])
      assert.strictEqual(await restore(client, "cold", 2), 202)
      assert.strictEqual((await head(client, "cold")).Restore, "ongoing-request=\"true\"")
      assert.deepStrictEqual(await failure(restore(client, "cold", 2)), ["RestoreAlreadyInProgress", 409])
      assert.deepStrictEqual(await failure(read(client, "cold")), ["InvalidObjectState", 403])
    }, "1 hour")
  )

  it.live(
    "make the object readable, and are told with their end",
    on(async (client) => {
      await store(client, "cold", "GLACIER")
      assert.strictEqual(await restore(client, "cold", 2), 202)
      assert.strictEqual(await (await read(client, "cold")).Body?.transformToString(), "bytes")
      const { Restore = "" } = await head(client, "cold")
      const until = Date.parse(/ongoing-request="false", expiry-date="(.*)"/.exec(Restore)?.[1] ?? "")
      assert.approximately(until - Date.now(), Duration.toMillis("2 days"), Duration.toMillis("1 minute"))
      assert.strictEqual(await restore(client, "cold", 20), 200)
      await client.send(new CopyObjectCommand({ Bucket, Key: "copy", CopySource: `${Bucket}/cold` }))
      assert.isUndefined((await head(client, "copy")).StorageClass)
      await client.send(new DeleteObjectCommand({ Bucket, Key: "cold" }))
      await store(client, "cold", "GLACIER")
      assert.deepStrictEqual(await failure(read(client, "cold")), ["InvalidObjectState", 403])
    }, 0)
  )

  it.live(
    "are for archived objects only, for a positive number of days",
    on(async (client) => {
      await store(client, "warm", "STANDARD_IA")
      await store(client, "cold", "GLACIER")
      assert.deepStrictEqual(await failure(restore(client, "warm", 1)), ["InvalidObjectState", 403])
      assert.deepStrictEqual(await failure(restore(client, "none", 1)), ["NoSuchKey", 404])
      assert.deepStrictEqual(await failure(restore(client, "cold", 0)), ["InvalidArgument", 400])
      assert.deepStrictEqual(await failure(restore(client, "cold", 1.5)), ["MalformedXML", 400])
      assert.strictEqual(await (await read(client, "warm")).Body?.transformToString(), "bytes")
    })
  )

  it.live(
    "need a class that S3 has; lists tell it",
    on(async (client) => {
      assert.deepStrictEqual(await failure(store(client, "a", "Archive")), ["InvalidStorageClass", 400])
      const begin = client.send(
        new CreateMultipartUploadCommand({ Bucket, Key: "a", StorageClass: "Archive" as "GLACIER" })
      )
      assert.deepStrictEqual(await failure(begin), ["InvalidStorageClass", 400])
      await store(client, "a", "GLACIER")
      await store(client, "b", "STANDARD")
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
      assert.deepStrictEqual(Contents.map((one) => [one.Key, one.StorageClass]), [["a", "GLACIER"], ["b", "STANDARD"]])
    })
  )
})

describe("over a directory", () => {
  const inDirectory = (directory: string) => <A, E>(effect: Effect.Effect<A, E, Layer.Layer.Success<typeof layer>>) =>
    Effect.provide(effect, Layer.merge(BlobStoreDirectory.layer({ directory }), AccessKeys.layer))

  it.live("rules and restores outlive the process", () =>
    Effect.gen(function*() {
      const directory = yield* Effect.acquireRelease(
        Effect.promise(() => fs.mkdtemp(path.join(os.tmpdir(), "rules-"))),
        (made) => Effect.promise(() => fs.rm(made, { recursive: true, force: true }))
      )
      yield* opened(0).pipe(
        Effect.flatMap(({ client }) =>
          Effect.promise(async () => {
            await put(client, ...rules)
            await client.send(
              new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: "Enabled" } })
            )
            await client.send(new PutObjectCommand({ Bucket, Key: "k", Body: "bytes", StorageClass: "GLACIER" }))
            await client.send(new RestoreObjectCommand({ Bucket, Key: "k", RestoreRequest: { Days: 1 } }))
          })
        ),
        Effect.scoped,
        inDirectory(directory)
      )
      yield* opened("1 hour").pipe(
        Effect.flatMap(({ client }) =>
          Effect.promise(async () => {
            assert.deepStrictEqual(await rulesOf(client), [...rules])
            const { Status } = await client.send(new GetBucketVersioningCommand({ Bucket }))
            assert.strictEqual(Status, "Enabled")
            const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: "k" }))
            assert.strictEqual(await Body?.transformToString(), "bytes")
          })
        ),
        Effect.scoped,
        inDirectory(directory)
      )
    }).pipe(Effect.scoped))
})
