/**
 * Checksums of what is small, in the page and in plain JavaScript: that takes less than a message to a worker, and neither the worker
 * nor WebAssembly has to be loaded.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { PartDigest } from "../../../services/PartStore.js"
import type { PartBody } from "../../../services/Transport.js"
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
