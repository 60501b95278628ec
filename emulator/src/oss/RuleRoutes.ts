/**
 * Requests on the rules of a bucket, and those that restore an archived object, as OSS has them.
 */
import * as Effect from "effect/Effect"
import * as Xml from "../bucketHttp/Xml.js"
import * as Restores from "../bucketRules/Restores.js"
import * as RuleRoutes from "../bucketRules/RuleRoutes.js"
import * as LifecycleXml from "./LifecycleXml.js"
import { invalidArgument, type OssError, ossError } from "./OssError.js"
import type { Exchange } from "./OssRequest.js"
import * as Payload from "./Payload.js"
import * as Responses from "./Responses.js"
import * as StorageClass from "./StorageClass.js"

const mostDays = 365

/** Of each class that can be restored, the priorities that a request may name, the lowest first; `Archive` has none. */
const tiers: Readonly<Record<string, ReadonlyArray<string>>> = {
  ColdArchive: ["Bulk", "Standard", "Expedited"],
  DeepColdArchive: ["Standard", "Expedited"]
}

/** Without a body an object is restored for one day. */
const requested = Effect.fnUntraced(function*(text: string) {
  if (text === "") return { days: 1, job: undefined }
  const root = Xml.parse(text)
  if (root?.name !== "RestoreRequest") return yield* ossError("MalformedXML")
  const job = Xml.all(root, "JobParameters")[0]
  const days = Xml.textOf(root, "Days")?.trim() ?? ""
  return /^\d{1,3}$/.test(days) && Number(days) >= 1 && Number(days) <= mostDays
    ? { days: Number(days), job: job === undefined ? undefined : { tier: Xml.textOf(job, "Tier")?.trim() } }
    : yield* invalidArgument("Days", days, `Days must be an integer between 1 and ${mostDays}.`)
})

/** How urgent a restore is: what the job says, for classes that have jobs; else the standard. */
const tierOf = (storageClass: string, job: { readonly tier: string | undefined } | undefined) => {
  const known = tiers[storageClass]
  const tier = job?.tier ?? (known === undefined ? undefined : "Standard")
  if (tier === undefined) return Effect.succeed({ priority: 0, headers: {} })
  return known?.includes(tier) === true
    ? Effect.succeed({ priority: known.indexOf(tier), headers: { "x-oss-object-restore-priority": tier } })
    : Effect.fail(ossError("MalformedXML"))
}

/**
 * RestoreObject: 202 when it begins, 200 when the object is restored and lives on longer.
 */
export const restore = Effect.fnUntraced(function*({ bucket, key, request, restoreDuration }: Exchange) {
  const length = Number(request.headers["content-length"] ?? 0)
  const { days, job } = yield* requested(length === 0 ? "" : yield* Payload.text(request))
  const blob = yield* bucket.head(key)
  if (!StorageClass.isArchived(blob)) return yield* ossError("OperationNotSupported", undefined, { Resource: key })
  const { headers, priority } = yield* tierOf(StorageClass.of(blob), job)
  const done = yield* Restores.request(bucket, blob, { days, duration: restoreDuration, priority }).pipe(
    Effect.catchTag("RestoreUnderWay", () => Effect.fail(ossError("RestoreAlreadyInProgress")))
  )
  return Responses.empty(done === "started" ? 202 : 200, headers)
})

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
