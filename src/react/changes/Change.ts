/**
 * What a change of the drive is.
 *
 * @since 1.0.7
 */
import type { QueryClient } from "@tanstack/react-query"
import type { DurationInput } from "effect/Duration"
import type { DriveClient } from "../../promise/DriveClient.js"
import type { SpaceCallOptions } from "../../promise/Face.js"
import type { QueryKeys } from "../queryKeys.js"
import type { RowChange } from "./PendingChanges.js"

/**
 * What is known of a row before the change, wherever it was read.
 *
 * @since 1.0.7
 * @category models
 */
export type Look = (id: string) => Readonly<Record<string, unknown>> | undefined

/**
 * Takes the change back at the service.
 *
 * @since 1.0.7
 * @category models
 */
export interface Undoable {
  readonly undo?: (() => Promise<unknown>) | undefined
}

/**
 * One kind of change. `rows` is what it makes of what was read: without `done` while it is on its way, with it for good; a row of a
 * batch that was refused is not in `done`. `undo` is left out where the service cannot, or where nothing is known of before: it never
 * takes away what was there already.
 *
 * @since 1.0.7
 * @category models
 */
export interface Change<Input, A> {
  readonly run: (drive: DriveClient, input: Input, call: SpaceCallOptions) => Promise<A>
  /** Asked before it is made, where the service may give what is there already: whether that is not so. Else nothing is undone. */
  readonly makesNew?: ((drive: DriveClient, input: Input, call: SpaceCallOptions) => Promise<boolean>) | undefined
  readonly rows?: ((input: Input, done: A | undefined, look: Look) => RowChange) | undefined
  readonly undo?:
    | ((drive: DriveClient, input: Input, done: A, look: Look, call: SpaceCallOptions) => Undoable["undo"])
    | undefined
  /** What else is known from the answer. */
  readonly settle?:
    | ((
      client: QueryClient,
      keys: QueryKeys,
      input: Input,
      done: A,
      toMillis: (duration: DurationInput) => number
    ) => void)
    | undefined
}
