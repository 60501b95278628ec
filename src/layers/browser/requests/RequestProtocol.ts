/**
 * What a page and its request worker say to each other: many requests in one message, many answers in one.
 *
 * @since 1.0.7
 */

import type { PartDigest } from "../../../services/PartStore.js"

/**
 * What a worker tells of the bytes of a small file.
 *
 * @since 1.0.7
 * @category models
 */
export type FileDigest = "sha1" | keyof PartDigest

/**
 * From the page. `call` goes by `fetch`, with these options of it; `put` by XMLHttpRequest, without cookies. `cancel` closes the
 * connection of that request, which is answered no more. `file`: the number of a Blob, which is read once for its digests and its
 * `put`.
 *
 * @since 1.0.7
 * @category models
 */
export type ThreadRequest =
  | { readonly type: "call"; readonly id: number; readonly url: string; readonly init: RequestInit }
  | {
    readonly type: "put"
    readonly id: number
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: Blob | Uint8Array<ArrayBuffer>
    readonly file: number
  }
  | {
    readonly type: "digest"
    readonly id: number
    readonly body: Blob
    readonly file: number
    readonly kinds: ReadonlyArray<FileDigest>
  }
  | { readonly type: "cancel"; readonly id: number }

/**
 * From the worker; each but `sent` is the last one of its request. `broken` in a head: the body ended before its time. `blocked`: a
 * policy of the worker's forbids the address, and nothing has left.
 *
 * @since 1.0.7
 * @category models
 */
export type ThreadAnswer =
  | {
    readonly type: "called"
    readonly id: number
    readonly status: number
    readonly headers: Array<[string, string]>
    readonly body: ReadonlyArray<Uint8Array<ArrayBuffer>>
    readonly broken: boolean
  }
  | {
    readonly type: "put"
    readonly id: number
    readonly status: number
    readonly headers: string
    readonly body: string
  }
  | { readonly type: "digested"; readonly id: number; readonly digest: { readonly [Kind in FileDigest]?: string } }
  | { readonly type: "sent"; readonly id: number; readonly loaded: number }
  | { readonly type: "failed"; readonly id: number; readonly loaded: number }
  | { readonly type: "blocked"; readonly id: number }
