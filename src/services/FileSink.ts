/**
 * Where a download is saved to: a file that has its final name only when all of it is there.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { UnsupportedOperation } from "../domain/errors/InputErrors.js"
import type { SaveFailed } from "../domain/errors/TransferErrors.js"

/**
 * A file being written.
 *
 * @since 1.0.7
 * @category models
 */
export interface OpenSink {
  /** Takes the chunk over; it must not be changed afterwards. */
  readonly write: (chunk: Uint8Array) => Effect.Effect<void, SaveFailed>
  /** Waits until all is on the disk. Size in bytes; `sha1` in upper-case hex, if it was asked for. */
  readonly flush: Effect.Effect<{ readonly size: number; readonly sha1: string | undefined }, SaveFailed>
  /** Gives the flushed file its name, in place of what had it. */
  readonly publish: Effect.Effect<void, SaveFailed>
}

export declare namespace FileSink {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** Opens `target.part`; the scope closes it, and removes it unless it was published. */
    readonly open: (
      target: string,
      options: { readonly sha1: boolean }
    ) => Effect.Effect<OpenSink, SaveFailed | UnsupportedOperation, Scope.Scope>
  }
}

/**
 * @since 1.0.7
 * @category tags
 */
export class FileSink extends Context.Tag("effect-drive/FileSink")<FileSink, FileSink.Service>() {
  /**
   * Where there is no file system.
   *
   * @since 1.0.7
   */
  static readonly layerUnsupported: Layer.Layer<FileSink> = Layer.succeed(FileSink, {
    open: () =>
      new UnsupportedOperation({
        operation: "Downloads.save",
        message: "files can be saved where there is a file system only: use `stream` or `blob`"
      })
  })
}
