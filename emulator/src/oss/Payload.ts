/**
 * The body of a request that stores bytes, with its length and its MD5 checked.
 */
import * as Effect from "effect/Effect"
import type { BlobInput } from "../blobs/BlobStore.js"
import * as ByteSource from "../blobs/ByteSource.js"
import * as DigestSet from "../blobs/DigestSet.js"
import { type OssError, ossError } from "./OssError.js"
import type { OssRequest } from "./OssRequest.js"

const maximumSize = 5 * 1024 ** 3

/** `undefined` for a body sent in chunks, whose end is its length. */
const declaredSize = (request: OssRequest): Effect.Effect<number | undefined, OssError> => {
  const text = request.headers["content-length"]
  if (text === undefined) {
    return request.headers["transfer-encoding"]?.toLowerCase().includes("chunked") === true
      ? Effect.succeed(undefined)
      : Effect.fail(ossError("MissingContentLength"))
  }
  if (!/^\d+$/.test(text)) return Effect.fail(ossError("MissingContentLength"))
  return Number(text) > maximumSize ? Effect.fail(ossError("EntityTooLarge")) : Effect.succeed(Number(text))
}

/** Stops reading as soon as there is more than may be. */
const limited = (source: ByteSource.ByteSource<OssError>, size: number | undefined) => {
  let left = size ?? maximumSize
  const tooMuch = ossError(size === undefined ? "EntityTooLarge" : "IncompleteBody")
  return Effect.tap(source, (chunk) => {
    left -= chunk?.length ?? 0
    return left < 0 ? Effect.fail(tooMuch) : Effect.void
  })
}

const isMd5 = (text: string): boolean => /^[A-Za-z0-9+/]{22}==$/.test(text)

/**
 * What the store reads for this request. Its `check` fails with IncompleteBody or InvalidDigest.
 */
export const make = Effect.fnUntraced(function*(request: OssRequest) {
  const size = yield* declaredSize(request)
  const md5 = request.headers["content-md5"]
  if (md5 !== undefined && !isMd5(md5)) return yield* ossError("InvalidDigest")
  const input: BlobInput<OssError> = {
    body: limited(request.body, size),
    size,
    digests: ["crc64"],
    check: (received) => {
      if (size !== undefined && received.size !== size) return Effect.fail(ossError("IncompleteBody"))
      return md5 === undefined || md5 === Buffer.from(received.digests.md5 ?? "", "hex").toString("base64")
        ? Effect.void
        : Effect.fail(ossError("InvalidDigest"))
    }
  }
  return input
})

const longestText = 2 * 1024 * 1024

/**
 * A small body as text, checked as any other.
 */
export const text = Effect.fnUntraced(function*(request: OssRequest) {
  const input = yield* make(request)
  if (Number(request.headers["content-length"] ?? 0) > longestText) return yield* ossError("EntityTooLarge")
  const digestSet = yield* DigestSet.make(["md5"])
  let size = 0
  const bytes = yield* ByteSource.collect(
    Effect.tap(input.body, (chunk) => {
      size += chunk?.length ?? 0
      return size > longestText ? Effect.fail(ossError("EntityTooLarge")) : Effect.void
    })
  )
  digestSet.update(bytes)
  yield* input.check?.({ size, digests: digestSet.digests() }) ?? Effect.void
  return new TextDecoder().decode(bytes)
})
