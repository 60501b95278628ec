/**
 * Where a page makes the requests of its small files: by itself, or in a worker while many of them come one after the other.
 *
 * @since 1.0.7
 */
import type * as Effect from "effect/Effect"
import type { PartSender } from "../../../services/PartSender.js"
import type { PartDigest } from "../../../services/PartStore.js"
import type { SmallRequests } from "../../../services/SmallRequests.js"
import type { pagePuts } from "../transport/xhrPut.js"
import type { FileDigest, FileDigests } from "./RequestProtocol.js"

/**
 * A thread that makes requests: `fetch` as the page's own, for answers of which status, headers and body are read; `put` as `xhrPut`;
 * `digest` gives nothing where the page has to read the file itself; with a `size` it reads the file anew, which has to have that size.
 * `hasRead`: what is sent of this file is what was digested. `digestPart`: of what is not small, as `digest`.
 * `small`: what a small file asks for. `openFile`: where it `sendsParts`, it takes a file once and sends ranges of it.
 *
 * @since 1.0.7
 * @category models
 */
export interface RequestThread {
  readonly fetch: (url: URL, init: RequestInit) => Promise<Response>
  readonly put: PagePuts["put"]
  readonly digest: (
    body: Blob,
    kinds: ReadonlyArray<FileDigest>,
    size?: number
  ) => Effect.Effect<FileDigests | undefined>
  readonly hasRead: (body: Blob) => boolean
  readonly digestPart: (body: Blob, kinds: ReadonlyArray<keyof PartDigest>) => Effect.Effect<PartDigest | undefined>
  readonly sendsParts: boolean
  readonly openFile: (file: Blob) => PartSender
  readonly small: SmallRequests
}

/**
 * What the page has loaded already, and does itself where the worker may not.
 *
 * @since 1.0.7
 * @category models
 */
export type PagePuts = typeof pagePuts

/**
 * The thread, for as long as there is one. All drives of a page share it.
 *
 * @since 1.0.7
 * @category models
 */
export const pageRequests: { thread?: RequestThread | undefined } = {}

/**
 * The hash worker of a drive as a thread for the parts of files, by the options that its hasher was made with.
 *
 * @since 1.0.7
 * @category models
 */
export const partRequests = new WeakMap<object, RequestThread>()

/**
 * What sends the parts of a file: the worker that has hashed it, as long as it may.
 *
 * @since 1.0.7
 * @category models
 */
export const partSenders = new WeakMap<Blob, () => PartSender | undefined>()
