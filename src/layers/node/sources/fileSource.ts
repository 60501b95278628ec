/**
 * A source that is a file on disk (Node), read at positions into reused buffers.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as fs from "node:fs"
import { InvalidInput } from "../../../domain/errors/InputErrors.js"
import { SourceChanged } from "../../../domain/errors/TransferErrors.js"
import type { UploadSource } from "../../../services/UploadSource.js"
import { sliceSize } from "../../files/Slices.js"
import { closeFile, fileCall, isPassing, type NodeError, outlast } from "./FileCall.js"
import { fileSliceSize, withFileSlices } from "./FileSlices.js"
import type { PartBuffers } from "./PartBuffers.js"

const refusals: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  ENOTDIR: "no such file",
  EACCES: "may not be read",
  EPERM: "may not be read"
}

/** Bytes of one call: Node takes fewer than 2 GiB, and parts may be larger. */
const mostAtOnce = 1_073_741_824

const refuse = (path: string, why: string) => new InvalidInput({ field: "source", message: `"${path}": ${why}` })

const stat = (descriptor: number) => fileCall<fs.Stats>((done) => fs.fstat(descriptor, done))

const refusalOf = (path: string, name: string) => (error: NodeError): InvalidInput | SourceChanged =>
  isPassing(error)
    ? new SourceChanged({ name, what: "unreadable", actual: error.code })
    : refuse(path, refusals[error.code ?? ""] ?? error.code ?? "cannot be read")

const openFile = Effect.fnUntraced(function*(
  path: string,
  name: string
): Effect.fn.Return<number, InvalidInput | SourceChanged, Scope.Scope> {
  if (path.includes("\0")) return yield* refuse(path, "is no path")
  const refusal = refusalOf(path, name)
  const stats = yield* Effect.mapError(outlast(fileCall<fs.Stats>((done) => fs.stat(path, done))), refusal)
  if (!stats.isFile()) return yield* refuse(path, stats.isDirectory() ? "is a directory" : "is not a file")
  const opened = Effect.acquireRelease(fileCall<number>((done) => fs.open(path, "r", done)), closeFile)
  return yield* Effect.mapError(outlast(opened), refusal)
})

const changeOf = (name: string, before: fs.Stats, now: fs.Stats): SourceChanged | undefined => {
  // An open file can still be read when it was deleted or replaced; the path means something else by then. One of ours never had one.
  if (now.nlink === 0 && before.nlink > 0) return new SourceChanged({ name, what: "gone" })
  if (now.size !== before.size) {
    return new SourceChanged({ name, what: "size", expected: String(before.size), actual: String(now.size) })
  }
  if (now.mtimeMs === before.mtimeMs) return undefined
  const times = { expected: before.mtime.toISOString(), actual: now.mtime.toISOString() }
  return new SourceChanged({ name, what: "modified", ...times })
}

/** A kernel's files, such as those in /proc, have bytes and say that they have none: an empty file would be stored. */
const requireTold = Effect.fnUntraced(function*(descriptor: number, path: string, name: string, opened: fs.Stats) {
  if (opened.size > 0) return
  const read = fileCall<number>((done) => fs.read(descriptor, new Uint8Array(1), 0, 1, 0, done))
  const count = yield* Effect.mapError(read, refusalOf(path, name))
  if (count === 0) return
  const now = yield* Effect.mapError(stat(descriptor), refusalOf(path, name))
  return yield* changeOf(name, opened, now) ??
    refuse(path, "does not tell its size; give its bytes or a stream of them")
})

