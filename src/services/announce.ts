/**
 * Tells of each change that the drive makes, after it.
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
 * Changes of a space that the service goes on with by itself, by their tasks: they are told of again when the task has ended.
 */
export interface Underway {
  readonly goesOn: (taskId: string | undefined, change: Change) => void
  /** The change that the task was about, once: the task has ended. */
  readonly ended: (taskId: string) => Change | undefined
}

const tasks = new WeakMap<DriveEvents.Service, Map<string, Change | undefined>>()

const underwayOf = (events: DriveEvents.Service, spaceId: SpaceId): Underway => {
  const changes = tasks.get(events) ?? new Map<string, Change | undefined>()
  tasks.set(events, changes)
  const keyOf = (taskId: string) => `${spaceId} ${taskId}`
  return {
    goesOn: (taskId, change) => {
      if (taskId !== undefined) changes.set(keyOf(taskId), change)
    },
    ended: (taskId) => {
      const key = keyOf(taskId)
      const isKnown = changes.has(key)
      const change = changes.get(key)
      // a task is asked for again and again, and ends once
      changes.set(key, undefined)
      return isKnown && change === undefined ? undefined : { folderIds: undefined, ...change, kind: "taskEnded" }
    }
  }
}

/**
 * Tells of the change once the call has ended: well, or so that nobody knows whether it was done. Then `done` is undefined.
 */
export type Announce = <A, E extends { readonly _tag: string }>(
  call: Effect.Effect<A, E>,
  options: InSpace | undefined,
  change: (done: A | undefined, underway: Underway) => Change | undefined
) => Effect.Effect<A, E>

/** The request was left, or its answer got lost. */
const mayBeDone = (cause: Cause.Cause<{ readonly _tag: string }>): boolean =>
  Cause.isInterrupted(cause) ||
  Option.exists(Cause.failureOption(cause), ({ _tag }) => _tag === "TransportError")

/**
 * Services that a program composed without events tell nobody.
 */
export const makeAnnounce: Effect.Effect<Announce, never, Spaces> = Effect.map(
  Effect.all([Effect.serviceOption(DriveEvents), Spaces]),
  ([events, spaces]): Announce => (call, options, change) => {
    if (Option.isNone(events)) return call
    // another space may be selected before the call has ended
    return Effect.flatMap(spaceIdOf(spaces, options), (spaceId) =>
      Effect.onExit(call, (exit) => {
        if (spaceId === undefined || (Exit.isFailure(exit) && !mayBeDone(exit.cause))) return Effect.void
        const made = change(Exit.isSuccess(exit) ? exit.value : undefined, underwayOf(events.value, spaceId))
        return made === undefined ? Effect.void : events.value.publish(filesChanged(spaceId, made))
      }))
  }
)
