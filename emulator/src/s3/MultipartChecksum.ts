/**
 * Checksums of objects made of parts: that of the whole (`FULL_OBJECT`), joined from those of the parts, or that of the
 * parts' checksums (`COMPOSITE`).
 */
import * as Effect from "effect/Effect"
import type { Blob, BlobPart, BlobUpload, Digests } from "../blobs/Blob.js"
import * as CrcJoin from "../blobs/CrcJoin.js"
import * as DigestSet from "../blobs/DigestSet.js"
import type { WrittenPart } from "../bucketHttp/PartList.js"
import * as Xml from "../bucketHttp/Xml.js"
import * as Checksums from "./Checksums.js"
import { checksumHeaders } from "./Responses.js"
import { type S3Error, s3Error } from "./S3Error.js"
import type { S3Request } from "./S3Request.js"

/**
 * What an upload was begun with. SHA has no type `FULL_OBJECT`, CRC-64/NVME no other.
 */
export interface Plan {
  readonly name: Checksums.ChecksumName
  readonly type: "COMPOSITE" | "FULL_OBJECT"
}

const algorithmHeader = "x-amz-checksum-algorithm"
const typeHeader = "x-amz-checksum-type"

const typeIn = (request: S3Request): string | undefined => request.headers[typeHeader]?.trim().toUpperCase()

const isCrc = (name: Checksums.ChecksumName) => name !== "sha1" && name !== "sha256"

/**
 * What a CreateMultipartUpload asks for.
 */
export const planIn = (request: S3Request): Effect.Effect<Plan | undefined, S3Error> => {
  const name = Checksums.declared(request)
  const type = typeIn(request)
  const invalid = (detail: string) => Effect.fail(s3Error("InvalidRequest", detail))
  if (type !== undefined && type !== "COMPOSITE" && type !== "FULL_OBJECT") {
    return invalid(`Value for ${typeHeader} header is invalid.`)
  }
  if (name === undefined) {
    return type === undefined
      ? Effect.succeed(undefined)
      : invalid(`The ${typeHeader} header can only be used with the ${algorithmHeader} header.`)
  }
  const plan: Plan = { name, type: type ?? (name === "crc64nvme" ? "FULL_OBJECT" : "COMPOSITE") }
  const isPossible = plan.type === "FULL_OBJECT" ? isCrc(name) : name !== "crc64nvme"
  return isPossible
    ? Effect.succeed(plan)
    : invalid(`The ${plan.type} checksum type cannot be used with the ${name} checksum algorithm.`)
}

/**
 * A plan as headers that are kept with the upload.
 */
export const headersOf = (plan: Plan | undefined): Record<string, string> =>
  plan === undefined ? {} : { [algorithmHeader]: plan.name, [typeHeader]: plan.type }

/**
 * What ListParts says of it.
 */
export const elementsOfPlan = (plan: Plan | undefined): Xml.XmlChildren =>
  plan === undefined ? {} : { ChecksumAlgorithm: plan.name.toUpperCase(), ChecksumType: plan.type }

/**
 * The plan that an upload was begun with.
 */
export const planOf = ({ metadata: { headers } }: BlobUpload): Plan | undefined => {
  const name = Checksums.names.find((one) => headers[algorithmHeader] === one)
  return name === undefined
    ? undefined
    : { name, type: headers[typeHeader] === "FULL_OBJECT" ? "FULL_OBJECT" : "COMPOSITE" }
}

/**
 * Refuses a part with another checksum than the upload was begun with.
 */
export const checkPart = (plan: Plan | undefined, sent: Checksums.ChecksumName | undefined) =>
  plan === undefined || sent === undefined || sent === plan.name
    ? Effect.void
    : Effect.fail(s3Error(
      "InvalidRequest",
      `Checksum Type mismatch occurred, expected checksum Type: ${plan.name}, actual checksum Type: ${sent}`
    ))

/**
 * A part's checksum as XML says it.
 */
export const elementsOf = (part: BlobPart): Xml.XmlChildren => {
  const name = Checksums.names.find((one) => part.digests[one] !== undefined)
  const digest = name === undefined ? undefined : part.digests[name]
  return name === undefined || digest === undefined
    ? {}
    : { [Checksums.element(name)]: Checksums.base64OfHex(digest) }
}

/**
 * An object's checksum as XML says it.
 */
export const elementsOfBlob = (blob: Blob): Xml.XmlChildren => {
  const headers = checksumHeaders(blob)
  const name = Checksums.names.find((one) => headers[Checksums.header(one)] !== undefined)
  return name === undefined
    ? {}
    : { [Checksums.element(name)]: headers[Checksums.header(name)], ChecksumType: headers[typeHeader] }
}

