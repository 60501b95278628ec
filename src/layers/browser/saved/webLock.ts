/**
 * A lock that other tabs and workers of the origin see.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

interface Held {
  readonly taken: boolean
  readonly release: () => Promise<void>
}

// The lock is held for as long as the promise that its callback gave is pending.
const request = (name: string): Promise<Held> =>
  new Promise((resolve, reject) => {
    const ended = navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock === null) {
        resolve({ taken: false, release: () => Promise.resolve() })
        return undefined
      }
      return new Promise<void>((end) =>
        resolve({
          taken: true,
          release: async () => {
            end()
            await ended
          }
        })
      )
    })
    ended.catch(reject)
  })

/**
 * Takes the lock until the scope ends; `false` when another tab has it. A tab that ends gives its locks back. Fails
 * where the browser has no locks (pages without TLS).
 *
 * @since 1.0.7
 * @category constructors
 */
export const webLock = (name: string): Effect.Effect<boolean, unknown, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.tryPromise({ try: async () => request(name), catch: (error) => error }),
      (held) => Effect.promise(held.release)
    ),
    (held) => held.taken
  )
