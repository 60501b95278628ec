/**
 * How a handle is listened to.
 *
 * @since 1.0.7
 */
import { checkListener } from "../services/checkListener.js"

/**
 * Calls a listener with what is so by then. What is no function is `InvalidInput`, thrown at once.
 *
 * @since 1.0.7
 * @category constructors
 */
export const listenTo =
  <A>(subscribe: (changed: () => void) => () => void, snapshot: () => A) => (listener: (snapshot: A) => void) => {
    checkListener(listener)
    return subscribe(() => listener(snapshot()))
  }
