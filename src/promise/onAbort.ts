/**
 * What happens when a signal is aborted. Many calls may share one signal: it carries a single listener of ours, because Node warns
 * of the eleventh.
 *
 * @since 1.0.7
 */
import { InvalidInput } from "../domain/errors/InputErrors.js"
import { ignorable } from "./endPromise.js"
import type { CallOptions } from "./Runner.js"

/**
 * Throws where nothing may begin with this signal: it is none, such as the controller that programs without types give, or it is
 * aborted already.
 *
 * @since 1.0.7
 * @category guards
 */
export const checkSignal = (signal: AbortSignal | undefined): void => {
  if (signal === undefined) return
  // One of another realm will do.
  if (typeof (signal as AbortSignal | null)?.throwIfAborted !== "function") {
    throw new InvalidInput({ field: "signal", message: "signal must be an AbortSignal" })
  }
  signal.throwIfAborted()
}

/**
 * The signal of what starts at once, checked.
 *
 * @since 1.0.7
 * @category guards
 */
export const startSignal = (options: CallOptions | null | undefined): AbortSignal | undefined => {
  const signal = options?.signal
  checkSignal(signal)
  return signal
}

interface Shared {
  readonly callbacks: Set<() => void>
  readonly listener: () => void
}

const signals = new WeakMap<AbortSignal, Shared>()

const share = (signal: AbortSignal): Shared => {
  const callbacks = new Set<() => void>()
  const listener = () => {
    for (const callback of [...callbacks]) callback()
  }
  const shared = { callbacks, listener }
  signals.set(signal, shared)
  signal.addEventListener("abort", listener, { once: true })
  return shared
}

/**
 * Calls back once when the signal is aborted; returns the function that ends it.
 *
 * @since 1.0.7
 * @category combinators
 */
export const onAbort = (signal: AbortSignal, callback: () => void): () => void => {
  const { callbacks, listener } = signals.get(signal) ?? share(signal)
  // a wrapper of its own, so that one function may be added twice
  const added = () => callback()
  callbacks.add(added)
  return () => {
    if (!callbacks.delete(added) || callbacks.size > 0) return
    signal.removeEventListener("abort", listener)
    signals.delete(signal)
  }
}

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
 * Cancels what was started with the signal. Listens no longer than that runs: a signal may live as long as the program. `subscribe` calls
 * back when that may have ended, `hasEnded` says whether it has.
 *
 * @since 1.0.7
 * @category constructors
 */
export const cancelOnAbort = (
  signal: AbortSignal,
  started: {
    readonly cancel: () => Promise<void>
    readonly subscribe: (listener: () => void) => () => void
    readonly hasEnded: () => boolean
  }
): CancelOnAbort => {
  let cancelled = Promise.resolve()
  const cancel = () => {
    cancelled = started.cancel().catch(() => {})
  }
  const off = onAbort(signal, cancel)
  // One who watches the list may have aborted it in between.
  if (signal.aborted) cancel()
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
  how === undefined ? done : ignorable(done.catch(async (error) => {
    if (!how.signal.aborted) throw error
    await how.cancelled()
    throw how.signal.reason
  }))
