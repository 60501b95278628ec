/**
 * The states of SHA-1 between the parts of a source, on the calling thread.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { SourceChanged } from "../../domain/errors/TransferErrors.js"
import type { UploadSource } from "../../services/UploadSource.js"

const start = async (partSize: number) => {
  try {
    const { runningSha1States } = await import("./RunningSha1States.js")
    const running = await runningSha1States(partSize)
    return running.words() === undefined ? undefined : running
  } catch {
    // A page whose policy forbids WebAssembly.
    return undefined
  }
}

/**
 * Whether states can be had here.
 *
 * @since 1.0.7
 * @category constructors
 */
export const available: Effect.Effect<boolean> = Effect.map(
  Effect.promise(() => start(64)),
  (sha1) => sha1 !== undefined
)

/**
 * One read pass in the slices of the source: five words for each whole part of `partSize` bytes, a multiple of 64.
 * `undefined` where a policy forbids WebAssembly. `position` is called with the bytes done so far.
 *
 * @since 1.0.7
 * @category constructors
 */
export const sourceSha1States = (
  source: Pick<UploadSource, "readAll">,
  partSize: number,
  position: (bytes: number) => void
): Effect.Effect<Uint32Array | undefined, SourceChanged> =>
  Effect.flatMap(
    Effect.promise(() => start(partSize)),
    (running) =>
      running === undefined ? Effect.succeed(undefined) : Effect.map(
        source.readAll(0, (chunk) => {
          running.update(chunk)
          position(running.position())
        }),
        () => running.words()
      )
  )
