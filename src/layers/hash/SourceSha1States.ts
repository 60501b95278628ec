/**
 * The states of SHA-1 between the parts of a source, on the calling thread.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { TransportError } from "../../domain/errors/TransportError.js"
import type { HashError } from "../../services/Hasher.js"
import type { UploadSource } from "../../services/UploadSource.js"
import * as LazyDigests from "../loading/LazyDigests.js"

/** Nothing in a page whose policy forbids WebAssembly. */
const start = (partSize: number) =>
  Effect.flatMap(
    LazyDigests.runningSha1States.load,
    ({ runningSha1States }) =>
      Effect.tryPromise(() => runningSha1States(partSize)).pipe(
        Effect.map((running) => running.words() === undefined ? undefined : running),
        Effect.catchAll(({ error }) => Effect.as(Effect.logDebug(`no SHA-1 states here: ${String(error)}`), undefined))
      )
  )

/**
 * Whether states can be had here.
 *
 * @since 1.0.7
 * @category constructors
 */
export const available: Effect.Effect<boolean, TransportError> = Effect.map(
  start(64),
  (running) => running !== undefined
)

/**
 * One read pass in the slices of the source: five words for each whole part of `partSize` bytes, a multiple of 64.
 * `undefined` where a policy forbids WebAssembly; `TransportError` when a page could not load the code. `position` is
 * called with the bytes done so far.
 *
 * @since 1.0.7
 * @category constructors
 */
export const sourceSha1States = (
  source: Pick<UploadSource, "readAll">,
  partSize: number,
  position: (bytes: number) => void
): Effect.Effect<Uint32Array | undefined, HashError> =>
  Effect.flatMap(start(partSize), (running) =>
    running === undefined ? Effect.succeed(undefined) : Effect.map(
      source.readAll(0, (chunk) => {
        running.update(chunk)
        position(running.position())
      }),
      () => running.words()
    ))
