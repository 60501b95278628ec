/**
 * The errors of the S3 protocol: code, status and the message that S3 gives with it.
 */
import * as Data from "effect/Data"

const catalogue = {
  AccessDenied: [403, "Access Denied"],
  AuthorizationHeaderMalformed: [400, "The authorization header is malformed."],
  AuthorizationQueryParametersError: [400, "Error parsing the presigned URL's query parameters."],
  BadDigest: [400, "The digest you specified did not match what we received."],
  BucketNotEmpty: [409, "The bucket you tried to delete is not empty."],
  EntityTooLarge: [400, "Your proposed upload exceeds the maximum allowed size."],
  EntityTooSmall: [400, "Your proposed upload is smaller than the minimum allowed size."],
  ExpiredToken: [400, "The provided token has expired."],
  IllegalVersioningConfigurationException: [
    400,
    "The Versioning element must be specified"
  ],
  IncompleteBody: [400, "You did not provide the number of bytes specified by the Content-Length HTTP header."],
  InternalError: [500, "We encountered an internal error. Please try again."],
  InvalidAccessKeyId: [403, "The AWS access key Id you provided does not exist in our records."],
  InvalidArgument: [400, "Invalid Argument"],
  InvalidBucketName: [400, "The specified bucket is not valid."],
  InvalidDigest: [400, "The Content-MD5 you specified is not valid."],
  InvalidLocationConstraint: [400, "The specified location-constraint is not valid"],
  InvalidObjectState: [403, "The operation is not valid for the object's storage class"],
  InvalidPart: [
    400,
    "One or more of the specified parts could not be found. The part may not have been uploaded, or the specified " +
    "entity tag may not match the part's entity tag."
  ],
  InvalidPartOrder: [400, "The list of parts was not in ascending order. Parts must be ordered by part number."],
  InvalidRange: [416, "The requested range is not satisfiable"],
  InvalidRequest: [400, "Invalid Request"],
  InvalidStorageClass: [400, "The storage class you specified is not valid"],
  InvalidToken: [400, "The provided token is malformed or otherwise invalid."],
  KeyTooLongError: [400, "Your key is too long"],
  MalformedXML: [400, "The XML you provided was not well-formed or did not validate against our published schema."],
  MethodNotAllowed: [405, "The specified method is not allowed against this resource."],
  MissingContentLength: [411, "You must provide the Content-Length HTTP header."],
  NoSuchBucket: [404, "The specified bucket does not exist"],
  NoSuchCORSConfiguration: [404, "The CORS configuration does not exist"],
  NoSuchKey: [404, "The specified key does not exist."],
  NoSuchLifecycleConfiguration: [404, "The lifecycle configuration does not exist"],
  NoSuchUpload: [
    404,
    "The specified multipart upload does not exist. The upload ID might be invalid, or the multipart upload might " +
    "have been aborted or completed."
  ],
  NotImplemented: [501, "A header or query you provided implies functionality that is not implemented."],
  NotModified: [304, "Not Modified"],
  PreconditionFailed: [412, "At least one of the preconditions you specified did not hold."],
  QuotaExceeded: [507, "There is no space left to store the object."],
  RequestTimeTooSkewed: [403, "The difference between the request time and the server's time is too large."],
  RestoreAlreadyInProgress: [409, "Object restore is already in progress"],
  SignatureDoesNotMatch: [
    403,
    "The request signature we calculated does not match the signature you provided. Check your key and signing method."
  ],
  XAmzContentSHA256Mismatch: [400, "The provided 'x-amz-content-sha256' header does not match what was computed."]
} as const

export type S3ErrorCode = keyof typeof catalogue

/**
 * An answer of the S3 protocol that is not a success. `fields` are further elements of its XML; `headers` go out with
 * it; `withoutCors` leaves the CORS headers off, as servers do that refuse before they look at the bucket.
 */
export class S3Error extends Data.TaggedError("S3Error")<{
  readonly code: S3ErrorCode
  readonly detail?: string | undefined
  readonly fields?: Readonly<Record<string, string>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly withoutCors?: boolean | undefined
}> {
  get status(): number {
    return catalogue[this.code][0]
  }
  override get message(): string {
    return this.detail ?? catalogue[this.code][1]
  }
}

export const s3Error = (code: S3ErrorCode, detail?: string, fields?: Readonly<Record<string, string>>): S3Error =>
  new S3Error({ code, detail, fields })
