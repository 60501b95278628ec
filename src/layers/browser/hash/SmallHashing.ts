/**
 * Digests of what is small, in the page itself. That takes less than a message to a worker, and neither the worker nor WebAssembly has
 * to be loaded.
 *
 * @since 1.0.7
 */
import { bytesToHex } from "@noble/hashes/utils.js"
import * as Effect from "effect/Effect"
import type { SourceChanged } from "../../../domain/errors/TransferErrors.js"
import type { Digests } from "../../../domain/HashPlan.js"
import { sha1Digests } from "../../../domain/HashPlan.js"
import { joinBytes } from "../../../domain/joinBytes.js"
import type { PartDigest } from "../../../services/PartStore.js"
import type { PartBody } from "../../../services/Transport.js"
import type { UploadSource } from "../../../services/UploadSource.js"
import { checksumText } from "../../hash/Checksums.js"
import { plainChecksums } from "../../hash/PlainChecksums.js"
import { smallFileSize } from "../sources/SmallBlobSource.js"
import type { Unreadable } from "./PageHashing.js"

/**
 * Whether a body is that small.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isSmall = (body: PartBody): boolean =>
  (body instanceof Blob ? body.size : body.byteLength) <= smallFileSize

const bytesOf = (body: PartBody): Effect.Effect<Uint8Array, Unreadable> =>
  body instanceof Blob
    ? Effect.tryPromise({
      try: async () => new Uint8Array(await body.arrayBuffer()),
      catch: (): Unreadable => ({ _tag: "Unreadable" })
    })
    : Effect.succeed(body)

/**
 * @since 1.0.7
 * @category constructors
 */
export const digestSmall = (
  body: PartBody,
  kinds: ReadonlyArray<keyof PartDigest>
): Effect.Effect<PartDigest, Unreadable> =>
  Effect.map(bytesOf(body), (bytes) =>
    Object.fromEntries(kinds.map((kind) => {
      const checksum = plainChecksums[kind]()
      checksum.update(bytes)
      return [kind, checksumText[kind](checksum.digest())]
    })))

/** Web Crypto makes SHA-1 without blocking the page. Not in pages that came over plain HTTP from another machine. */
const subtle = (): SubtleCrypto | undefined => globalThis.crypto.subtle

/**
 * Whether a file is hashed this way: Web Crypto takes a whole at once, so only what is small.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isForNativeSha1 = ({ identity }: UploadSource): boolean =>
  identity.size <= smallFileSize && subtle() !== undefined

/** Web Crypto takes no memory that workers share. */
const ownBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : bytes.slice()

/** A small file comes in one piece, which is hashed where it lies. */
const read = (source: UploadSource): Effect.Effect<Uint8Array, SourceChanged> => {
  const chunks: Array<Uint8Array> = []
  return Effect.map(source.readAll(0, (chunk) => chunks.push(chunk)), () => joinBytes(chunks))
}

/**
 * SHA-1 of the whole file.
 *
 * @since 1.0.7
 * @category constructors
 */
export const nativeSha1 = (source: UploadSource): Effect.Effect<Digests, SourceChanged> =>
  Effect.flatMap(read(source), (bytes) =>
    Effect.map(
      Effect.promise(() => globalThis.crypto.subtle.digest("SHA-1", ownBytes(bytes))),
      (digest) => sha1Digests(bytesToHex(new Uint8Array(digest)))
    ))
