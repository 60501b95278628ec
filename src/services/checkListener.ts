/**
 * What is to be called back, for programs without types. Whoever subscribes is answered at once, so that this is thrown.
 */
import { InvalidInput } from "../domain/errors/InputErrors.js"

/**
 * Throws `InvalidInput` for anything but a function.
 */
export const checkListener = (listener: unknown): void => {
  if (typeof listener !== "function") throw new InvalidInput({ field: "listener", message: "a function required" })
}
