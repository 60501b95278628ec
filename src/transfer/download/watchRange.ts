/**
 * Tells of the request for one range, where an inspector is open: of all its connections, since it continues where one was cut.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { tellEnd } from "../../services/Inspection.js"
import { watchRequest } from "../parts/watchRequest.js"
import type { DownloadRun } from "./DownloadRun.js"

interface WatchedRange {
  readonly object: DownloadRun["object"]
  readonly moved: ((bytes: number) => void) | undefined
}

/**
 * The object as it is to be read, and whom to tell of bytes that have arrived. The row ends with the scope.
 */
export const watchRange = (
  { entry, object }: DownloadRun,
  bytes: number
): Effect.Effect<WatchedRange, never, Scope.Scope> => {
  const { hooks } = watchRequest({ id: entry.id, hooks: object.hooks }, {
    kind: "range",
    method: "GET",
    path: "range",
    bytes
  })
  const { watch } = hooks
  if (watch === undefined) return Effect.succeed({ object, moved: undefined })
  watch.started()
  // A recovery that ends is not the end of the range.
  const recovering = { ...watch, ended: () => {} }
  const watched: DownloadRun["object"] = {
    ...object,
    hooks: { ...hooks, watch: recovering },
    get version() {
      return object.version
    },
    set version(version) {
      object.version = version
    }
  }
  return Effect.as(
    Effect.addFinalizer((exit) => tellEnd(watch, exit)),
    { object: watched, moved: watch.moved }
  )
}
