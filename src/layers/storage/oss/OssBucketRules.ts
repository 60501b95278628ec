/**
 * Lifecycle, versioning and restores of an OSS bucket.
 */
import * as Effect from "effect/Effect"
import * as BucketVersioning from "../../../domain/BucketVersioning.js"
import { StorageError } from "../../../domain/errors/StorageErrors.js"
import * as ObjectRestore from "../../../domain/ObjectRestore.js"
import type { BucketRules } from "../../../services/BucketRules.js"
import type { StoreError } from "../../../services/PartStore.js"
import { ensureKnown, expectRoot } from "../bucket/expectRoot.js"
import type { OssConnection } from "./OssConnection.js"
import * as OssLifecycle from "./OssLifecycle.js"
import type { OssRequest } from "./OssSdk.js"

/** Calls on the bucket itself have no key. */
const ofBucket = ""

const statusOf = (data: unknown): BucketVersioning.VersioningStatus | undefined => {
  const status: unknown = typeof data === "object" && data !== null && "Status" in data ? data.Status : undefined
  return BucketVersioning.isStatus(status) ? status : undefined
}

/** OSS has no code of its own for an object that is not archived. */
const notArchived = (error: StorageError): Effect.Effect<never, StorageError> => {
  const { code, detail, platform, requestId, status } = error
  return Effect.fail(
    code === "OperationNotSupported"
      ? new StorageError({ platform, reason: "InvalidObjectState", status, code, detail, requestId })
      : error
  )
}

/**
 * Works on an open connection. The SDK signs and sends; bodies are our own.
 */
export const make = (connection: OssConnection): BucketRules => {
  const ask = (
    request: Omit<OssRequest, "bucket" | "successStatuses">,
    successStatuses: ReadonlyArray<number>
  ) =>
    connection.send(
      { method: request.method, key: request.object ?? ofBucket },
      ({ bucket, client }) => client.request({ ...request, bucket: bucket.bucket, successStatuses })
    )

  /** Reads what a parameter of the bucket names; fails where the answer is no document of this name. */
  const read = (subresource: "lifecycle" | "versioning", root: string) =>
    connection.send({ method: "GET", key: ofBucket }, async ({ bucket, client, reply }) => {
      const { data } = await client.request({
        method: "GET",
        bucket: bucket.bucket,
        subres: { [subresource]: "" },
        xmlResponse: true,
        successStatuses: [200]
      })
      return { data, text: reply()?.body ?? "" }
    }).pipe(
      Effect.tap(({ text }) => expectRoot({ operation: `Bucket.${subresource}`, platform: "oss", root }, text)),
      Effect.map(({ data }) => data)
    )

  const rules = read("lifecycle", "LifecycleConfiguration").pipe(
    Effect.catchIf(
      (error: StoreError) => error._tag === "StorageError" && error.code === "NoSuchLifecycle",
      () => Effect.succeed(undefined)
    )
  )

  const getLifecycle = rules.pipe(
    Effect.flatMap(OssLifecycle.ofAnswer),
    Effect.withSpan("OssBucketRules.getLifecycle")
  )

  const putLifecycle: BucketRules["putLifecycle"] = Effect.fn("OssBucketRules.putLifecycle")((wanted) =>
    Effect.zipRight(
      ensureKnown(rules),
      ask({ method: "PUT", subres: { lifecycle: "" }, mime: "xml", content: OssLifecycle.toXml(wanted) }, [200])
    ).pipe(Effect.asVoid)
  )

  // Where the parameter is not known, this call would remove the bucket.
  const removeLifecycle = Effect.zipRight(rules, ask({ method: "DELETE", subres: { lifecycle: "" } }, [200, 204])).pipe(
    Effect.asVoid,
    Effect.withSpan("OssBucketRules.removeLifecycle")
  )

  const versions = read("versioning", "VersioningConfiguration")

  const getVersioning = versions.pipe(
    Effect.map(statusOf),
    Effect.withSpan("OssBucketRules.getVersioning")
  )

  const putVersioning: BucketRules["putVersioning"] = Effect.fn("OssBucketRules.putVersioning")((status) => {
    const content = `<VersioningConfiguration><Status>${status}</Status></VersioningConfiguration>`
    const put = ask({ method: "PUT", subres: { versioning: "" }, mime: "xml", content }, [200])
    return Effect.asVoid(Effect.zipRight(ensureKnown(versions), put))
  })

  const restore: BucketRules["restore"] = Effect.fn("OssBucketRules.restore")(({ days, key, tier }) => {
    const job = tier === undefined ? "" : `<JobParameters><Tier>${tier}</Tier></JobParameters>`
    const content = `<RestoreRequest><Days>${days}</Days>${job}</RestoreRequest>`
    return ask({ method: "POST", object: key, subres: { restore: "" }, mime: "xml", content }, [200, 202]).pipe(
      Effect.map(({ status }) => ({ status: status === 200 ? "restored" as const : "started" as const })),
      Effect.catchTag("StorageError", notArchived)
    )
  })

  const restoreState: BucketRules["restoreState"] = Effect.fn("OssBucketRules.restoreState")((key) =>
    Effect.map(ask({ method: "HEAD", object: key }, [200]), ({ headers }) => {
      const storageClass = headers["x-oss-storage-class"]
      return ObjectRestore.stateOf(headers["x-oss-restore"], storageClass === "Standard" ? undefined : storageClass)
    })
  )

  return { getLifecycle, putLifecycle, removeLifecycle, getVersioning, putVersioning, restore, restoreState }
}
