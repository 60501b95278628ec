/**
 * Many calls may share one signal: it carries a single listener of ours, because Node warns of the eleventh.
 *
 * @since 1.0.7
 */
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
export const onAbort = (signal: AbortSignal | undefined, callback: () => void): () => void => {
  if (signal === undefined) return () => {}
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
