/**
 * Spec point 5: every rule and every text of it, by name, and that nothing is called before the rule has been checked.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted, Schema } from "effect"
import { Assets, Bucket, Credentials, Downloads, FileContents, Files, Migration, Spaces, Uploads } from "effect-drive"
import * as CredentialResponse from "../../src/domain/CredentialResponse.js"
import { storageEndpoint } from "../../src/domain/CredentialResponse.js"
import { SpaceId } from "../../src/domain/Ids.js"
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
