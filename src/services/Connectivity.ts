/**
 * Whether the machine is online, as far as it knows. Only a hint: what requests and watchdogs find out counts more.
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
    /** Returns at once if online, else as soon as the machine is online again. */
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
