/**
 * The object that a copy reads from.
 */
import * as Effect from "effect/Effect"
import { allows } from "../AccessKeys.js"
import * as Conditions from "./Conditions.js"
import { s3Error } from "./S3Error.js"
import type { Exchange } from "./S3Request.js"
import * as StorageClass from "./StorageClass.js"
import * as Versions from "./Versions.js"

const header = "x-amz-copy-source"

export const isNamed = ({ request }: Pick<Exchange, "request">): boolean => request.headers[header] !== undefined

/**
 * Finds what `x-amz-copy-source` names, in any bucket that the sender may use, and checks its conditions.
 */
export const find = Effect.fnUntraced(function*({ auth, request, store }: Exchange) {
  const [encoded = "", versionId] = (request.headers[header] ?? "").replace(/^\//, "").split("?versionId=")
  yield* Versions.check(versionId)
  const source = yield* Effect.try({
    try: () => decodeURIComponent(encoded),
    catch: () => s3Error("InvalidArgument", "Copy Source must be URL-encoded")
  })
  const slash = source.indexOf("/")
  if (slash < 1) return yield* s3Error("InvalidArgument", "Copy Source must mention the source bucket and key")
  const name = source.slice(0, slash)
  if (!allows(auth.key, name)) return yield* s3Error("AccessDenied")
  const bucket = yield* store.bucket(name)
  const found = yield* bucket.get(source.slice(slash + 1))
  yield* Conditions.checkRead(request, found.blob, `${header}-`)
  yield* StorageClass.requireReadable(bucket, found.blob)
  return { ...found, bucket }
})
