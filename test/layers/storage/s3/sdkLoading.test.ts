/** When the SDK of a bucket is loaded. */
import { FetchHttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { s3Store } from "../../../../src/layers/loading/s3Storage.js"
import { opening } from "../../../../src/layers/storage/bucket/BucketSpaces.js"
import * as S3Provider from "../../../../src/layers/storage/s3/S3Provider.js"
import { Credentials } from "../../../../src/services/Credentials.js"
import { DriveApi } from "../../../../src/services/DriveApi.js"
import type { UploadToCreate } from "../../../../src/services/StorageProvider.js"
import { providerOf, space } from "../../../services/files/fakeProvider.js"

const surroundings = Layer.mergeAll(
  Layer.mock(DriveApi, {}),
  Layer.mock(Credentials, {}),
  FetchHttpClient.layer
)

const intent: UploadToCreate = {
  name: "a",
  size: 1,
  parentFileId: "root",
  plan: { _tag: "Direct", size: 1 }
}

const inParts: UploadToCreate = {
  ...intent,
  plan: { _tag: "Multipart", size: 10, partSize: 5, partCount: 2 }
}

describe("the SDK of s3", () => {
  it.effect("is loaded ahead of an upload in parts, and not of a file that goes as a whole", () =>
    Effect.gen(function*() {
      yield* S3Provider.loadAhead(intent)
      assert.isTrue(s3Store.isLoaded())
      // nothing is left to load, and no fiber is made for it
      assert.strictEqual(S3Provider.loadAhead(intent), Effect.void)
      assert.notStrictEqual(S3Provider.loadAhead(inParts), Effect.void)
    }))
})

describe("the SDK behind a bucket", () => {
  it.effect("is loaded with the first upload, and not when a space is opened or listed", () =>
    Effect.gen(function*() {
      let loads = 0
      const loadAhead = () => Effect.sync(() => void loads++)
      const open = yield* opening({ load: Effect.succeed({ loadAhead, make: () => providerOf({}) }) }, {})
      const provider = yield* open(space)
      yield* Effect.exit(provider.files.list({ parentFileId: "root" }))
      yield* Effect.yieldNow()
      assert.strictEqual(loads, 0)
      yield* Effect.fork(provider.uploads.prepare(intent, undefined))
      yield* Effect.yieldNow()
      yield* Effect.yieldNow()
      assert.strictEqual(loads, 1)
    }).pipe(Effect.provide(surroundings)))
})
