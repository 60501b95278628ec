/**
 * Requests on the rules of a bucket, as OSS has them.
 */
import * as Effect from "effect/Effect"
import * as RuleRoutes from "../bucketRules/RuleRoutes.js"
import * as LifecycleXml from "./LifecycleXml.js"
import { invalidArgument, type OssError, ossError } from "./OssError.js"
import type { Exchange } from "./OssExchange.js"
import * as Payload from "./Payload.js"
import * as Responses from "./Responses.js"

export const {
  getCors,
  getLifecycle,
  getVersioning,
  putCors,
  putLifecycle,
  putVersioning,
  removeCors,
  removeLifecycle
} = RuleRoutes.make<Exchange, OssError>({
  bodyOf: ({ request }) => Payload.text(request),
  xml: Responses.xml,
  readLifecycle: LifecycleXml.read,
  writeLifecycle: LifecycleXml.write,
  checkVersioning: () => Effect.void,
  wrongStatus: (status) => invalidArgument("Status", status, "The versioning status is Enabled or Suspended."),
  malformed: ossError("MalformedXML"),
  noLifecycle: ({ name }) => ossError("NoSuchLifecycle", undefined, { BucketName: name }),
  noCors: ({ name }) => ossError("NoSuchCORSConfiguration", undefined, { BucketName: name })
})
