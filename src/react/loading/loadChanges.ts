/**
 * The code of changes, for those who read first.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as LazyCode from "../../layers/loading/LazyCode.js"
import type * as ChangeCode from "./changeCode.js"

const code = LazyCode.make("changes", () => import("./changeCode.js"))

/**
 * Rejects with `TransportError` when it does not come; the next call asks again.
 *
 * @since 1.0.7
 * @category constructors
 */
export const loadChanges = async (): Promise<typeof ChangeCode> => {
  const loaded = await Effect.runPromise(Effect.either(code.load))
  if (Either.isLeft(loaded)) throw loaded.left
  return loaded.right
}
