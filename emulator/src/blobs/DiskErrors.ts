/**
 * Failures of the file system as the blob store's errors.
 */
import * as Effect from "effect/Effect"
import { BlobBroken, BlobNoSpace, type BlobWriteError } from "./BlobErrors.js"

const isFull = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && (cause.code === "ENOSPC" || cause.code === "EDQUOT")

/**
 * A full disk is told apart from a broken one.
 */
export const fromCause = (operation: string, cause: unknown): BlobWriteError =>
  cause instanceof BlobBroken || cause instanceof BlobNoSpace
    ? cause
    : isFull(cause)
    ? new BlobNoSpace()
    : new BlobBroken({ operation, cause })

export const attempt = <A>(operation: string, run: () => Promise<A>): Effect.Effect<A, BlobWriteError> =>
  Effect.tryPromise({ try: run, catch: (cause) => fromCause(operation, cause) })
