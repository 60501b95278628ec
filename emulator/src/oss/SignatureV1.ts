/**
 * OSS signature version 1 (HMAC-SHA1) as pure functions, written from its documentation.
 */
import { createHmac } from "node:crypto"
import type { OssRequest, Place } from "./OssRequest.js"

/** The parameters that name a subresource or change an answer: only these are signed. */
const signedParameters = new Set([
  ..."acl append asyncFetch bucketInfo callback callback-var cname comp continuation-token cors delete".split(" "),
  ..."encryption endTime img inventory inventoryId lifecycle link live location logging metaQuery".split(" "),
  ..."objectInfo objectMeta partNumber policy position qos qosInfo qosRequester referer regionList".split(" "),
  ..."replication replicationLocation replicationProgress requestPayment resourceGroup response-cache-control".split(
    " "
  ),
  ..."response-content-disposition response-content-encoding response-content-language".split(" "),
  ..."response-content-type response-expires restore rtc security-token sequential startTime stat status".split(" "),
  ..."style styleName symlink tagging transferAcceleration udf udfApplication udfApplicationLog udfId".split(" "),
  ..."udfImage udfImageDesc udfName uploadId uploads versionId versioning versions vod website worm".split(" "),
  ..."wormExtend wormId x-oss-ac-forward-allow x-oss-ac-source-ip x-oss-ac-subnet-mask".split(" "),
  ..."x-oss-ac-vpc-id x-oss-enable-md5 x-oss-enable-sha1 x-oss-enable-sha256 x-oss-hash-ctx".split(" "),
  ..."x-oss-process x-oss-request-payer x-oss-traffic-limit".split(" ")
])

const byText = (left: string, right: string): number => left < right ? -1 : left > right ? 1 : 0

const resource = ({ bucket, key }: Place, query: OssRequest["query"]): string => {
  const signed = query
    .filter(([name]) => signedParameters.has(name))
    .sort(([left], [right]) => byText(left, right))
    .map(([name, value]) => value === "" ? name : `${name}=${value}`)
  return `/${bucket === "" ? "" : `${bucket}/`}${key}${signed.length === 0 ? "" : `?${signed.join("&")}`}`
}

const ossHeaders = (headers: OssRequest["headers"]): ReadonlyArray<string> =>
  Object.entries(headers)
    .filter(([name]) => name.startsWith("x-oss-"))
    .sort(([left], [right]) => byText(left, right))
    .map(([name, value]) => `${name}:${(value ?? "").trim()}`)

/**
 * The text that is signed. `time` is the date of a signed request, the end (seconds since the epoch) of a signed URL.
 */
export const stringToSign = (
  request: Pick<OssRequest, "method" | "query" | "headers">,
  place: Place,
  time: string
): string =>
  [
    request.method,
    request.headers["content-md5"] ?? "",
    request.headers["content-type"] ?? "",
    time,
    ...ossHeaders(request.headers),
    resource(place, request.query)
  ].join("\n")

/**
 * A signature in base64.
 */
export const sign = (secret: string, text: string): string => createHmac("sha1", secret).update(text).digest("base64")
