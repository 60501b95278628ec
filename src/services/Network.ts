/**
 * Whether the drive is online, as far as it knows, and since when.
 *
 * @since 1.0.7
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { Connectivity } from "./Connectivity.js"
import { DriveEvents } from "./DriveEvents.js"
import { layerOf } from "./inOrder.js"

/**
 * `since` in epoch milliseconds; initially the time when the drive was built.
 *
 * @since 1.0.7
 * @category models
 */
export interface NetworkState {
  readonly online: boolean
  readonly since: number
}

export declare namespace Network {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** The same object until it changes; each change is a `NetworkChanged` on `DriveEvents`. */
    readonly state: () => NetworkState
  }
}

const make = Effect.gen(function*() {
  const connectivity = yield* Connectivity
  const events = yield* DriveEvents
  const now = Effect.fnUntraced(function*(online: boolean) {
    return { online, since: yield* Clock.currentTimeMillis }
  })
  let state: NetworkState = yield* now(yield* connectivity.online)
  const follow = Stream.runForEach(
    connectivity.changes,
    Effect.fnUntraced(function*(online) {
      if (online === state.online) return
      state = yield* now(online)
      yield* events.publish({ _tag: "NetworkChanged", ...state })
    })
  )
  yield* Effect.forkScoped(Effect.interruptible(follow))
  return Network.of({ state: () => state })
})

/**
 * @since 1.0.7
 * @category tags
 */
export class Network extends Context.Tag("effect-drive/Network")<Network, Network.Service>() {
  static readonly layer: Layer.Layer<Network, never, Connectivity | DriveEvents> = layerOf(Network, make)
}
