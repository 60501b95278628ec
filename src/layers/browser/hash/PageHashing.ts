/**
 * Hashing in the page itself, where no worker can be had: in slices, so that the page stays responsive.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { TransportError } from "../../../domain/errors/TransportError.js"
import type { Digests } from "../../../domain/HashPlan.js"
import type { HashResume } from "../../../services/Hasher.js"
import type { PartDigest } from "../../../services/PartStore.js"
import { nextTurn } from "../../files/Slices.js"
import * as LazyDigests from "../../loading/LazyDigests.js"
import type { SomePlan } from "./HashProtocol.js"

/**
 * The Blob could not be read.
 *
 * @since 1.0.7
 * @category errors
 */
export interface Unreadable {
  readonly _tag: "Unreadable"
}

/** Interruption ends the work after the slice that is under way. */
const cancellable = <A>(
  run: (wanted: () => boolean) => Promise<A | undefined>
): Effect.Effect<A, Unreadable> =>
  Effect.async((resume) => {
    let wanted = true
    run(() => wanted).then(
      (value) => {
        if (value !== undefined) resume(Effect.succeed(value))
      },
      () => resume(Effect.fail({ _tag: "Unreadable" }))
    )
    return Effect.sync(() => {
      wanted = false
    })
  })

const load = Effect.flatMap(LazyDigests.blobHashing.load, (hashing) =>
  Effect.map(
    Effect.promise(() => hashing.warmUp().then(() => true, () => false)),
    (wasmAllowed) => ({ ...hashing, wasmAllowed })
  ))

/**
 * SHA-1 of a Blob, in plain JavaScript where a policy forbids WebAssembly.
 *
 * @since 1.0.7
 * @category constructors
 */
export const hashInPage = (
  blob: Blob,
  plan: SomePlan,
  position: (bytes: number) => void,
  resume: HashResume
): Effect.Effect<Digests, TransportError | Unreadable> =>
  Effect.flatMap(load, ({ hashBlob, hashBlobPlainly, wasmAllowed }) =>
    cancellable((wanted) => {
      const options = { wanted, position, pause: nextTurn }
      return wasmAllowed
        ? hashBlob({ blob, plan, from: resume.from }, { ...options, checkpoint: resume.save })
        : hashBlobPlainly(blob, plan, options)
    }))

/**
 * Checksums of a Blob, in plain JavaScript where a policy forbids WebAssembly.
 *
 * @since 1.0.7
 * @category constructors
 */
export const digestInPage = (
  blob: Blob,
  kinds: ReadonlyArray<keyof PartDigest>
): Effect.Effect<PartDigest, TransportError | Unreadable> =>
  Effect.flatMap(
    load,
    ({ digestBlob, digestBlobPlainly, wasmAllowed }) =>
      cancellable((wanted) => (wasmAllowed ? digestBlob : digestBlobPlainly)(blob, kinds, { wanted, pause: nextTurn }))
  )
