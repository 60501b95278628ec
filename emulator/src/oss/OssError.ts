/**
 * The errors of the OSS protocol: code, status and the message that OSS gives with it.
 */
import * as Data from "effect/Data"

const catalogue = {
  AccessDenied: [403, "You have no right to access this object because of bucket acl."],
  AccessForbidden: [
    403,
    "CORSResponse: This CORS request is not allowed. This is usually because the evalution of Origin, request " +
    "method / Access-Control-Request-Method or Access-Control-Requet-Headers are not whitelisted by the resource's " +
    "CORS spec."
  ],
  BucketNotEmpty: [409, "The bucket you tried to delete is not empty."],
  CallbackFailed: [203, "Error status : 502."],
  EntityTooLarge: [400, "Your proposed upload exceeds the maximum allowed object size."],
  EntityTooSmall: [400, "Your proposed upload smaller than the minimum allowed size."],
  FileAlreadyExists: [409, "The object you specified already exists and can not be overwritten."],
  IncompleteBody: [400, "You did not provide the number of bytes specified by the Content-Length HTTP header."],
  InternalError: [500, "We encountered an internal error. Please try again."],
  InvalidAccessKeyId: [403, "The OSS Access Key Id you provided does not exist in our records."],
  InvalidArgument: [400, "The argument is invalid."],
  InvalidBucketName: [400, "The specified bucket is not valid."],
  InvalidDigest: [400, "The Content-MD5 you specified was invalid."],
  InvalidObjectName: [400, "The length of object name must be less than 1024."],
  InvalidObjectState: [403, "The operation is not valid for the object's state"],
  InvalidPart: [
    400,
    "One or more of the specified parts could not be found or the specified entity tag might not have matched the " +
    "part's entity tag."
  ],
  InvalidPartOrder: [
    400,
    "The list of parts was not in ascending order. Parts list must specified in order by part number."
  ],
  InvalidRange: [416, "The requested range cannot be satisfied"],
  InvalidRequest: [400, "The request is invalid."],
  InvalidSecurityToken: [403, "The security token you provided is invalid."],
  InvalidTargetType: [400, "The storage class of the target is invalid."],
  MalformedXML: [400, "The XML you provided was not well-formed or did not validate against our published schema."],
  MethodNotAllowed: [405, "The specified method is not allowed against this resource."],
  MissingArgument: [400, "Missing Some Required Arguments."],
  MissingContentLength: [411, "You must provide the Content-Length HTTP header."],
  NoSuchBucket: [404, "The specified bucket does not exist."],
  NoSuchCORSConfiguration: [404, "The CORS Configuration does not exist."],
  NoSuchKey: [404, "The specified key does not exist."],
  NoSuchLifecycle: [404, "No Row found in Lifecycle Table."],
  NoSuchUpload: [
    404,
    "The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or " +
    "completed."
  ],
  NotImplemented: [501, "A header you provided implies functionality that is not implemented."],
  NotModified: [304, "Not Modified"],
  OperationNotSupported: [400, "The operation is not supported for this resource"],
  PreconditionFailed: [412, "At least one of the pre-conditions you specified did not hold."],
  QuotaExceeded: [507, "There is no space left to store the object."],
  RequestTimeTooSkewed: [403, "The difference between the request time and the current time is too large."],
  RestoreAlreadyInProgress: [409, "The restore operation is in progress."],
  SecurityTokenExpired: [403, "The security token you provided has expired."],
  SignatureDoesNotMatch: [
    403,
    "The request signature we calculated does not match the signature you provided. Check your key and signing method."
  ]
} as const

export type OssErrorCode = keyof typeof catalogue

/**
 * An answer of the OSS protocol that is not a plain success. `fields` are further elements of its XML; `headers` go out
 * with it.
 */
export class OssError extends Data.TaggedError("OssError")<{
  readonly code: OssErrorCode
  readonly detail?: string | undefined
  readonly fields?: Readonly<Record<string, string>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}> {
  get status(): number {
    return catalogue[this.code][0]
  }
  override get message(): string {
    return this.detail ?? catalogue[this.code][1]
  }
}

export const ossError = (
  code: OssErrorCode,
  detail?: string,
  fields?: Readonly<Record<string, string>>
): OssError => new OssError({ code, detail, fields })

/**
 * `InvalidArgument` about one parameter or header, named as OSS names it.
 */
export const invalidArgument = (name: string, value: string | undefined, detail: string): OssError =>
  ossError("InvalidArgument", detail, { ArgumentName: name, ArgumentValue: value ?? "" })
