/**
 * Events of a drive, handed to plain functions and to streams.
 *
 * @since 1.0.7
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { checkListener } from "../../services/checkListener.js"
import type { DriveEvent } from "../../services/DriveEvents.js"
import { DriveEvents } from "../../services/DriveEvents.js"
import { layerOf } from "../../services/inOrder.js"
import { listenerStream } from "../../services/listenerStream.js"

type Listener = (event: DriveEvent) => void

const make = Effect.gen(function*() {
  const listeners = new Set<Listener>()
  const endings = new Set<() => void>()
  let closed = false
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      closed = true
      endings.forEach((end) => end())
    })
  )

  const addTo = <A>(to: Set<A>, value: A) =>
    Effect.acquireRelease(Effect.sync(() => to.add(value)), () => Effect.sync(() => to.delete(value)))

  /** One plain step: an event of each small file goes to all who listen. */
  const tell = (event: DriveEvent): Effect.Effect<void> => {
    let logged = Effect.void
    for (const listener of [...listeners]) {
      try {
        listener(event)
      } catch (thrown) {
        logged = Effect.zipRight(logged, Effect.logError(`a listener of ${event._tag} threw`, Cause.die(thrown)))
      }
    }
    return logged
  }

  return {
    publish: (event: DriveEvent) => Effect.suspend(() => tell(event)),
    stream: listenerStream<DriveEvent>((emit) =>
      closed
        ? Effect.sync(() => emit.end())
        : Effect.zipRight(addTo(endings, () => emit.end()), addTo(listeners, (event) => emit.single(event)))
    ),
    on: (listener: Listener) =>
      Effect.suspend(() => {
        checkListener(listener)
        return Effect.asVoid(addTo<Listener>(listeners, (event) => listener(event)))
      }),
    inspection: {}
  }
})

/**
 * A listener is called at the moment of an event, in the order in which listeners came; one that throws is logged and
 * does not keep the others from hearing. Streams end with the layer.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<DriveEvents> = layerOf(DriveEvents, make)
