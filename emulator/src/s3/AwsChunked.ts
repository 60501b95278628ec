/**
 * Decodes `aws-chunked` bodies: chunks with a signature each or none, and trailing headers.
 */
import * as Effect from "effect/Effect"
import { createHash, type Hash } from "node:crypto"
import type { ByteSource } from "../blobs/ByteSource.js"
import * as SigningText from "../bucketHttp/SigningText.js"
import type { Authenticated } from "./Authentication.js"
import { type S3Error, s3Error } from "./S3Error.js"
import * as SigV4 from "./SigV4.js"

/**
 * `trailers` are complete once the body was read to its end, names in lower case.
 */
export interface Decoded {
  readonly body: ByteSource<S3Error>
  readonly trailers: ReadonlyMap<string, string>
}

// A line is a chunk's size with its signature, or a trailing header.
const longestLine = 4096

const incomplete = s3Error("IncompleteBody", "The aws-chunked body is malformed or ends early.")

interface Signatures {
  readonly data: (chunk: Uint8Array) => void
  /** Ends a chunk: whether its signature is right. */
  readonly verifyChunk: (signature: string) => boolean
  readonly verifyTrailer: (canonical: string, signature: string) => boolean
}

const makeSignatures = (auth: Authenticated): Signatures => {
  let previous = auth.signature
  let hash: Hash = createHash("sha256")
  const verify = (text: string, signature: string): boolean => {
    const right = SigningText.sameSignature(SigV4.sign(auth.signingKey, text), signature)
    previous = signature
    return right
  }
  return {
    data: (chunk) => void hash.update(chunk),
    verifyChunk: (signature) => {
      const dataHash = hash.digest("hex")
      hash = createHash("sha256")
      return verify(SigV4.chunkStringToSign(auth.amzDate, auth.scope, previous, dataHash), signature)
    },
    verifyTrailer: (canonical, signature) =>
      verify(SigV4.trailerStringToSign(auth.amzDate, auth.scope, previous, canonical), signature)
  }
}

type State =
  | { readonly at: "size" }
  | { readonly at: "data"; left: number; readonly signature: string }
  | { readonly at: "dataEnd"; readonly signature: string }
  | { readonly at: "trailer" }
  | { readonly at: "done" }

/**
 * Decodes a body. `signed`: its chunks carry signatures, which continue from the request's own.
 */
export const decode = (
  source: ByteSource<S3Error>,
  auth: Authenticated,
  options: { readonly signed: boolean; readonly trailer: boolean }
): Decoded => {
  const signatures = options.signed ? makeSignatures(auth) : undefined
  const trailers = new Map<string, string>()
  let state: State = { at: "size" }
  let rest: Uint8Array = new Uint8Array(0)

  /** Takes a line off `rest`; `undefined` when it is not there whole. */
  const takeLine = (): string | undefined => {
    const end = rest.indexOf(10)
    if (end < 0) return undefined
    const line = Buffer.from(rest.buffer, rest.byteOffset, end).toString("latin1").replace(/\r$/, "")
    rest = rest.subarray(end + 1)
    return line
  }

  const onSize = (line: string): S3Error | undefined => {
    const match = /^([0-9a-f]{1,13})(?:;chunk-signature=([0-9a-f]{64}))?$/i.exec(line)
    if (match === null) return incomplete
    const [, size = "", signature = ""] = match
    const left = parseInt(size, 16)
    if (left > 0) {
      state = { at: "data", left, signature }
      return undefined
    }
    state = { at: "trailer" }
    return signatures === undefined || signatures.verifyChunk(signature) ? undefined : s3Error("SignatureDoesNotMatch")
  }

  const onTrailer = (line: string): S3Error | undefined => {
    if (line === "") {
      state = { at: "done" }
      return endOfTrailers()
    }
    const colon = line.indexOf(":")
    if (colon < 1) return incomplete
    trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
    return undefined
  }

  const endOfTrailers = (): S3Error | undefined => {
    const signature = trailers.get("x-amz-trailer-signature")
    trailers.delete("x-amz-trailer-signature")
    if (signatures === undefined || !options.trailer) return undefined
    const canonical = Array.from(trailers, ([name, value]) => `${name}:${value}\n`).sort().join("")
    return signature !== undefined && signatures.verifyTrailer(canonical, signature)
      ? undefined
      : s3Error("SignatureDoesNotMatch")
  }

  const onDataEnd = (line: string, signature: string): S3Error | undefined => {
    if (line !== "") return incomplete
    state = { at: "size" }
    return signatures === undefined || signatures.verifyChunk(signature) ? undefined : s3Error("SignatureDoesNotMatch")
  }

  const onLine = (line: string): S3Error | undefined => {
    switch (state.at) {
      case "size":
        return onSize(line)
      case "trailer":
        return onTrailer(line)
      case "dataEnd":
        return onDataEnd(line, state.signature)
      default:
        return undefined
    }
  }

  const takeData = (data: Extract<State, { at: "data" }>): Uint8Array => {
    const chunk = rest.subarray(0, data.left)
    rest = rest.subarray(chunk.length)
    data.left -= chunk.length
    signatures?.data(chunk)
    if (data.left === 0) state = { at: "dataEnd", signature: data.signature }
    return chunk
  }

  /** The next bytes that are there; `undefined` when more must be read first, or at the end. */
  const step = (): Uint8Array | S3Error | undefined => {
    for (;;) {
      if (state.at === "done") return undefined
      if (state.at === "data") return rest.length === 0 ? undefined : takeData(state)
      const line = takeLine()
      if (line === undefined) return rest.length > longestLine ? incomplete : undefined
      const failure = onLine(line)
      if (failure !== undefined) return failure
    }
  }

  const body: ByteSource<S3Error> = Effect.gen(function*() {
    for (;;) {
      const next = step()
      if (next instanceof Uint8Array) return next
      if (next !== undefined) return yield* next
      const more: Uint8Array | undefined = yield* source
      if (more === undefined) return isDone() ? undefined : yield* incomplete
      rest = rest.length === 0 ? more : Buffer.concat([rest, more])
    }
  })

  // A function, as the state changes behind the compiler's back.
  const isDone = (): boolean => state.at === "done" && rest.length === 0

  return { body, trailers }
}
