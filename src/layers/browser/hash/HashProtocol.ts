/**
 * What a page and its hash worker say to each other. Plain messages, no framework: the worker stays small.
 *
 * @since 1.0.7
 */
import type { Digests, HashPlan } from "../../../domain/HashPlan.js"
import type { HashCheckpoint } from "../../../services/Hasher.js"
import type { PartDigest } from "../../../services/PartStore.js"
import type { ThreadAnswer, ThreadRequest } from "../requests/RequestProtocol.js"

/**
 * A plan that asks for hashes.
 *
 * @since 1.0.7
 * @category models
 */
export type SomePlan = Exclude<HashPlan, { readonly _tag: "None" }>

/**
 * From the page. `hash` may continue from a checkpoint and may ask for reports of new ones. `requests`: to be made in the worker; they
 * have ids of their own.
 *
 * @since 1.0.7
 * @category models
 */
export type HashRequest =
  | {
    readonly type: "hash"
    readonly id: number
    readonly blob: Blob
    readonly plan: SomePlan
    readonly from: HashCheckpoint | undefined
    readonly checkpoints: boolean
  }
  | {
    readonly type: "digest"
    readonly id: number
    readonly blob: Blob
    readonly kinds: ReadonlyArray<keyof PartDigest>
  }
  | { readonly type: "sha1States"; readonly id: number; readonly blob: Blob; readonly partSize: number }
  | { readonly type: "cancel"; readonly id: number }
  | { readonly type: "requests"; readonly id: 0; readonly requests: ReadonlyArray<ThreadRequest> }

/**
 * From the worker. `ready` comes first, or `broken` when it cannot hash (a content security policy without
 * `wasm-unsafe-eval`); `makesRequests` and `sendsParts` are missing in those of older files. `unreadable`: the bytes are not there
 * any more.
 *
 * @since 1.0.7
 * @category models
 */
export type HashAnswer =
  | { readonly type: "ready"; readonly makesRequests?: boolean; readonly sendsParts?: boolean }
  | { readonly type: "broken"; readonly message: string }
  | { readonly type: "progress"; readonly id: number; readonly position: number }
  | { readonly type: "checkpoint"; readonly id: number; readonly checkpoint: HashCheckpoint }
  | { readonly type: "hashed"; readonly id: number; readonly digests: Digests }
  | { readonly type: "digested"; readonly id: number; readonly digest: PartDigest }
  | { readonly type: "sha1States"; readonly id: number; readonly words: Uint32Array | undefined }
  | { readonly type: "unreadable"; readonly id: number }
  | { readonly type: "answers"; readonly id: 0; readonly answers: ReadonlyArray<ThreadAnswer> }
