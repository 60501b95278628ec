/**
 * Requests on the rules of a bucket, as S3 has them.
 */
import * as Effect from "effect/Effect"
import * as Xml from "../bucketHttp/Xml.js"
import * as RuleRoutes from "../bucketRules/RuleRoutes.js"
import * as LifecycleXml from "./LifecycleXml.js"
import * as Payload from "./Payload.js"
import * as Responses from "./Responses.js"
import { type S3Error, s3Error } from "./S3Error.js"
import type { Exchange } from "./S3Exchange.js"

export const {
  getCors,
  getLifecycle,
  getVersioning,
  putCors,
  putLifecycle,
  putVersioning,
  removeCors,
  removeLifecycle
} = RuleRoutes.make<Exchange, S3Error>({
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
