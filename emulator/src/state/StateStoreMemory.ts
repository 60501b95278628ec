/**
 * State that ends with the process.
 */
import * as Effect from "effect/Effect"
import type { StateStore } from "./StateStore.js"

export const make = (): StateStore.Service => ({
  load: Effect.succeed([]),
  append: () => Effect.void,
  isVolatile: true
})
