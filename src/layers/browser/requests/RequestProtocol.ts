/**
 * What a page and its request worker say to each other: many requests in one message, many answers in one.
 *
 * @since 1.0.7
 */
import type { PartDigest } from "../../../services/PartStore.js"

/**
 * A digest of the bytes of a small file: `sha1` as hex, the others as storages write them.
 *
 * @since 1.0.7
 * @category models
 */
export type FileDigest = "sha1" | keyof PartDigest

/**
 * @since 1.0.7
 * @category models
 */
export interface FileDigests extends PartDigest {
  readonly sha1?: string
}

/**
 * What is known of a Blob, which is read once for its digests and its sending: a number of its own, the size that it has to have, and
 * the SHA-1 of its bytes once it is known.
 *
 * @since 1.0.7
 * @category models
 */
export interface SmallFile {
  readonly number: number
  readonly size: number
  readonly sha1?: string | undefined
}

/**
 * A small file that is read before a call is made about it. Its SHA-1, in upper case, takes the place of `placeholder` in the body.
 *
 * @since 1.0.7
 * @category models
 */
export interface ReadFirst {
  readonly body: Blob
  readonly file: SmallFile
  readonly kinds: ReadonlyArray<FileDigest>
  readonly placeholder: string
}

/**
 * From the page. `call` goes by `fetch`, with these options of it, after a file was read where there is one; `put` by XMLHttpRequest,
 * without cookies. `cancel` closes the connection of that request, which is answered no more. `ping` asks whether the worker is still
 * there. `file` is kept until it is
 * cancelled, and is not answered; `part` is a `put` of a range of it, answered together with the digests of the range,
 * and `digestPart` a `digest` of one.
 *
 * @since 1.0.7
 * @category models
 */
export type ThreadRequest =
  | {
    readonly type: "call"
    readonly id: number
    readonly url: string
    readonly init: RequestInit
    readonly readFirst?: ReadFirst | undefined
  }
  | {
    readonly type: "put"
    readonly id: number
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: Blob | Uint8Array
    /** Of a Blob that is small; a larger one is read by the browser. */
    readonly file: SmallFile | undefined
  }
  | {
    readonly type: "digest"
    readonly id: number
    readonly body: Blob
    readonly file: SmallFile
    readonly kinds: ReadonlyArray<FileDigest>
  }
  | {
    readonly type: "digest"
    readonly id: number
    readonly body: Blob
    readonly file: undefined
    readonly kinds: ReadonlyArray<keyof PartDigest>
  }
  | { readonly type: "file"; readonly id: number; readonly file: Blob }
  | {
    readonly type: "part"
    readonly id: number
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    /** The number of a `file`. */
    readonly file: number
    readonly start: number
    readonly end: number
    readonly kinds: ReadonlyArray<keyof PartDigest>
  }
  | {
    readonly type: "digestPart"
    readonly id: number
    readonly file: number
    readonly start: number
    readonly end: number
    readonly kinds: ReadonlyArray<keyof PartDigest>
  }
  | { readonly type: "cancel"; readonly id: number }
  | { readonly type: "ping"; readonly id: number }

/**
 * From the worker; each but `sent` is the last one of its request. `broken` in a call's answer: the body ended before its time. `read`:
 * the digests of the file that was read before the call.
 * `failed`: no answer came, and `loaded` bytes had left. `blocked`: a policy of the worker's forbids the address, and nothing has left.
 * `unreadable`: the file cannot be read, and nothing has left.
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
    readonly body: ReadonlyArray<Uint8Array>
    readonly broken: boolean
    readonly read?: FileDigests | undefined
  }
  | {
    readonly type: "put"
    readonly id: number
    readonly status: number
    readonly headers: string
    readonly body: string
    /** Of a `part`; missing where its bytes could not be read. */
    readonly digest?: PartDigest | undefined
  }
  | { readonly type: "digested"; readonly id: number; readonly digest: FileDigests }
  | { readonly type: "sent"; readonly id: number; readonly loaded: number }
  | { readonly type: "failed"; readonly id: number; readonly loaded: number; readonly read?: FileDigests | undefined }
  | { readonly type: "blocked"; readonly id: number; readonly read?: FileDigests | undefined }
  | { readonly type: "unreadable"; readonly id: number }
  | { readonly type: "pong"; readonly id: number }
