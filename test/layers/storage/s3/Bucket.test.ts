import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Stream } from "effect"
import { Emulator } from "../../../../emulator/src/Emulator.js"
import * as ConnectivityAlways from "../../../../src/layers/node/ConnectivityAlways.js"
import * as HasherNode from "../../../../src/layers/node/HasherNode.js"
import * as UploadSourcesNode from "../../../../src/layers/node/UploadSourcesNode.js"
import { layer as bucketLayer } from "../../../../src/seldom/bucket/BucketLayer.js"
import { Bucket } from "../../../../src/services/Bucket.js"
import { Spaces } from "../../../../src/services/Spaces.js"
import { StorageProviders } from "../../../../src/services/StorageProviders.js"
import { TransferScheduler } from "../../../../src/services/TransferScheduler.js"
import { Transport } from "../../../../src/services/Transport.js"
import { driveOn } from "../provider/drive.js"

const drive = bucketLayer.pipe(
  Layer.provide(Layer.merge(HasherNode.layer, UploadSourcesNode.layer)),
  Layer.provide(Layer.merge(ConnectivityAlways.layer, TransferScheduler.layer)),
  Layer.provideMerge(driveOn()),
  Layer.provideMerge(Emulator.layer({}))
)

const partSize = 5 * 1024 * 1024

/** Two parts and a tail, of which the storage has the first part. */
const halfUploaded = Effect.gen(function*() {
  const bytes = new Uint8Array(2 * partSize + 1000).map((_, index) => index % 251)
  const spaces = yield* Spaces
  const providers = yield* StorageProviders
  const transport = yield* Transport
  const { objects } = yield* Effect.flatMap(spaces.resolve(), providers.forSpace)
  if (objects === undefined) return yield* Effect.dieMessage("an s3 space without a bucket")
  const objectKey = "by hand/half.bin"
  const uploadId = yield* objects.createMultipart({ key: objectKey })
  const upload = { key: objectKey, uploadId }
  const part = { number: 1, start: 0, end: partSize }
  const address = yield* objects.presignPart({ ...upload, partNumber: 1 })
  const reply = yield* transport.put(address, bytes.subarray(0, partSize), () => undefined)
  yield* objects.accept(upload, part, address, reply)
  return { bytes, objectKey, objects, uploadId }
})

const messageOf = <A, R>(effect: Effect.Effect<A, { readonly _tag: string; readonly message: string }, R>) =>
  Effect.map(Effect.flip(effect), (error) => `${error._tag}: ${error.message}`)

describe("Bucket", () => {
  it.scoped("continues with a multipart upload by key and upload id, and sends the missing parts only", () =>
    Effect.gen(function*() {
      const { bytes, objectKey, objects, uploadId } = yield* halfUploaded
      const bucket = yield* Bucket
      let sent = 0
      const stored = yield* bucket.resume({
        source: bytes,
        objectKey,
        uploadId,
        sent: (count) => {
          sent += count
        }
      })
      assert.strictEqual(stored.size, bytes.length)
      assert.strictEqual(sent, bytes.length - partSize)
      const transport = yield* Transport
      const reply = yield* transport.get(yield* objects.presign({ method: "GET", key: objectKey }))
      const chunks = yield* Stream.runCollect(reply.bytes)
      assert.isTrue(Buffer.concat([...chunks]).equals(bytes))
    }).pipe(Effect.provide(drive)))

  it.scoped("aborts an upload, after which the storage has forgotten it", () =>
    Effect.gen(function*() {
      const { bytes, objectKey, uploadId } = yield* halfUploaded
      const bucket = yield* Bucket
      yield* bucket.cancel({ objectKey, uploadId })
      const error = yield* Effect.flip(bucket.resume({ source: bytes, objectKey, uploadId }))
      assert.strictEqual(error._tag, "NoSuchUpload")
    }).pipe(Effect.provide(drive)))

  it.scoped("says in the specification's words what is missing", () =>
    Effect.gen(function*() {
      const bucket = yield* Bucket
      const source = "text"
      const all = { source, objectKey: "k", uploadId: "u" }
      assert.deepStrictEqual(
        yield* Effect.all([
          messageOf(bucket.resume({ ...all, source: undefined })),
          messageOf(bucket.resume({ ...all, objectKey: "" })),
          messageOf(bucket.resume({ ...all, uploadId: undefined })),
          messageOf(bucket.cancel({ objectKey: undefined, uploadId: "u" })),
          messageOf(bucket.presign({ method: "GET", key: "k", expiresIn: "8 days" }))
        ]),
        [
          "InvalidInput: aws s3 file empty",
          "InvalidInput: aws s3 object_key empty",
          "InvalidInput: aws s3 upload_id empty",
          "InvalidInput: object_key required",
          "InvalidInput: a signed address lives one week at most"
        ]
      )
    }).pipe(Effect.provide(drive)))

  it.scoped("keeps a signed address to itself", () =>
    Effect.gen(function*() {
      const bucket = yield* Bucket
      const address = yield* bucket.presign({ method: "PUT", key: "k" })
      assert.include(Redacted.value(address.url), "X-Amz-Signature=")
      assert.notInclude(JSON.stringify(address) + String(address.url), "Signature")
    }).pipe(Effect.provide(drive)))

  it.scoped("names the space that is not there to work in", () =>
    Effect.gen(function*() {
      const bucket = yield* Bucket
      const error = yield* Effect.flip(bucket.cancel({ objectKey: "k", uploadId: "u" }, { spaceId: "cos-legacy" }))
      assert.strictEqual(error._tag, "PlatformNotSupported")
    }).pipe(Effect.provide(drive)))
})
