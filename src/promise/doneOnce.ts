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

interface Kept<A> {
  done: Promise<A> | undefined
}

/** By itself, so that a promise keeps nothing of the handle that it came from. */
const forgetting = (kept: Kept<unknown>) => (): void => {
  kept.done = undefined
}

/**
 * Waits for the end when somebody first asks for it: a list may hold ten thousand handles. A promise that is left alone never is an
 * unhandled rejection.
 *
 * @since 1.0.7
 * @category constructors
 */
export const doneOnce = <A>(wait: () => Promise<A>): Done<A> => {
  const kept: Kept<A> = { done: undefined }
  const renew = forgetting(kept)
  return {
    promise: () => {
      if (kept.done === undefined) (kept.done = wait()).catch(renew)
      return kept.done
    },
    renew
  }
}
