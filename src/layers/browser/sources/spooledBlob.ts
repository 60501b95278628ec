/**
 * A stream of unknown length, kept by the browser first: in its private file system, else in memory.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { InvalidInput } from "../../../domain/errors/InputErrors.js"
import type { SourceChanged } from "../../../domain/errors/TransferErrors.js"
import { SaveFailed } from "../../../domain/errors/TransferErrors.js"
import { streamChunks } from "../../files/streamChunks.js"

/** Where chunks go until the stream ends. */
interface Spool {
  readonly write: (chunk: Uint8Array<ArrayBuffer>) => Effect.Effect<void, SaveFailed>
  readonly finish: Effect.Effect<Blob, SaveFailed>
}

const target = "browser storage"

const saveFailed = (error: unknown): SaveFailed => {
  const name = error instanceof DOMException ? error.name : "Failed"
  return new SaveFailed({ target, reason: name === "QuotaExceededError" ? "DiskFull" : "Failed", detail: name })
}

const call = <A>(run: () => Promise<A>): Effect.Effect<A, SaveFailed> =>
  Effect.tryPromise({ try: run, catch: saveFailed })

/** A file in the origin private file system; `undefined` where there is none, as in private windows. */
const privateFile: Effect.Effect<Spool | undefined, never, Scope.Scope> = Effect.gen(function*() {
  const name = `effect-drive-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`
  const folder = yield* call(() => navigator.storage.getDirectory())
  const file = yield* Effect.acquireRelease(
    call(() => folder.getFileHandle(name, { create: true })),
    () => Effect.catchAll(call(() => folder.removeEntry(name)), (error) => Effect.logWarning(error.message))
  )
  const writable = yield* call(() => file.createWritable())
  return {
    write: (chunk: Uint8Array<ArrayBuffer>) => call(() => writable.write(chunk)),
    finish: call(async () => {
      await writable.close()
      return file.getFile()
    })
  }
}).pipe(Effect.catchAll(() => Effect.succeed(undefined)))

const memory = (limit: number): Spool => {
  const chunks: Array<Uint8Array<ArrayBuffer>> = []
  let size = 0
  return {
    write: (chunk) => {
      size += chunk.byteLength
      if (size > limit) {
        return Effect.fail(
          new SaveFailed({ target, reason: "Failed", detail: `a stream over ${limit} bytes cannot be kept in memory` })
        )
      }
      chunks.push(chunk)
      return Effect.void
    },
    finish: Effect.sync(() => new Blob(chunks))
  }
}

const copyOf = (chunk: unknown): Effect.Effect<Uint8Array<ArrayBuffer>, InvalidInput> =>
  chunk instanceof Uint8Array
    ? Effect.succeed(new Uint8Array(chunk))
    : Effect.fail(new InvalidInput({ field: "source", message: "a stream must give Uint8Array chunks" }))

/** Only an answer takes a stream of which nobody has read. It does not begin to read it. */
const wasRead = (stream: AsyncIterable<Uint8Array>): boolean => {
  if (!(stream instanceof ReadableStream)) return false
  try {
    return new Response(stream).bodyUsed
  } catch {
    return true
  }
}

/**
 * A Blob that holds all the bytes; what is stored for it is removed with the scope. A full disk is `SaveFailed`, a
 * stream that fails `SourceChanged` (gone).
 *
 * @since 1.0.7
 * @category constructors
 */
export const spooledBlob = Effect.fnUntraced(function*(options: {
  readonly stream: AsyncIterable<Uint8Array>
  readonly name: string
  readonly memoryLimit: number
  readonly onSpooled?: ((bytes: number) => void) | undefined
}): Effect.fn.Return<Blob, InvalidInput | SaveFailed | SourceChanged, Scope.Scope> {
  const { memoryLimit, name, onSpooled, stream } = options
  const spool = (yield* privateFile) ?? memory(memoryLimit)
  yield* Stream.runForEach(
    streamChunks(stream, name, wasRead(stream)),
    (chunk) =>
      Effect.flatMap(copyOf(chunk), (bytes) => Effect.map(spool.write(bytes), () => onSpooled?.(bytes.byteLength)))
  )
  return yield* spool.finish
})
