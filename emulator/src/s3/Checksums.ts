/**
 * The checksums of S3, and which of them a request speaks of.
 */
import * as Effect from "effect/Effect"
import { type S3Error, s3Error } from "./S3Error.js"
import type { S3Request } from "./S3Request.js"

/**
 * By the name that headers use.
 */
export const names = ["crc32", "crc32c", "crc64nvme", "sha1", "sha256"] as const

export type ChecksumName = typeof names[number]

export const header = (name: ChecksumName): string => `x-amz-checksum-${name}`

/**
 * The element of XML that holds one.
 */
export const element = (name: ChecksumName): string => `Checksum${name.toUpperCase()}`

/**
 * Every header about checksums that means something here.
 */
export const headers: ReadonlyArray<string> = [
  ...names.map(header),
  "x-amz-checksum-algorithm",
  "x-amz-checksum-type",
  "x-amz-checksum-mode"
]

export const base64OfHex = (hex: string): string => Buffer.from(hex, "hex").toString("base64")

const nameOf = (text: string | undefined): ChecksumName | undefined => {
  const lower = text?.trim().toLowerCase()
  return names.find((name) => name === lower)
}

/**
 * Those that a request gives with its head.
 */
export const given = (request: Pick<S3Request, "headers">): ReadonlyArray<ChecksumName> =>
  names.filter((name) => request.headers[header(name)] !== undefined)

const trailing = (request: Pick<S3Request, "headers">): string | undefined =>
  request.headers["x-amz-trailer"]?.trim().toLowerCase()

/**
 * The one that the sender gives, gives after the body, or asks for.
 */
export const declared = (request: Pick<S3Request, "headers">): ChecksumName | undefined =>
  given(request)[0] ?? names.find((name) => trailing(request) === header(name)) ??
    nameOf(request.headers["x-amz-checksum-algorithm"] ?? request.headers["x-amz-sdk-checksum-algorithm"])

const unknown = "Checksum algorithm provided is unsupported. Please try again with any of the valid types: " +
  `[${names.join(", ").toUpperCase()}]`

/**
 * Refuses checksums that could not all be verified: several at once, and names that nobody knows.
 */
export const check = (request: Pick<S3Request, "headers">): Effect.Effect<void, S3Error> => {
  const asked = [request.headers["x-amz-checksum-algorithm"], request.headers["x-amz-sdk-checksum-algorithm"]]
  if (asked.some((text) => text !== undefined && nameOf(text) === undefined)) {
    return Effect.fail(s3Error("InvalidRequest", unknown))
  }
  const trailer = trailing(request)
  if (trailer?.startsWith("x-amz-checksum-") === true && !names.some((name) => header(name) === trailer)) {
    return Effect.fail(s3Error("InvalidRequest", "The value specified in the x-amz-trailer header is not supported"))
  }
  const sent = given(request)
  if (sent.length > 1) {
    const detail = "Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed."
    return Effect.fail(s3Error("InvalidRequest", detail))
  }
  const [one] = sent
  const said = nameOf(request.headers["x-amz-sdk-checksum-algorithm"])
  return one === undefined || said === undefined || one === said
    ? Effect.void
    : Effect.fail(s3Error("BadDigest", `x-amz-sdk-checksum-algorithm says ${said}, the checksum is ${one}`))
}
