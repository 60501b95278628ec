/**
 * Where a download is saved to: a file that has its final name only when all of it is there and was compared.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { ByteRanges } from "../domain/ByteRanges.js"
import type { SaveWay } from "../domain/DownloadSnapshot.js"
import type { InvalidInput } from "../domain/errors/InputErrors.js"
import { UnsupportedOperation } from "../domain/errors/InputErrors.js"
import type { DownloadCancelled, SaveFailed } from "../domain/errors/TransferErrors.js"
import type { TransportError } from "../domain/errors/TransportError.js"
import { layerOf } from "./inOrder.js"
import type { ObjectVersion, SignedAddress } from "./Transport.js"
import type { SourceInput } from "./UploadSource.js"

/**
 * A file that the user has chosen; a `FileSystemFileHandle` is one.
 *
 * @since 1.0.7
 * @category models
 */
export interface SaveHandle {
  readonly kind: "file"
  readonly name: string
  /** Opens the file for writing. */
  createWritable(): Promise<{
    write(data: Uint8Array<ArrayBuffer>): Promise<void>
    truncate(size: number): Promise<void>
    close(): Promise<void>
    abort(): Promise<void>
  }>
}

/**
 * Where to: a path in Node. In pages the file's name, with the way to save it if it is not to be chosen, or a file handle.
 *
 * @since 1.0.7
 * @category models
 */
export type SaveTarget =
  | string
  | SaveHandle
  | { readonly name: string; readonly via?: Exclude<SaveWay, "file"> | undefined }

/**
 * What will be written. `size` in bytes, where it is known. `key` names the file and range: what is left of another one does not
 * count. `sha1`: the digest of all bytes will be asked for.
 *
 * @since 1.0.7
 * @category models
 */
export interface SavePlan {
  readonly key: string
  readonly name: string
  readonly size: number | undefined
  readonly sha1: boolean
}

/**
 * How far a file has come: of which version of the object which bytes are there, counted from the file's start.
 *
 * @since 1.0.7
 * @category models
 */
export interface SaveProgress {
  readonly version: ObjectVersion | undefined
  readonly done: ByteRanges
}

/**
 * A file being written. The scope that it was opened in closes it and keeps what a resume needs.
 *
 * @since 1.0.7
 * @category models
 */
export interface OpenSink {
  readonly _tag: "Bytes"
  readonly via: SaveWay
  /** `ascending`: one write after the other, from the start. */
  readonly order: "any" | "ascending"
  /** It can be closed now and opened again later. */
  readonly reopens: boolean
  /** What an earlier run left of the same file. */
  readonly kept: SaveProgress | undefined
  /**
   * Takes bytes that must not be changed until `free` is called; a sink that keeps them never calls it. What comes back must
   * be waited for before the next write; without it there is room for more. It is left in the middle only where it is
   * `Effect.interruptible`, and has then taken nothing. All other calls are waited for.
   */
  readonly write: (
    position: number,
    chunks: ReadonlyArray<Uint8Array>,
    free?: () => void
  ) => Effect.Effect<void, SaveFailed> | undefined
  /** Waits until all is written, and notes how far it is for a later run. */
  readonly keep: (progress: SaveProgress) => Effect.Effect<void, SaveFailed>
  /** Forgets all bytes; where it is missing, they have left already. */
  readonly reset: Effect.Effect<void, SaveFailed | TransportError> | undefined
  /** Waits until all is where it is to stay: its size, and either its bytes or their digest in upper-case hex. */
  readonly finish: Effect.Effect<
    { readonly size: number; readonly source?: SourceInput | undefined; readonly sha1?: string | undefined },
    SaveFailed
  >
  /** Gives the finished file its name, in place of what had it. */
  readonly publish: Effect.Effect<void, SaveFailed>
}

/**
 * The browser's own download manager, which only wants the address.
 *
 * @since 1.0.7
 * @category models
 */
export interface LinkSink {
  readonly _tag: "Link"
  /** Leads the browser to the address. */
  readonly hand: (address: SignedAddress) => Effect.Effect<void>
}

/**
 * A target that nothing has been written to.
 *
 * @since 1.0.7
 * @category models
 */
export interface PreparedSink {
  /** What the target is called. */
  readonly name: string
  /** Why nothing can be saved there, where that is known at once. */
  readonly problem?: InvalidInput | undefined
  /** `TransportError`: a page could not load the code of its ways to save. */
  readonly open: (
    plan: SavePlan & { readonly throttled: boolean }
  ) => Effect.Effect<
    LinkSink | OpenSink,
    DownloadCancelled | InvalidInput | SaveFailed | TransportError | UnsupportedOperation,
    Scope.Scope
  >
  /** Removes what a closed file has left. */
  readonly discard: Effect.Effect<void>
}

/**
 * A place for many files. `nameOf` is what a file of this name can be called there; `beside` what is put behind a name while its
 * file is being written, so that no other file may be called so.
 *
 * @since 1.0.7
 * @category models
 */
export interface SinkFolder {
  /** What a file of this name can be called there. */
  readonly nameOf: (name: string) => string
  readonly beside: ReadonlyArray<string>
  /** The target of the file in this place. */
  readonly target: (name: string) => SaveTarget
}

export declare namespace FileSink {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /**
     * Called while the user's click is still being handled, because a save dialogue opens then or never. `throttled` is
     * `undefined` while nobody knows; `ranged`: only a part of the file is wanted.
     */
    readonly prepare: (
      target: SaveTarget,
      hints: { readonly id: string; readonly throttled: boolean | undefined; readonly ranged: boolean }
    ) => PreparedSink
    /** The target as it is meant when the download starts: a relative path is one from where the program is then. */
    readonly pinned?: ((target: SaveTarget) => SaveTarget) | undefined
    /** A place for many files: in Node a folder, which is made where it is missing; in pages each is saved by itself. */
    readonly folder: (target: SaveTarget) => Effect.Effect<SinkFolder, InvalidInput | SaveFailed | UnsupportedOperation>
  }
}

const nothingSaved = () =>
  new UnsupportedOperation({
    operation: "Downloads.save",
    message: "nothing can be saved here: use `stream` or `blob`"
  })

/**
 * Port: where a download puts its bytes.
 *
 * @since 1.0.7
 * @category tags
 */
export class FileSink extends Context.Tag("effect-drive/FileSink")<FileSink, FileSink.Service>() {
  /**
   * Where nothing can be saved.
   *
   * @since 1.0.7
   */
  static readonly layerUnsupported: Layer.Layer<FileSink> = layerOf(
    FileSink,
    Effect.succeed({
      prepare: (target) => ({
        name: typeof target === "string" ? target : target.name,
        open: () => nothingSaved(),
        discard: Effect.void
      }),
      folder: () => nothingSaved()
    })
  )
}
