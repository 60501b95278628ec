/**
 * The promise of an end, as handles give it out.
 *
 * @since 1.0.7
 */

/**
 * `promise` gives the same promise until `renew` is called, or until it has rejected: what has failed may be resumed elsewhere.
 *
 * @since 1.0.7
 * @category models
 */
export interface Done<A> {
  readonly promise: () => Promise<A>
  readonly renew: () => void
}

/** What has failed may be resumed elsewhere: its handle gives another promise then. */
const failed = new WeakSet<Promise<unknown>>()

const ignore = (): void => {}

/**
 * Says of a promise that is about to reject that nobody has to listen to it.
 *
 * @since 1.0.7
 * @category combinators
 */
export const markFailed = (promise: Promise<unknown>): void => {
  failed.add(promise)
  promise.catch(ignore)
}

/**
 * The same of one that may reject some day.
 *
 * @since 1.0.7
 * @category combinators
 */
export const ignorable = <A>(promise: Promise<A>): Promise<A> => {
  promise.catch(() => failed.add(promise))
  return promise
}

/**
 * Waits for the end when somebody first asks for it: a list may hold ten thousand handles. `wait` gives a promise that may be ignored.
 *
 * @since 1.0.7
 * @category constructors
 */
export const doneOnce = <A>(wait: () => Promise<A>): Done<A> => {
  let done: Promise<A> | undefined
  return {
    promise: () => {
      if (done === undefined || failed.has(done)) done = wait()
      return done
    },
    renew: () => {
      done = undefined
    }
  }
}
