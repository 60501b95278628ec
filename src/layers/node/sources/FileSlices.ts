/**
 * A range of an open file as a body that is read while it is sent.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import { SourceChanged } from "../../../domain/errors/TransferErrors.js"
import type { SlicedBody } from "../../../services/SlicedBody.js"
import { startCrc64 } from "../../hash/RunningCrc64.js"

/**
 * Most bytes that are read at a time, as many as a transport sends at a time.
 *
 * @since 1.0.7
 * @category constants
 */
export const fileSliceSize = 2_097_152

/**
 * An open file: `changeOf` says how it differs from the one that was opened, `cut` that it ends here.
 *
 * @since 1.0.7
 * @category models
 */
export interface OpenFile {
  readonly descriptor: number
  readonly name: string
  readonly changeOf: (now: fs.Stats) => SourceChanged | undefined
  readonly cut: (end: number) => SourceChanged
}

const gone = ({ name }: OpenFile) => new SourceChanged({ name, what: "gone" })

/** Rejects with `SourceChanged` alone: what else the machine says means that the bytes are not there any more. */
const call = <A>(
  file: OpenFile,
  run: (done: (error: NodeJS.ErrnoException | null, value: A) => void) => void
): Promise<A> =>
  new Promise((resolve, reject) => {
    run((error, value) => {
      if (error === null) resolve(value)
      else reject(gone(file))
    })
  })

interface Reading {
  readonly body: SlicedBody
  /** Why a read has failed. */
  readonly failure: () => SourceChanged | undefined
  /** Ends when nothing is written into the buffer any more. */
  readonly idle: Effect.Effect<void>
}

const reading = (
  file: OpenFile,
  buffer: Uint8Array,
  range: { readonly start: number; readonly end: number },
  wanted: { readonly crc64: boolean }
): Reading => {
  const size = range.end - range.start
  let position = 0
  let crc64 = wanted.crc64 ? startCrc64() : undefined
  let failure: SourceChanged | undefined
  let last: Promise<unknown> | undefined

  const slice = async (start: number, most: number): Promise<Uint8Array> => {
    const length = Math.min(most, buffer.byteLength, size - start)
    const count = await call<number>(
      file,
      (done) => fs.read(file.descriptor, buffer, 0, length, range.start + start, done)
    )
    if (count === 0) return Promise.reject(file.cut(range.start + start))
    if (start === 0 && position > 0) crc64 = wanted.crc64 ? startCrc64() : undefined
    position = start + count
    const bytes = buffer.subarray(0, count)
    crc64?.update(bytes)
    // The last slice leaves only when all of them are known to be those of the file that was opened.
    if (position === size) {
      const change = file.changeOf(await call<fs.Stats>(file, (done) => fs.fstat(file.descriptor, done)))
      if (change !== undefined) return Promise.reject(change)
    }
    return bytes
  }

  const read: SlicedBody["read"] = (start, most) => {
    const bytes = slice(start, most).catch((error: unknown) => {
      failure ??= error instanceof SourceChanged ? error : gone(file)
      return Promise.reject(failure)
    })
    const pending = bytes.then(() => undefined, () => undefined).then(() => {
      if (last === pending) last = undefined
    })
    last = pending
    return bytes
  }

  const rest: Effect.Effect<void, SourceChanged> = Effect.suspend(() =>
    position < size
      ? Effect.zipRight(
        Effect.tryPromise({
          try: () => read(position, fileSliceSize),
          catch: () => failure ?? gone(file)
        }),
        rest
      )
      : Effect.void
  )

  const idle = Effect.suspend(() => {
    const pending = last
    return pending === undefined ? Effect.void : Effect.promise(() => pending)
  })
  return {
    body: { size, read, crc64: Effect.map(Effect.zipRight(idle, rest), () => crc64?.digest()) },
    failure: () => failure,
    idle
  }
}

/**
 * Runs `use` with the bytes of the range, whose slices are read into the buffer. A read that fails, or a file that is not the same
 * any more when its last slice is read, is `SourceChanged`, whatever `use` makes of it. The buffer is free afterwards.
 *
 * @since 1.0.7
 * @category combinators
 */
export const withFileSlices = <A, E, R>(
  file: OpenFile,
  buffer: Uint8Array,
  range: { readonly start: number; readonly end: number },
  wanted: { readonly crc64: boolean },
  use: (body: SlicedBody) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | SourceChanged, R> =>
  Effect.suspend(() => {
    const { body, failure, idle } = reading(file, buffer, range, wanted)
    return use(body).pipe(
      Effect.catchAll((error): Effect.Effect<A, E | SourceChanged> => Effect.fail(failure() ?? error)),
      Effect.tap(() => failure() ?? Effect.void),
      Effect.ensuring(idle)
    )
  })
