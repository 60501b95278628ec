/**
 * What goes wrong where bytes come and go: errors as OSS writes them, in XML.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Data from "effect/Data"
import * as Xml from "../bucketHttp/Xml.js"

const catalogue = {
  AccessDenied: [403, "Request has expired."],
  BadDigest: [400, "The Content-MD5 you specified did not match what we received."],
  EntityTooLarge: [400, "Your proposed upload exceeds the maximum allowed object size."],
  IncompleteBody: [400, "The request body is incomplete."],
  InternalError: [500, "We encountered an internal error. Please try again."],
  InvalidArgument: [400, "Only one auth mechanism is allowed."],
  InvalidDigest: [400, "The Content-MD5 you specified is not valid."],
  InvalidRange: [416, "The requested range cannot be satisfied."],
  MethodNotAllowed: [405, "The specified method is not allowed against this resource."],
  MissingContentLength: [411, "You must provide the Content-Length HTTP header."],
  NoSuchKey: [404, "The specified key does not exist."],
  NoSuchUpload: [404, "The specified upload does not exist."],
  NotModified: [304, "Not modified."],
  PartAlreadyExist: [409, "For sequential multipart upload, you can't overwrite uploaded parts."],
  PartNotSequential: [
    400,
    "For sequential multipart upload, you must upload or complete parts with sequential part number."
  ],
  PreconditionFailed: [412, "At least one of the pre-conditions you specified did not hold."],
  QuotaExceeded: [507, "There is no space left."],
  SignatureDoesNotMatch: [403, "The request signature we calculated does not match the signature you provided."]
} as const

export type DataErrorCode = keyof typeof catalogue

/**
 * `fields` are further elements of the XML, `headers` go out with it.
 */
export class DataError extends Data.TaggedError("DataError")<{
  readonly code: DataErrorCode
  readonly fields?: Readonly<Record<string, string>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}> {
  override get message(): string {
    return catalogue[this.code][1]
  }
}

export const answerOf = (
  error: DataError,
  about: { readonly method: string; readonly host: string; readonly requestId: string }
): HttpServerResponse.HttpServerResponse => {
  const [status] = catalogue[error.code]
  const headers = { ...error.headers, "x-oss-request-id": about.requestId }
  if (about.method === "HEAD" || status === 304) return HttpServerResponse.empty({ status, headers })
  const text = Xml.document("Error", {
    Code: error.code,
    Message: error.message,
    RequestId: about.requestId,
    HostId: about.host,
    ...error.fields
  })
  return HttpServerResponse.text(text, { status, headers, contentType: "application/xml" })
}