/** Reads of an open file that must still be the one that was opened. */
const reader = (descriptor: number, name: string, opened: fs.Stats) => {
  const gone = () => new SourceChanged({ name, what: "gone" })
  const cut = (end: number) =>
    new SourceChanged({ name, what: "size", expected: String(opened.size), actual: String(end) })
  const change = (now: fs.Stats) => changeOf(name, opened, now)

  const verify = stat(descriptor).pipe(
    Effect.mapError(gone),
    Effect.flatMap((now) => change(now) ?? Effect.void)
  )

  const fill = (buffer: Uint8Array, start: number, filled = 0): Effect.Effect<void, SourceChanged> =>
    filled === buffer.byteLength
      ? Effect.void
      : fileCall<number>((done) =>
        fs.read(descriptor, buffer, filled, Math.min(buffer.byteLength - filled, mostAtOnce), start + filled, done)
      ).pipe(
        Effect.mapError(gone),
        Effect.flatMap((count) => count > 0 ? fill(buffer, start, filled + count) : Effect.fail(cut(start + filled)))
      )

  return { verify, fill, file: { descriptor, name, changeOf: change, cut } }
}

/** One pass with one read ahead: while a chunk is worked on, the next one is read into the other buffer. */
const readPass = (options: {
  readonly size: number
  readonly fill: (buffer: Uint8Array, start: number) => Effect.Effect<void, SourceChanged>
  readonly onChunk: (chunk: Uint8Array) => void
}) => {
  const { fill, onChunk, size } = options
  const read = (buffer: Uint8Array, start: number) => {
    const chunk = buffer.subarray(0, Math.max(0, Math.min(sliceSize, size - start)))
    return Effect.as(fill(chunk, start), chunk)
  }
  return Effect.fnUntraced(function*(start: number, first: Uint8Array, second: Uint8Array) {
    let position = start
    let buffers = [first, second] as const
    let chunk = yield* read(first, position)
    while (chunk.byteLength > 0) {
      position += chunk.byteLength
      const work = Effect.sync(() => onChunk(chunk))
      const [next] = yield* Effect.all([read(buffers[1], position), work], { concurrency: 2 })
      buffers = [buffers[1], buffers[0]]
      chunk = next
    }
  })
}

/**
 * A file that is open. It stays so: who opened it closes it.
 *
 * @since 1.0.7
 * @category constructors
 */
export const openFileSource = Effect.fnUntraced(function*(options: {
  readonly descriptor: number
  readonly path: string
  readonly name: string
  readonly buffers: PartBuffers
}): Effect.fn.Return<UploadSource, InvalidInput | SourceChanged> {
  const { buffers, descriptor, name, path } = options
  const opened = yield* Effect.mapError(stat(descriptor), () => new SourceChanged({ name, what: "gone" }))
  yield* requireTold(descriptor, path, name, opened)
  const { file, fill, verify } = reader(descriptor, name, opened)
  return {
    identity: { name, size: opened.size, modifiedAt: opened.mtimeMs },
    contentType: undefined,
    origin: { _tag: "Path", path, descriptor },
    withPart: ({ end, start }, use) =>
      buffers.withBuffer(end - start, (buffer) => {
        const part = buffer.subarray(0, end - start)
        return fill(part, start).pipe(Effect.zipRight(verify), Effect.flatMap(() => use(part)))
      }),
    withSlices: (range, wanted, use) =>
      buffers.withBuffer(
        Math.min(fileSliceSize, range.end - range.start),
        (buffer) => withFileSlices(file, buffer.subarray(0, fileSliceSize), range, wanted, use)
      ),
    readAll: (start, onChunk) =>
      buffers.withBuffer(
        sliceSize,
        (first) =>
          buffers.withBuffer(
            sliceSize,
            (second) => readPass({ size: opened.size, fill, onChunk })(start, first, second)
          )
      ),
    verify
  }
})

/**
 * Opens a file. A missing one, a directory, one that may not be read or does not tell its size is `InvalidInput` (field `source`); the
 * file is closed with the scope. One that cannot be opened for now, as when too many files are open, is tried for half a minute, and is
 * `SourceChanged` (`unreadable`) then. A short read, another size or another modification time is `SourceChanged`.
 *
 * @since 1.0.7
 * @category constructors
 */
export const fileSource = Effect.fnUntraced(function*(options: {
  readonly path: string
  readonly name: string
  readonly buffers: PartBuffers
}): Effect.fn.Return<UploadSource, InvalidInput | SourceChanged, Scope.Scope> {
  const descriptor = yield* openFile(options.path, options.name)
  return yield* openFileSource({ ...options, descriptor })
})
