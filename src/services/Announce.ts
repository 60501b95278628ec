/**
 * Publishes `FilesChanged` after each change that the drive makes.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { SpaceId } from "../domain/Ids.js"
import type { FilesChanged } from "./DriveEvents.js"
import { DriveEvents } from "./DriveEvents.js"
import { spaceIdOf } from "./spaceIdOf.js"
import type { InSpace } from "./Spaces.js"
import { Spaces } from "./Spaces.js"

/**
 * A change; what is left out is empty.
 */
export type Change = Pick<FilesChanged, "kind"> & Partial<Omit<FilesChanged, "_tag" | "spaceId" | "origin">>

/**
 * The event of a change of this drive.
 */
export const filesChanged = (spaceId: string, change: Change): FilesChanged => ({
  _tag: "FilesChanged",
  spaceId: SpaceId.make(spaceId),
  fileIds: [],
  folderIds: [],
  assetIds: [],
  origin: "here",
  ...change
})

/**
 * Tells of the change once the call has ended: well, or so that nobody knows whether it was done. Then `done` is undefined.
 */
export type Announce = <A, E extends { readonly _tag: string }>(
  call: Effect.Effect<A, E>,
  options: InSpace | undefined,
  change: (done: A | undefined, spaceId: SpaceId, events: DriveEvents.Service) => Change | undefined
) => Effect.Effect<A, E>

/**
 * The answer got lost, or the service's task has failed after a part of its work.
 */
export const mayBeDoneAfter = ({ _tag }: { readonly _tag: string }): boolean =>
  _tag === "TransportError" || _tag === "TaskFailed"

/** Nor does anybody know it of a request that was left. */
const mayBeDone = (cause: Cause.Cause<{ readonly _tag: string }>): boolean =>
  Cause.isInterrupted(cause) || Option.exists(Cause.failureOption(cause), mayBeDoneAfter)

/**
 * Services that a program composed without events tell nobody.
 */
export const makeAnnounce: Effect.Effect<Announce, never, Spaces> = Effect.map(
  Effect.all([Effect.serviceOption(DriveEvents), Spaces]),
  ([events, spaces]): Announce => (call, options, change) => {
    if (Option.isNone(events)) return call
    // Another space may be selected before the call has ended. The call looks at its options itself; some give the space.
    return Effect.flatMap(spaceIdOf(spaces, { spaceId: options?.spaceId }), (spaceId) =>
      Effect.onExit(call, (exit) => {
        if (spaceId === undefined || (Exit.isFailure(exit) && !mayBeDone(exit.cause))) return Effect.void
        const made = change(Exit.isSuccess(exit) ? exit.value : undefined, spaceId, events.value)
        return made === undefined ? Effect.void : events.value.publish(filesChanged(spaceId, made))
      }))
  }
)
