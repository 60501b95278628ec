/**
 * Things that happen to the drive as a whole and that no single caller waits for.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import type { TokenExpired } from "../domain/errors/ApiErrors.js"
import type { SpaceId, Wsid } from "../domain/Ids.js"

/**
 * @since 1.0.7
 * @category models
 */
export type DriveEvent =
  | { readonly _tag: "TokenExpired"; readonly error: TokenExpired }
  | { readonly _tag: "SignedIn"; readonly wsid: Wsid }
  | { readonly _tag: "SignedOut" }
  | { readonly _tag: "SpaceSelected"; readonly spaceId: SpaceId }
  | { readonly _tag: "CredentialRefreshed"; readonly spaceId: SpaceId; readonly version: number }
  /** Optional fields of an answer, such as `data.list[3].hidden`, that could not be read and are missing in what the call gave. */
  | {
    readonly _tag: "FieldsLeftOut"
    readonly operation: string
    readonly path: string
    readonly fields: ReadonlyArray<string>
  }

export declare namespace DriveEvents {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    readonly publish: (event: DriveEvent) => Effect.Effect<void>
    /** All events from now on. */
    readonly stream: Stream.Stream<DriveEvent>
    /** Calls a plain function for each event, until the scope ends. */
    readonly on: (listener: (event: DriveEvent) => void) => Effect.Effect<void, never, Scope.Scope>
  }
}

/**
 * @since 1.0.7
 * @category tags
 */
export class DriveEvents extends Context.Tag("effect-drive/DriveEvents")<DriveEvents, DriveEvents.Service>() {}
