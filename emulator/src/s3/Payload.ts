/**
 * The body of a request that stores bytes: decoded, with every digest that its sender declared checked.
 */
import * as Effect from "effect/Effect"
import type { DigestName, Digests } from "../blobs/Blob.js"
import type { BlobInput, Received } from "../blobs/BlobStore.js"
import * as ByteSource from "../blobs/ByteSource.js"
import * as DigestSet from "../blobs/DigestSet.js"
import type { Authenticated } from "./Authentication.js"
import * as AwsChunked from "./AwsChunked.js"
import * as Checksums from "./Checksums.js"
import { type S3Error, s3Error } from "./S3Error.js"
import type { S3Request } from "./S3Request.js"
import * as SigV4 from "./SigV4.js"

const maximumSize = 5 * 1024 ** 3

const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

const declaredSize = (request: S3Request, chunked: boolean): Effect.Effect<number, S3Error> => {
  if (request.headers["transfer-encoding"] !== undefined && !chunked) {
    const detail = "A header you provided implies functionality that is not implemented."
    return Effect.fail(s3Error("NotImplemented", detail, { Header: "Transfer-Encoding" }))
  }
  const text = request.headers[chunked ? "x-amz-decoded-content-length" : "content-length"]
  if (text === undefined) return Effect.fail(s3Error("MissingContentLength"))
  const size = Number(text)
  if (!Number.isSafeInteger(size) || size < 0) return Effect.fail(s3Error("InvalidArgument", "Bad content length"))
  return size > maximumSize ? Effect.fail(s3Error("EntityTooLarge")) : Effect.succeed(size)
}

/** Stops reading as soon as there is more than was declared. */
const limited = (source: ByteSource.ByteSource<S3Error>, size: number): ByteSource.ByteSource<S3Error> => {
  let left = size
  return Effect.tap(source, (chunk) => {
    left -= chunk?.length ?? 0
    return left < 0 ? Effect.fail(s3Error("IncompleteBody", "The body is longer than declared.")) : Effect.void
  })
}

const mismatch = (what: string, expected: string, actual: string): S3Error =>
  s3Error("BadDigest", `The ${what} you specified did not match the calculated checksum.`, {
    ExpectedDigest: expected,
    CalculatedDigest: actual
  })

const checkMd5 = (declared: string | undefined, digests: Digests): Effect.Effect<void, S3Error> => {
  if (declared === undefined) return Effect.void
  if (Buffer.from(declared, "base64").length !== 16) return Effect.fail(s3Error("InvalidDigest"))
  const actual = Checksums.base64OfHex(digests.md5 ?? "")
  return declared === actual ? Effect.void : Effect.fail(mismatch("Content-MD5", declared, actual))
}

const checkHash = (declared: string, digests: Digests): Effect.Effect<void, S3Error> =>
  !isHash(declared) || declared === digests.sha256
    ? Effect.void
    : Effect.fail(s3Error("XAmzContentSHA256Mismatch", undefined, {
      ClientComputedContentSHA256: declared,
      S3ComputedContentSHA256: digests.sha256 ?? ""
    }))

/**
 * What the store reads for this request. Its `check` fails with IncompleteBody, BadDigest or
 * XAmzContentSHA256Mismatch.
 */
export const make = Effect.fnUntraced(function*(request: S3Request, auth: Authenticated) {
  const mode = auth.payloadHash
  const chunked = mode.startsWith("STREAMING-")
  if (!chunked && mode !== SigV4.unsignedPayload && !isHash(mode)) {
    return yield* s3Error("InvalidArgument", "x-amz-content-sha256 must be UNSIGNED-PAYLOAD, STREAMING-… or a SHA-256")
  }
  const size = yield* declaredSize(request, chunked)
  const decoded = chunked
    ? AwsChunked.decode(request.body, auth, {
      signed: mode.startsWith("STREAMING-AWS4-HMAC-SHA256-PAYLOAD"),
      trailer: mode.endsWith("-TRAILER")
    })
    : { body: request.body, trailers: new Map<string, string>() }
  const checksum = Checksums.declared(request)

  const checkChecksum = (digests: Digests): Effect.Effect<void, S3Error> => {
    if (checksum === undefined) return Effect.void
    const name = Checksums.header(checksum)
    const declared = request.headers[name] ?? decoded.trailers.get(name)
    const actual = Checksums.base64OfHex(digests[checksum] ?? "")
    return declared === undefined || declared === actual
      ? Effect.void
      : Effect.fail(mismatch(checksum.toUpperCase(), declared, actual))
  }

  const digests: Array<DigestName> = [
    ...isHash(mode) ? ["sha256" as const] : [],
    ...checksum === undefined ? [] : [checksum]
  ]
  const input: BlobInput<S3Error> = {
    body: limited(decoded.body, size),
    size,
    digests,
    check: (received: Received) =>
      received.size === size
        ? checkMd5(request.headers["content-md5"], received.digests).pipe(
          Effect.zipRight(checkHash(mode, received.digests)),
          Effect.zipRight(checkChecksum(received.digests))
        )
        : Effect.fail(s3Error("IncompleteBody"))
  }
  return { input, checksum, size }
})

const longestText = 4 * 1024 * 1024

/**
 * A small body as text, checked as any other.
 */
export const text = Effect.fnUntraced(function*(request: S3Request, auth: Authenticated) {
  const { input, size } = yield* make(request, auth)
  if (size > longestText) return yield* s3Error("MalformedXML")
  const digestSet = yield* DigestSet.make(["md5", ...input.digests ?? []])
  const bytes = yield* ByteSource.collect(input.body)
  digestSet.update(bytes)
  yield* input.check?.({ size: bytes.length, digests: digestSet.digests() }) ?? Effect.void
  return new TextDecoder().decode(bytes)
})
