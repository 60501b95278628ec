/**
 * The proof that a client has the bytes whose hash it names.
 */
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { BlobBroken, type BlobNotFound, type BlobWriteError } from "../blobs/BlobErrors.js"
import * as ByteSource from "../blobs/ByteSource.js"
import type { Refusal } from "../catalogue/Refusal.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import type { DriveCall } from "./DriveCall.js"
import { invalid } from "./DriveCall.js"
import type { DriveContext } from "./DriveContext.js"

const proofLength = 8

/** Where the proof lies depends on the caller's token, so that one cannot be used by somebody else. */
const offsetOf = (accessToken: string, size: number): number => {
  const start = createHash("md5").update(accessToken).digest("hex").slice(0, 16)
  return size === 0 ? 0 : Number(BigInt(`0x${start}`) % BigInt(size))
}

/**
 * Compares the proof with the stored bytes, where a call brings one: base64 of at most 8 bytes from a place that the
 * access token decides.
 */
export const checkProof = (
  context: DriveContext,
  space: SpaceRules,
  objectKey: string,
  body: { readonly proof_code?: string | null | undefined },
  call: DriveCall
): Effect.Effect<void, Refusal | BlobNotFound | BlobWriteError> =>
  Effect.gen(function*() {
    if (typeof body.proof_code !== "string") return
    const bucket = yield* context.blobs.bucket(space.bucket)
    const { blob, read } = yield* bucket.get(objectKey)
    if (blob.size === 0) return
    const start = offsetOf(call.token.accessToken, blob.size)
    const range = { start, end: Math.min(blob.size, start + proofLength) - 1 }
    const bytes = yield* ByteSource.reading(
      () => read(range),
      (cause) => new BlobBroken({ operation: "proof", cause }),
      ByteSource.collect
    )
    if (Buffer.from(bytes).toString("base64") !== body.proof_code) {
      return yield* invalid("proof_code", "It does not match the file.")
    }
  })
