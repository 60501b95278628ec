/**
 * How small an object the rules of a bucket still move to another class: said beside the rules, in a header of its own.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { BlobWriteError } from "../blobs/BlobErrors.js"
import type { Bucket } from "../blobs/BlobStore.js"
import { type S3Error, s3Error } from "./S3Error.js"
import type { Exchange } from "./S3Request.js"

const header = "x-amz-transition-default-minimum-object-size"

const setting = "transition-size"

const usual = "all_storage_classes_128K"

const known: ReadonlyArray<string> = [usual, "varies_by_storage_class"]

type Answering<E> = (exchange: Exchange) => Effect.Effect<HttpServerResponse.HttpServerResponse, E>

const told = (bucket: Bucket, answer: HttpServerResponse.HttpServerResponse) =>
  Effect.map(bucket.setting(setting), (size = usual) => HttpServerResponse.setHeader(answer, header, size))

/**
 * What reads rules also says the size.
 */
export const tells = <E>(read: Answering<E>): Answering<E> => (exchange) =>
  Effect.flatMap(read(exchange), (answer) => told(exchange.bucket, answer))

/**
 * What puts rules also sets the size; a put that does not name one sets the usual one.
 */
export const takes = <E>(put: Answering<E>): Answering<E | S3Error | BlobWriteError> => (exchange) => {
  const size = exchange.request.headers[header] ?? usual
  return known.includes(size)
    ? Effect.flatMap(
      put(exchange),
      (answer) => Effect.zipRight(exchange.bucket.set(setting, size), told(exchange.bucket, answer))
    )
    : s3Error("InvalidRequest", `Invalid TransitionDefaultMinimumObjectSize found: ${size}`)
}
