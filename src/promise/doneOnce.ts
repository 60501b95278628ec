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

/**
 * Waits for the end when somebody first asks for it: a list may hold ten thousand handles. A promise that is left alone never is an
 * unhandled rejection.
 *
 * @since 1.0.7
 * @category constructors
 */
export const doneOnce = <A>(wait: () => Promise<A>): Done<A> => {
  let done: Promise<A> | undefined
  const renew = (): void => {
    done = undefined
  }
  return {
    promise: () => {
      if (done === undefined) {
        done = wait()
        done.catch(renew)
      }
      return done
    },
    renew
  }
}
