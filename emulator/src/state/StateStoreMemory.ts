/**
 * State that ends with the process.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { StateStore } from "./StateStore.js"

/**
 * @since 1.0.7
 * @category constructors
 */
export const make = (): StateStore.Service => ({
  load: Effect.succeed([]),
  append: () => Effect.void,
  isVolatile: true
})
