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

/** Of the names of kept streams. Each is also that of a lock, which the page that keeps it holds before the file is there. */
const prefix = "effect-drive-stream-"

/** Held until the scope ends, or the page does. That of `webLock` would take what it shares with this file into the first load. */
const holdLock = (name: string): Effect.Effect<unknown, SaveFailed, Scope.Scope> =>
  Effect.acquireRelease(
    call(() =>
      new Promise<() => void>((resolve, reject) => {
        navigator.locks.request(name, () => new Promise<void>(resolve)).catch(reject)
      })
    ),
    (release) => Effect.sync(release)
  )

/** Copies whose pages have ended: nobody holds the lock of their name. */
const removeLeft = (folder: FileSystemDirectoryHandle): Effect.Effect<void, SaveFailed> =>
  call(async () => {
    const kept: Array<string> = []
    for await (const name of folder.keys()) if (name.startsWith(prefix)) kept.push(name)
    const { held = [] } = await navigator.locks.query()
    const left = kept.filter((name) => !held.some((lock) => lock.name === name))
    // another page may do so at the same time
    await Promise.allSettled(left.map((name) => folder.removeEntry(name)))
  })

/** A file in the origin private file system; `undefined` where there is none, as in private windows. */
const privateFile: Effect.Effect<Spool | undefined, never, Scope.Scope> = Effect.gen(function*() {
  const name = `${prefix}${crypto.getRandomValues(new Uint32Array(2)).join("-")}`
  const folder = yield* call(() => navigator.storage.getDirectory())
  // Without locks nobody can tell whose a copy is: then it stays.
  yield* Effect.zipRight(holdLock(name), removeLeft(folder)).pipe(
    Effect.catchAll((error) => Effect.logDebug("streams that pages have left may be kept", error))
  )
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
 * A Blob that holds all the bytes; what is stored for it is removed with the scope, or, where its page ends before, when a page keeps
 * the next stream. A full disk is `SaveFailed`, a stream that fails `SourceChanged` (gone).
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
