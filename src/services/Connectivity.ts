/**
 * Whether the machine believes to be online. A hint: requests and watchdogs have the last word.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"

export declare namespace Connectivity {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    readonly online: Effect.Effect<boolean>
    /** Returns at once when online, else when it is online again. */
    readonly whenOnline: Effect.Effect<void>
    /** Every change; the current value is not repeated. */
    readonly changes: Stream.Stream<boolean>
  }
}

/**
 * Port: whether the machine has a network.
 *
 * @since 1.0.7
 * @category tags
 */
export class Connectivity extends Context.Tag("effect-drive/Connectivity")<Connectivity, Connectivity.Service>() {}