/**
 * What is kept with the joined object: headers, or a digest of the whole.
 */
export interface Joined {
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly digests?: Digests | undefined
}

/** Those of parts whose records were lost on their way are not known: then nothing is said of the whole. */
const digestsOf = (name: Checksums.ChecksumName, parts: ReadonlyArray<BlobPart>) => {
  const pieces = parts.flatMap(({ digests, size }) => {
    const digest = digests[name]
    return digest === undefined ? [] : [{ digest, size }]
  })
  return pieces.length === parts.length ? pieces : undefined
}

/** The whole is made of the parts' checksums only where each of them is said once more. */
const checkAllNamed = (
  { name, type }: Plan,
  parts: ReadonlyArray<BlobPart>,
  named: ReadonlyArray<WrittenPart>
): Effect.Effect<void, S3Error> => {
  const missing = parts.find((_, index) => {
    const element = named[index]?.element
    return element === undefined || Xml.textOf(element, Checksums.element(name)) === undefined
  })
  return type === "FULL_OBJECT" || missing === undefined
    ? Effect.void
    : Effect.fail(s3Error(
      "InvalidRequest",
      `The upload was created using a ${name} checksum. The complete request must include the checksum for each part. ` +
        `It was missing for part ${missing.number} in the request.`
    ))
}

const checkNamed = (
  name: Checksums.ChecksumName,
  parts: ReadonlyArray<BlobPart>,
  named: ReadonlyArray<WrittenPart>
): Effect.Effect<void, S3Error> => {
  const wrong = parts.find((part, index) => {
    const element = named[index]?.element
    const declared = element === undefined ? undefined : Xml.textOf(element, Checksums.element(name))
    return declared !== undefined && declared !== Checksums.base64OfHex(part.digests[name] ?? "")
  })
  return wrong === undefined
    ? Effect.void
    : Effect.fail(s3Error("InvalidPart", undefined, { PartNumber: String(wrong.number) }))
}

const joinDigests = Effect.fnUntraced(function*(
  { name, type }: Plan,
  pieces: ReadonlyArray<{ readonly digest: string; readonly size: number }>
) {
  if (type === "FULL_OBJECT" && name !== "sha1" && name !== "sha256") return CrcJoin.join(name, pieces)
  const digestSet = yield* DigestSet.make([name])
  for (const { digest } of pieces) digestSet.update(Buffer.from(digest, "hex"))
  return digestSet.digests()[name] ?? ""
})

const checkRequest = (request: S3Request, plan: Plan | undefined): Effect.Effect<void, S3Error> => {
  const invalid = (detail: string) => Effect.fail(s3Error("InvalidRequest", detail))
  const type = typeIn(request)
  if (type !== undefined && type !== plan?.type) {
    return invalid(`The upload was not begun with the checksum type ${type}.`)
  }
  return Checksums.given(request).some((name) => name !== plan?.name)
    ? invalid("The upload was not begun with this checksum.")
    : Effect.void
}

/**
 * The checksum of the parts that a CompleteMultipartUpload joins. Fails with InvalidRequest when a part of a `COMPOSITE` upload is named
 * without its checksum, with InvalidPart when a named one is not that of its part, with BadDigest when the one of the whole is another.
 */
export const join = Effect.fnUntraced(function*(
  request: S3Request,
  upload: BlobUpload,
  parts: ReadonlyArray<BlobPart>,
  named: ReadonlyArray<WrittenPart>
) {
  const plan = planOf(upload)
  yield* checkRequest(request, plan)
  const nothing: Joined = {}
  if (plan === undefined) return nothing
  const { name, type } = plan
  yield* checkAllNamed(plan, parts, named)
  yield* checkNamed(name, parts, named)
  const pieces = digestsOf(name, parts)
  const declared = request.headers[Checksums.header(name)]
  if (pieces === undefined) {
    return declared === undefined ? nothing : yield* s3Error("InvalidPart", "The checksum of a part is not known.")
  }
  const digest = yield* joinDigests(plan, pieces)
  const value = Checksums.base64OfHex(digest)
  const whole = type === "COMPOSITE" ? `${value}-${parts.length}` : value
  if (declared !== undefined && declared !== whole) {
    return yield* s3Error("BadDigest", `The ${name} you specified did not match the calculated checksum.`, {
      ExpectedDigest: declared,
      CalculatedDigest: whole
    })
  }
  const joined: Joined = type === "COMPOSITE"
    ? { headers: { [Checksums.header(name)]: whole } }
    : { digests: { [name]: digest } }
  return joined
})
