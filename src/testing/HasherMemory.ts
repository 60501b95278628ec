/**
 * Digests computed at once on the calling thread; a read pass takes virtual time all the same.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as crypto from "node:crypto"
import { crc32 } from "node:zlib"
import { crc32Text } from "../layers/hash/Checksums.js"
import { startCrc64 } from "../layers/hash/RunningCrc64.js"
import { sourceSha1States } from "../layers/hash/SourceSha1States.js"
import { forwardProgress } from "../layers/http/forwardProgress.js"
import type { Hasher } from "../services/Hasher.js"
import { hold } from "./VirtualTime.js"

/**
 * Upper-case hex, as the service wants it.
 *
 * @since 1.0.7
 * @category digests
 */
export const sha1 = (bytes: Uint8Array): string => crypto.createHash("sha1").update(bytes).digest("hex").toUpperCase()

const crc64 = (bytes: Uint8Array): string => {
  const running = startCrc64()
  running.update(bytes)
  return running.digest()
}

/**
 * `bytesPerSecond` is the speed of a read pass.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (options: { readonly bytesPerSecond: number }): Hasher["Type"] => ({
  hash: (source, plan, hashed) =>
    Effect.gen(function*() {
      if (plan._tag === "None") return undefined
      const chunks: Array<Uint8Array> = []
      yield* source.readAll(0, (chunk) => chunks.push(new Uint8Array(chunk)))
      const bytes = Buffer.concat(chunks)
      yield* Effect.sleep((bytes.length / options.bytesPerSecond) * 1000)
      hashed(bytes.length)
      const contentHash = sha1(bytes)
      return plan._tag === "Whole"
        ? { contentHash, contentHashName: "sha1" }
        : { preHash: sha1(bytes.subarray(0, plan.preHashSize)), contentHash, contentHashName: "sha1" }
    }),
  sha1States: (source, partSize, hashed) =>
    Effect.zipLeft(
      hold(sourceSha1States(source, partSize, forwardProgress(hashed))),
      Effect.sleep((source.identity.size / options.bytesPerSecond) * 1000)
    ),
  digest: (body, kinds) =>
    Effect.map(
      body instanceof Uint8Array
        ? Effect.succeed(body)
        : hold(Effect.map(Effect.promise(() => body.arrayBuffer()), (buffer) => new Uint8Array(buffer))),
      (bytes) => ({
        ...(kinds.includes("md5") ? { md5: crypto.createHash("md5").update(bytes).digest("hex") } : {}),
        ...(kinds.includes("crc32") ? { crc32: crc32Text(crc32(bytes)) } : {}),
        ...(kinds.includes("crc64") ? { crc64: crc64(bytes) } : {})
      })
    )
})
