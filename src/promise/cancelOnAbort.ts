/**
 * A signal that cancels what was started with it: the end waits for the cancel, so that nothing is left when the caller hears of it.
 *
 * @since 1.0.7
 */
import { onAbort } from "./onAbort.js"

/**
 * A signal that cancels, and the end of that cancel.
 *
 * @since 1.0.7
 * @category models
 */
export interface CancelOnAbort {
  readonly signal: AbortSignal
  readonly cancelled: () => Promise<void>
}

/**
 * Listens no longer than what was started runs: a signal may live as long as the program. `subscribe` calls back when that may have
 * ended, `hasEnded` says whether it has.
 *
 * @since 1.0.7
 * @category constructors
 */
export const cancelOnAbort = (
  signal: AbortSignal | undefined,
  started: {
    readonly cancel: () => Promise<void>
    readonly subscribe: (listener: () => void) => () => void
    readonly hasEnded: () => boolean
  }
): CancelOnAbort | undefined => {
  if (signal === undefined) return undefined
  let cancelled = Promise.resolve()
  const off = onAbort(signal, () => {
    cancelled = started.cancel().catch(() => {})
  })
  const unsubscribe = started.subscribe(() => {
    if (!started.hasEnded()) return
    off()
    unsubscribe()
  })
  return { signal, cancelled: () => cancelled }
}

/**
 * What was aborted ends with the signal's reason, and not before nothing of it is left on the storage.
 *
 * @since 1.0.7
 * @category combinators
 */
export const endOf = <A>(done: Promise<A>, how: CancelOnAbort | undefined): Promise<A> =>
  how === undefined ? done : done.catch(async (error) => {
    if (!how.signal.aborted) throw error
    await how.cancelled()
    throw how.signal.reason
  })
