/**
 * Requests on the rules of a bucket, and those that restore an archived object, as S3 has them.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { BlobWriteError } from "../blobs/BlobErrors.js"
import type { Bucket } from "../blobs/BlobStore.js"
import * as Xml from "../bucketHttp/Xml.js"
import * as Restores from "../bucketRules/Restores.js"
import * as RuleRoutes from "../bucketRules/RuleRoutes.js"
import * as LifecycleXml from "./LifecycleXml.js"
import * as Payload from "./Payload.js"
import * as Responses from "./Responses.js"
import { S3Error, s3Error } from "./S3Error.js"
import type { Exchange } from "./S3Request.js"
import * as StorageClass from "./StorageClass.js"

const tiers: ReadonlyArray<string | undefined> = ["Standard", "Bulk", "Expedited", undefined]

const requestIn = Effect.fnUntraced(function*(text: string) {
  const root = Xml.parse(text)
  if (root?.name !== "RestoreRequest") return yield* s3Error("MalformedXML")
  if (["Type", "SelectParameters", "OutputLocation"].some((name) => Xml.all(root, name).length > 0)) {
    return yield* s3Error("NotImplemented")
  }
  const days = Xml.textOf(root, "Days")?.trim() ?? ""
  if (!/^-?\d+$/.test(days)) return yield* s3Error("MalformedXML")
  if (Number(days) < 1 || Number(days) >= 2 ** 31) {
    return yield* s3Error("InvalidArgument", "The Days for Restore must be a positive integer")
  }
  const job = Xml.all(root, "GlacierJobParameters")[0]
  const tier = (job === undefined ? undefined : Xml.textOf(job, "Tier")) ?? Xml.textOf(root, "Tier")
  return tiers.includes(tier) ? { days: Number(days), tier } : yield* s3Error("MalformedXML")
})

/**
 * RestoreObject: 202 when it begins, 200 when the object is restored already and stays so for longer.
 */
export const restore = Effect.fnUntraced(function*({ auth, bucket, request, restoreDuration }: Exchange) {
  const { days, tier } = yield* requestIn(yield* Payload.text(request, auth))
  const blob = yield* bucket.head(request.key)
  const StorageClassName = Restores.storageClassOf(blob) ?? StorageClass.standard
  if (!StorageClass.isArchived(blob)) {
    return yield* new S3Error({
      code: "InvalidObjectState",
      detail: "Restore is not allowed for the object's current storage class",
      fields: { StorageClass: StorageClassName }
    })
  }
  if (tier === "Expedited" && StorageClassName === "DEEP_ARCHIVE") {
    return yield* s3Error("InvalidArgument", "Retrieval option is not supported by this storage class")
  }
  const done = yield* Restores.request(bucket, blob, { days, duration: restoreDuration }).pipe(
    Effect.catchTag("RestoreUnderWay", () => s3Error("RestoreAlreadyInProgress"))
  )
  return Responses.empty(done === "started" ? 202 : 200)
})

const routes = RuleRoutes.make<Exchange, S3Error>({
  bodyOf: ({ auth, request }) => Payload.text(request, auth),
  xml: Responses.xml,
  readLifecycle: LifecycleXml.read,
  writeLifecycle: LifecycleXml.write,
  checkVersioning: (root) =>
    Xml.textOf(root, "MfaDelete")?.trim() === "Enabled" ? Effect.fail(s3Error("NotImplemented")) : Effect.void,
  wrongStatus: () => s3Error("IllegalVersioningConfigurationException"),
  malformed: s3Error("MalformedXML"),
  noLifecycle: () => s3Error("NoSuchLifecycleConfiguration"),
  noCors: () => s3Error("NoSuchCORSConfiguration")
})

/** How small an object the rules of a bucket still move to another class: said beside them, in a header of its own. */
const sizeHeader = "x-amz-transition-default-minimum-object-size"

const sizeSetting = "transition-size"

const usualSize = "all_storage_classes_128K"

const sizes: ReadonlyArray<string> = [usualSize, "varies_by_storage_class"]

type Answering<E> = (exchange: Exchange) => Effect.Effect<HttpServerResponse.HttpServerResponse, E>

const withSize = (bucket: Bucket, answer: HttpServerResponse.HttpServerResponse) =>
  Effect.map(bucket.setting(sizeSetting), (size = usualSize) => HttpServerResponse.setHeader(answer, sizeHeader, size))

/** What reads rules also says the size. */
const tellingSize = <E>(read: Answering<E>): Answering<E> => (exchange) =>
  Effect.flatMap(read(exchange), (answer) => withSize(exchange.bucket, answer))

/** What puts rules also sets the size; a put that does not name one sets the usual one. */
const takingSize = <E>(put: Answering<E>): Answering<E | S3Error | BlobWriteError> => (exchange) => {
  const size = exchange.request.headers[sizeHeader] ?? usualSize
  return sizes.includes(size)
    ? Effect.flatMap(
      put(exchange),
      (answer) => Effect.zipRight(exchange.bucket.set(sizeSetting, size), withSize(exchange.bucket, answer))
    )
    : s3Error("InvalidRequest", `Invalid TransitionDefaultMinimumObjectSize found: ${size}`)
}

export const { getCors, getVersioning, putCors, putVersioning, removeCors, removeLifecycle } = routes

export const getLifecycle = tellingSize(routes.getLifecycle)

export const putLifecycle = takingSize(routes.putLifecycle)
