/**
 * Digests of sources and parts.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { SourceChanged } from "../domain/errors/TransferErrors.js"
import type { TransportError } from "../domain/errors/TransportError.js"
import type { Digests, HashPlan } from "../domain/HashPlan.js"
import type { PartDigest } from "./PartStore.js"
import type { PartBody } from "./Transport.js"
import type { UploadSource } from "./UploadSource.js"

/**
 * A hash that is not finished: the digest's inner state after `position` bytes, to continue from after a reload. Plain
 * data that IndexedDB keeps as it is.
 *
 * @since 1.0.7
 * @category models
 */
export interface HashCheckpoint {
  readonly position: number
  readonly state: Uint8Array
  readonly preHash: string | undefined
}

/**
 * `from`: where an earlier run of the same source stood. `save` is called now and then with where this one stands.
 *
 * @since 1.0.7
 * @category models
 */
export interface HashResume {
  readonly from?: HashCheckpoint | undefined
  readonly save?: ((checkpoint: HashCheckpoint) => void) | undefined
}

/**
 * A checksum of each part of `size` bytes, the last one as long as it is.
 *
 * @since 1.0.7
 * @category models
 */
export interface PartChecksums {
  readonly size: number
  readonly kind: "crc32" | "md5"
  /** Gets those of all parts, in order, as `PartDigest` has them. */
  readonly done: (checksums: ReadonlyArray<string>) => void
}

/**
 * The source has changed, or a page could not load the code of its hasher.
 *
 * @since 1.0.7
 * @category errors
 */
export type HashError = SourceChanged | TransportError

export declare namespace Hasher {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /**
     * One read pass for all digests the plan asks for; `undefined` for the plan `None`. `hashed` is called with the
     * bytes done since the last call. Interruption stops the read at once. `resume` is a hint: a hasher whose state
     * cannot be saved (Node) starts again. `parts` is a hint too: checksums from the same pass, where the hasher makes those.
     */
    readonly hash: (
      source: UploadSource,
      plan: HashPlan,
      hashed: (bytes: number) => void,
      resume?: HashResume,
      parts?: PartChecksums
    ) => Effect.Effect<Digests | undefined, HashError>
    /**
     * The inner states of SHA-1 between the parts of a source, from one read pass: five words for each whole part of
     * `partSize` bytes, which must be a multiple of 64. `undefined` where a policy forbids WebAssembly. `hashed` and
     * interruption as for `hash`. A hasher without it leaves the work to the calling thread.
     */
    readonly sha1States?:
      | ((
        source: UploadSource,
        partSize: number,
        hashed: (bytes: number) => void
      ) => Effect.Effect<Uint32Array | undefined, HashError>)
      | undefined
    /**
     * Digests of a range of a source, computed off the calling thread if possible. A hasher without it gets the bytes
     * in memory.
     */
    readonly digestRange?:
      | ((
        source: UploadSource,
        range: { readonly start: number; readonly end: number },
        kinds: ReadonlyArray<keyof PartDigest>
      ) => Effect.Effect<PartDigest, HashError>)
      | undefined
    /** Digests of one part that is in memory. */
    readonly digest: (
      body: PartBody,
      kinds: ReadonlyArray<keyof PartDigest>
    ) => Effect.Effect<PartDigest, HashError>
  }
}

/**
 * Port: makes the digests of sources and parts.
 *
 * @since 1.0.7
 * @category tags
 */
export class Hasher extends Context.Tag("effect-drive/Hasher")<Hasher, Hasher.Service>() {}
