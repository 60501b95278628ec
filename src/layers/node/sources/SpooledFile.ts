/**
 * A stream of unknown length, written to a temporary file first (Node).
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { InvalidInput } from "../../../domain/errors/InputErrors.js"
import type { SourceChanged } from "../../../domain/errors/TransferErrors.js"
import { SaveFailed } from "../../../domain/errors/TransferErrors.js"
import { streamChunks } from "../../files/streamChunks.js"
import { closeFile, fileCall, type NodeError, outlast } from "./FileCall.js"

const target = "temporary file"

const saveFailed = (error: NodeError): SaveFailed => {
  const reason = error.code === "ENOSPC" || error.code === "EDQUOT"
    ? "DiskFull"
    : error.code === "EACCES" || error.code === "EROFS"
    ? "AccessDenied"
    : "Failed"
  return new SaveFailed({ target, reason, detail: error.code ?? error.message })
}

const removeFolder = (folder: string): Effect.Effect<void, NodeError> =>
  fileCall<void>((done) => fs.rm(folder, { recursive: true, force: true }, done))

const temporaryFolder = (parent: string): Effect.Effect<string, SaveFailed, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.mapError(
      fileCall<string>((done) => fs.mkdtemp(join(parent, "effect-drive-"), done)),
      saveFailed
    ),
    (folder) =>
      Effect.catchAll(
        removeFolder(folder),
        (error) => Effect.logWarning("a temporary file could not be removed", error)
      )
  )

const writeAll = (descriptor: number, chunk: Uint8Array, written = 0): Effect.Effect<void, SaveFailed> =>
  written === chunk.byteLength
    ? Effect.void
    : fileCall<number>((done) => fs.write(descriptor, chunk, written, done)).pipe(
      Effect.mapError(saveFailed),
      Effect.flatMap((count) => writeAll(descriptor, chunk, written + count))
    )

const requireBytes = (chunk: unknown): Effect.Effect<Uint8Array, InvalidInput> =>
  chunk instanceof Uint8Array
    ? Effect.succeed(chunk)
    : Effect.fail(new InvalidInput({ field: "source", message: "a stream must give Uint8Array chunks" }))

/**
 * Writes a stream to an open file. A full disk is `SaveFailed`, a stream that fails `SourceChanged` (gone).
 *
 * @since 1.0.7
 * @category constructors
 */
export const writeStream = (
  stream: AsyncIterable<Uint8Array>,
  name: string,
  descriptor: number,
  onSpooled?: (bytes: number) => void
): Effect.Effect<void, InvalidInput | SaveFailed | SourceChanged> =>
  Stream.runForEach(
    // It takes the streams of both platforms, and says of everything else that it was not read.
    streamChunks(stream, name, Readable.isDisturbed(stream as Readable)),
    (chunk) =>
      Effect.flatMap(
        requireBytes(chunk),
        (bytes) => Effect.map(writeAll(descriptor, bytes), () => onSpooled?.(bytes.byteLength))
      )
  )

/**
 * The descriptor of a temporary file that holds all the bytes; it is closed with the scope. The file has no name any more: the system
 * removes it with the program, also with one that is killed. Where an open file keeps its name it is removed with the scope.
 *
 * @since 1.0.7
 * @category constructors
 */
export const spooledFile = Effect.fnUntraced(function*(options: {
  readonly stream: AsyncIterable<Uint8Array>
  readonly name: string
  readonly parent?: string | undefined
  readonly onSpooled?: ((bytes: number) => void) | undefined
}): Effect.fn.Return<number, InvalidInput | SaveFailed | SourceChanged, Scope.Scope> {
  const folder = yield* temporaryFolder(options.parent ?? tmpdir())
  const opened = fileCall<number>((done) => fs.open(join(folder, "spooled"), "wx+", 0o600, done))
  const descriptor = yield* Effect.mapError(outlast(Effect.acquireRelease(opened, closeFile)), saveFailed)
  yield* Effect.catchAll(
    removeFolder(folder),
    (error) => Effect.logDebug("a temporary file keeps its name while it is open", error)
  )
  yield* writeStream(options.stream, options.name, descriptor, options.onSpooled)
  return descriptor
})
