/**
 * The bytes that an upload reads: a file on disk, a Blob, bytes in memory, or a stream that was spooled first.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { InvalidInput } from "../domain/errors/InputErrors.js"
import type { SaveFailed, SourceChanged } from "../domain/errors/TransferErrors.js"
import type { TransportError } from "../domain/errors/TransportError.js"
import type { SlicedBody } from "./SlicedBody.js"
import type { PartBody } from "./Transport.js"

/**
 * A file that a page may open again later, also after a reload; a `FileSystemFileHandle` is one.
 *
 * @since 1.0.7
 * @category models
 */
export interface FileHandle {
  readonly kind: "file"
  readonly name: string
  /** The file as it is now. */
  readonly getFile: () => Promise<File>
}

/**
 * What callers give: a `File` or `Blob`, a file handle (browsers: the upload can then be resumed after a reload without
 * picking the file again), a path (Node), bytes, text, or a stream of unknown length.
 *
 * @since 1.0.7
 * @category models
 */
export type SourceInput =
  | Blob
  | FileHandle
  | Uint8Array
  | string
  | { readonly path: string }
  | AsyncIterable<Uint8Array>

/**
 * Whether it is a file handle of a page.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isFileHandle = (input: SourceInput): input is FileHandle =>
  typeof input === "object" && input !== null && "getFile" in input

/**
 * A path on this machine's disk.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isPath = (input: SourceInput): input is { readonly path: string } =>
  typeof input === "object" && input !== null && "path" in input && !(input instanceof Blob) && !isFileHandle(input) &&
  // Node's streams of files have a path too.
  !(Symbol.asyncIterator in input)

/** Callers without types give an ArrayBuffer, an event, or nothing. */
const isSource = (input: unknown): boolean => {
  if (typeof input === "string") return true
  if (typeof input !== "object" || input === null) return false
  if (input instanceof Blob || input instanceof Uint8Array || "getFile" in input) return true
  return Symbol.asyncIterator in input || ("path" in input && typeof input.path === "string")
}

/**
 * What is wrong with it, if it is no source.
 *
 * @since 1.0.7
 * @category predicates
 */
export const problemOfSource = (input: unknown, field = "source"): InvalidInput | undefined => {
  if (isSource(input)) return undefined
  const message = `${field} must be a File or Blob, a Uint8Array, text, an async iterable of bytes, or a path`
  return new InvalidInput({ field, message })
}

/**
 * Which file this is; a re-picked one must agree. Size in bytes, `modifiedAt` in epoch milliseconds.
 *
 * @since 1.0.7
 * @category models
 */
export interface SourceIdentity {
  readonly name: string
  readonly size: number
  readonly modifiedAt: number | undefined
}

/**
 * Where the bytes are, for a hasher that reads them elsewhere (a worker or a thread). `descriptor` is the open file, so
 * that the very same one is read.
 *
 * @since 1.0.7
 * @category models
 */
export type SourceOrigin =
  | { readonly _tag: "Path"; readonly path: string; readonly descriptor?: number | undefined }
  | { readonly _tag: "Blob"; readonly blob: Blob }
  | { readonly _tag: "Bytes"; readonly bytes: Uint8Array }

/**
 * An open source. Everything that reads fails with `SourceChanged` when the bytes are gone or have changed.
 *
 * @since 1.0.7
 * @category models
 */
export interface UploadSource {
  readonly identity: SourceIdentity
  readonly contentType: string | undefined
  readonly origin: SourceOrigin
  /** Lends the bytes from `start` to `end` for as long as `use` runs; the buffer is reused afterwards. */
  readonly withPart: <A, E, R>(
    range: { readonly start: number; readonly end: number },
    use: (body: PartBody) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | SourceChanged, R>
  /**
   * The same bytes, read while they are sent, where the source can; with their CRC-64 if that is wanted. Fails when a slice could not
   * be read, whatever `use` makes of it.
   */
  readonly withSlices?:
    | (<A, E, R>(
      range: { readonly start: number; readonly end: number },
      wanted: { readonly crc64: boolean },
      use: (body: SlicedBody) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | SourceChanged, R>)
    | undefined
  /** One read pass from `start` on, for digests; the chunk is valid during the call only. */
  readonly readAll: (
    start: number,
    onChunk: (chunk: Uint8Array) => void
  ) => Effect.Effect<void, SourceChanged>
  /** The file may have changed, and other bytes are lent without a word (Firefox): only its bytes tell. */
  readonly changesUnseen?: boolean | undefined
  /** Fails when size or modification time are not those of `identity`. */
  readonly verify: Effect.Effect<void, SourceChanged>
}

export declare namespace UploadSources {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /**
     * `name` wins over the file's own; bytes, text and streams need it. A stream is spooled before this returns, and `onSpooled` is
     * called with the bytes of each chunk that was.
     * `TransportError`: a page could not load the code of its sources.
     */
    readonly open: (
      input: SourceInput,
      options?: {
        readonly name?: string | undefined
        readonly onSpooled?: ((bytes: number) => void) | undefined
      }
    ) => Effect.Effect<UploadSource, InvalidInput | SaveFailed | SourceChanged | TransportError, Scope.Scope>
    /** The source as it is meant when the upload starts: a relative path is one from where the program is then. */
    readonly pinned?: ((input: SourceInput) => SourceInput) | undefined
    /** What is known without opening: name and size for the queue's display. */
    readonly describe: (
      input: SourceInput,
      options?: { readonly name?: string | undefined }
    ) => { readonly name: string | undefined; readonly size: number | undefined }
    /**
     * Whether the source may be opened without being picked again. `look` asks the browser only (`true` while it would
     * have to ask the user), `ask` asks the user too: call it while a click is being handled. `now` asks nobody, and is `false` while
     * the user would have to be asked.
     */
    readonly access: (input: SourceInput, how: "look" | "ask" | "now") => Effect.Effect<boolean>
  }
}

/**
 * Port: opens what is to be uploaded, so that its bytes can be read.
 *
 * @since 1.0.7
 * @category tags
 */
export class UploadSources extends Context.Tag("effect-drive/UploadSources")<UploadSources, UploadSources.Service>() {}
