/**
 * The promise of an end, as handles give it out.
 *
 * @since 1.0.7
 */

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
 * The promise, unless it has rejected: what has failed may be resumed elsewhere, and then has another end.
 *
 * @since 1.0.7
 * @category combinators
 */
export const unlessFailed = <A>(promise: Promise<A> | undefined): Promise<A> | undefined =>
  promise === undefined || failed.has(promise) ? undefined : promise
