/**
 * Requests on the rules of a bucket: its lifecycle and its versioning.
 */
import * as Effect from "effect/Effect"
import * as Xml from "../bucketHttp/Xml.js"
import * as Lifecycle from "../bucketRules/Lifecycle.js"
import * as Versioning from "../bucketRules/Versioning.js"
import * as LifecycleXml from "./LifecycleXml.js"
import * as Payload from "./Payload.js"
import * as Responses from "./Responses.js"
import { s3Error } from "./S3Error.js"
import type { Exchange } from "./S3Exchange.js"

/**
 * GetBucketLifecycleConfiguration.
 */
export const getLifecycle = Effect.fnUntraced(function*({ bucket }: Exchange) {
  const rules = yield* Lifecycle.get(bucket)
  return rules === undefined
    ? yield* s3Error("NoSuchLifecycleConfiguration")
    : Responses.xml("LifecycleConfiguration", LifecycleXml.write(rules))
})

/**
 * PutBucketLifecycleConfiguration: all rules at once, or none of them.
 */
export const putLifecycle = Effect.fnUntraced(function*({ auth, bucket, request }: Exchange) {
  const rules = yield* LifecycleXml.read(yield* Payload.text(request, auth))
  yield* Lifecycle.set(bucket, rules)
  return Responses.empty(200)
})

/**
 * DeleteBucketLifecycle: a success whether there were rules or not.
 */
export const removeLifecycle = ({ bucket }: Exchange) =>
  Effect.as(Lifecycle.set(bucket, undefined), Responses.empty(204))

/**
 * GetBucketVersioning: empty while it was never set.
 */
export const getVersioning = ({ bucket }: Exchange) =>
  Effect.map(Versioning.get(bucket), (Status) => Responses.xml("VersioningConfiguration", { Status }))

/**
 * PutBucketVersioning.
 */
export const putVersioning = Effect.fnUntraced(function*({ auth, bucket, request }: Exchange) {
  const root = Xml.parse(yield* Payload.text(request, auth))
  if (root?.name !== "VersioningConfiguration") return yield* s3Error("MalformedXML")
  const status = Xml.textOf(root, "Status")?.trim()
  if (!Versioning.isStatus(status)) {
    return yield* s3Error("IllegalVersioningConfigurationException")
  }
  if (Xml.textOf(root, "MfaDelete")?.trim() === "Enabled") return yield* s3Error("NotImplemented")
  yield* Versioning.set(bucket, status)
  return Responses.empty(200)
})
