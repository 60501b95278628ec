/**
 * What kind of document an answer is. A server that does not know a parameter leaves it out, and answers another question.
 */
import * as Effect from "effect/Effect"
import { UnsupportedOperation } from "../../../domain/errors/InputErrors.js"
import { StorageError } from "../../../domain/errors/StorageErrors.js"
import type { SupportedPlatform } from "../../../domain/Platform.js"

const rootElement = (xml: string): string | undefined =>
  /^\uFEFF?\s*(?:<\?[^>]*\?>\s*|<!--[^]*?-->\s*)*<(?:[\w.-]+:)?([\w.-]+)[\s>/]/.exec(xml)?.[1]

/**
 * Fails with `UnsupportedOperation` where the answer is no document of this name.
 */
export const expectRoot = (
  asked: { readonly operation: string; readonly platform: SupportedPlatform; readonly root: string },
  xml: string
): Effect.Effect<void, UnsupportedOperation> => {
  const { operation, platform, root } = asked
  const found = rootElement(xml)
  return found === root ? Effect.void : new UnsupportedOperation({
    operation,
    platform,
    message: `the storage does not know ${root}: it answered ${found === undefined ? "no document" : `<${found}>`}`
  })
}

/**
 * Goes before a change. Where the parameter is not known, the storage takes a PUT for one of the bucket, and its 200 says nothing of what
 * was put. One that only keeps what is there from being read may be given more. Gives what was there, if it could be read.
 */
export const ensureKnown = <A, E, R>(
  reading: Effect.Effect<A, E | StorageError, R>
): Effect.Effect<A | undefined, E, R> =>
  Effect.catchIf(
    reading,
    (error): error is StorageError => error instanceof StorageError,
    () => Effect.succeed(undefined)
  )
