/** A bucket on s3 from a page: what its calls answer by the SDK, and without it. */
import { HttpClient } from "@effect/platform"
import { Cause, Effect, Exit, Layer, Option, Redacted, Stream } from "effect"
import { SpaceId } from "../../../src/domain/Ids.js"
import * as ProductHttpClientBrowser from "../../../src/layers/browser/ProductHttpClientBrowser.js"
import * as TransportXhr from "../../../src/layers/browser/TransportXhr.js"
import * as S3ObjectStore from "../../../src/layers/storage/s3/S3ObjectStore.js"
import * as S3Sdk from "../../../src/layers/storage/s3/S3Sdk.js"
import { Transport } from "../../../src/services/Transport.js"

interface Place {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const storeOn = ({ accessKeyId, bucket, endpoint, region, secretAccessKey }: Place, callsAsPage: boolean) =>
  Effect.gen(function*() {
    const keys = { accessKeyId: Redacted.make(accessKeyId), accessKeySecret: Redacted.make(secretAccessKey) }
    return S3ObjectStore.make({
      sdk: S3Sdk.make(callsAsPage ? () => Promise.reject(new Error("the SDK was loaded")) : undefined),
      httpClient: yield* HttpClient.HttpClient,
      runtime: yield* Effect.runtime<never>(),
      credential: Effect.succeed({
        spaceId: SpaceId.make("space"),
        version: 1,
        platform: "s3",
        fetchedAt: 0,
        expiresAt: undefined,
        drive: undefined,
        bucket: { bucket, endpoint, region, ...keys, securityToken: undefined, callback: undefined }
      }),
      callsAsPage,
      listPageSize: 1
    })
  })

/** An object of two parts from its begin to its end, and one that is given up. */
const roundTrip = (place: Place, callsAsPage: boolean, key: string) =>
  Effect.gen(function*() {
    const objects = yield* storeOn(place, callsAsPage)
    const transport = yield* Transport
    const listed = (uploadId: string) =>
      Effect.map(Stream.runCollect(objects.listParts({ key, uploadId })), (parts) => [...parts])
    const uploadId = yield* objects.createMultipart({ key, contentType: "text/plain", mark: "mark" })
    const size = 5 * 1_048_576
    const parts = yield* Effect.forEach([1, 2], (partNumber) =>
      Effect.gen(function*() {
        const address = yield* objects.presignPart({ key, uploadId, partNumber })
        const body = new Blob([new Uint8Array(partNumber === 1 ? size : 7)])
        const reply = yield* transport.put(address, body, () => undefined)
        const range = { number: partNumber, start: 0, end: body.size }
        return yield* objects.accept({ key, uploadId }, range, address, reply)
      }))
    const open = yield* objects.listUploads(key)
    const before = yield* listed(uploadId)
    const stored = yield* objects.complete({ key, uploadId, parts })
    const found = yield* objects.head(key)
    const given = yield* objects.createMultipart({ key: `${key}-given up` })
    yield* objects.abort({ key: `${key}-given up`, uploadId: given })
    const gone = yield* Effect.flip(objects.complete({ key: `${key}-given up`, uploadId: given, parts }))
    return {
      open: open.length,
      before,
      stored,
      found: Option.getOrUndefined(found),
      gone: gone._tag,
      absent: Option.isNone(yield* objects.head(`${key}-absent`))
    }
  })

const layer = Layer.merge(ProductHttpClientBrowser.layer, TransportXhr.layer)

const calls = {
  roundTrip: async (place: Place, callsAsPage: boolean, key: string) => {
    const exit = await Effect.runPromiseExit(Effect.provide(roundTrip(place, callsAsPage, key), layer))
    return Exit.isSuccess(exit) ? exit.value : Cause.pretty(exit.cause)
  }
}

declare global {
  interface Window {
    s3Calls: typeof calls
  }
}

window.s3Calls = calls
