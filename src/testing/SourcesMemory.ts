/**
 * Upload sources from a disk in memory (`{ path }`), from bytes, from text and from streams. A file that is written to
 * while it is read shows as changed, as a real one would.
 *
 * @since 1.0.7
 */
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { InvalidInput } from "../domain/errors/InputErrors.js"
import { SourceChanged } from "../domain/errors/TransferErrors.js"
import { joinBytes } from "../domain/joinBytes.js"
import { streamChunks } from "../layers/files/streamChunks.js"
import type { SourceInput, UploadSource, UploadSources } from "../services/UploadSource.js"
import { isPath } from "../services/UploadSource.js"

/**
 * Files by path.
 *
 * @since 1.0.7
 * @category models
 */
export type MemoryDisk = Map<string, { readonly bytes: Uint8Array; readonly modifiedAt: number }>

type Read = () => { readonly bytes: Uint8Array; readonly modifiedAt: number | undefined } | undefined

const reader = (disk: MemoryDisk, input: SourceInput): Read | undefined => {
  if (input instanceof Uint8Array) return () => ({ bytes: input, modifiedAt: undefined })
  if (typeof input === "string") return () => ({ bytes: new TextEncoder().encode(input), modifiedAt: undefined })
  if (isPath(input)) return () => disk.get(input.path)
  return undefined
}

const isStream = (input: SourceInput): input is AsyncIterable<Uint8Array> =>
  typeof input === "object" && Symbol.asyncIterator in input

/** A stream is read to its end first, and can be read once. */
const spooled = (
  stream: AsyncIterable<Uint8Array>,
  name: string,
  onSpooled: ((bytes: number) => void) | undefined
): Effect.Effect<Uint8Array, SourceChanged> =>
  Stream.runCollect(
    Stream.tap(streamChunks(stream, name), (chunk) => Effect.sync(() => onSpooled?.(chunk.byteLength)))
  ).pipe(
    Effect.flatMap((chunks) =>
      Effect.try({
        try: () => joinBytes(Chunk.toReadonlyArray(chunks)),
        catch: () => new SourceChanged({ name, what: "gone" })
      })
    )
  )

const nameOf = (input: SourceInput): string | undefined => isPath(input) ? input.path.split("/").pop() : undefined

const sourceOf = (name: string, read: Read, changesUnseen?: boolean): Effect.Effect<UploadSource, SourceChanged> =>
  Effect.suspend(() => {
    const first = read()
    if (first === undefined) return new SourceChanged({ name, what: "gone" })
    const identity = { name, size: first.bytes.length, modifiedAt: first.modifiedAt }
    const unchanged = Effect.suspend((): Effect.Effect<Uint8Array, SourceChanged> => {
      const now = read()
      if (now === undefined) return new SourceChanged({ name, what: "gone" })
      if (changesUnseen === true) return Effect.succeed(now.bytes)
      if (now.bytes.length !== identity.size) return new SourceChanged({ name, what: "size" })
      if (now.modifiedAt !== identity.modifiedAt) return new SourceChanged({ name, what: "modified" })
      return Effect.succeed(now.bytes)
    })
    return Effect.succeed<UploadSource>({
      identity,
      contentType: undefined,
      changesUnseen,
      origin: changesUnseen === true ? { _tag: "Path", path: name } : { _tag: "Bytes", bytes: first.bytes },
      withPart: (range, use) => Effect.flatMap(unchanged, (bytes) => use(bytes.subarray(range.start, range.end))),
      readAll: (start, onChunk) =>
        Effect.map(unchanged, (bytes) => {
          onChunk(bytes.subarray(start))
        }),
      verify: Effect.asVoid(unchanged)
    })
  })

/**
 * Sources that are read from a disk in memory. `changesUnseen`: a file by path gives other bytes without a word, as in Firefox.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (
  disk: MemoryDisk,
  options: { readonly changesUnseen?: boolean | undefined } = {}
): UploadSources["Type"] => ({
  open: (input, naming) =>
    Effect.suspend((): Effect.Effect<UploadSource, InvalidInput | SourceChanged> => {
      const name = naming?.name ?? nameOf(input)
      if (name === undefined) {
        return new InvalidInput({ field: "name", message: "bytes, text and streams need a name" })
      }
      if (isStream(input)) {
        return Effect.flatMap(
          spooled(input, name, naming?.onSpooled),
          (bytes) => sourceOf(name, () => ({ bytes, modifiedAt: undefined }))
        )
      }
      const read = reader(disk, input)
      return read === undefined
        ? new InvalidInput({ field: "source", message: "the in-memory disk takes paths, bytes, text and streams" })
        : sourceOf(name, read, options.changesUnseen === true && isPath(input))
    }),
  describe: (input, naming) => ({
    name: naming?.name ?? nameOf(input),
    size: reader(disk, input)?.()?.bytes.length
  }),
  access: () => Effect.succeed(true)
})
