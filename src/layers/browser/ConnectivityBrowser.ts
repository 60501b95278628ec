/**
 * What the browser believes of its network.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Connectivity } from "../../services/Connectivity.js"
import { layerOf } from "../../services/inOrder.js"
import { listenerStream } from "../../services/listenerStream.js"

/**
 * The part of `window` (or of a worker's global) that is listened to.
 *
 * @since 1.0.7
 * @category models
 */
export interface OnlineTarget {
  readonly navigator: { readonly onLine: boolean }
  readonly addEventListener: (type: "online" | "offline", listener: () => void) => void
  readonly removeEventListener: (type: "online" | "offline", listener: () => void) => void
}

/**
 * @since 1.0.7
 * @category constructors
 */
export const make = (target: OnlineTarget): Connectivity.Service => {
  const whenOnline = Effect.async<void>((resume) => {
    if (target.navigator.onLine) return resume(Effect.void)
    const stop = () => target.removeEventListener("online", listener)
    const listener = () => {
      stop()
      resume(Effect.void)
    }
    target.addEventListener("online", listener)
    return Effect.sync(stop)
  })

  const changes = listenerStream<boolean>((emit) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        let last: boolean | undefined
        const tell = () => {
          const isOnline = target.navigator.onLine
          if (isOnline !== last) emit.single(last = isOnline)
        }
        target.addEventListener("online", tell)
        target.addEventListener("offline", tell)
        return tell
      }),
      (tell) =>
        Effect.sync(() => {
          target.removeEventListener("online", tell)
          target.removeEventListener("offline", tell)
        })
    )
  )

  return Connectivity.of({ online: Effect.sync(() => target.navigator.onLine), whenOnline, changes })
}

/**
 * The browser's own belief, by `navigator.onLine` and its events.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<Connectivity> = layerOf(Connectivity, Effect.sync(() => make(globalThis)))
