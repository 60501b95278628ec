/**
 * Looks at a drive for as long as somebody is shown it. Several components of one drive share what is recorded.
 */
import * as Effect from "effect/Effect"
import type { DriveClient } from "../../promise/DriveClient.js"
import { DriveEvents } from "../../services/DriveEvents.js"
import type { Inspection } from "../../services/Inspection.js"
import { eventNote } from "./EventNote.js"
import { Recorder } from "./Recorder.js"

export interface Attached {
  readonly recorder: Recorder
  readonly inspection: Inspection
  readonly drive: DriveClient
}

const shared = new WeakMap<DriveClient, { readonly attached: Attached; readonly detach: () => void; users: number }>()

const lookAt = (drive: DriveClient) => {
  const { clock, events } = drive.runtime.runSync(Effect.all({ clock: Effect.clock, events: DriveEvents }))
  const recorder = new Recorder(
    () => clock.unsafeCurrentTimeMillis(),
    (owner) => drive.uploads.snapshot(owner)?.name
  )
  const { inspection } = events
  inspection.observer = recorder
  for (const parts of inspection.parts?.values() ?? []) recorder.parts(parts)
  const listen = events.on((event) => recorder.note(eventNote(event)))
  const quiet = drive.runtime.runCallback(Effect.scoped(Effect.zipRight(listen, Effect.never)))
  const detach = () => {
    if (inspection.observer === recorder) inspection.observer = undefined
    quiet()
  }
  return { attached: { recorder, inspection, drive }, detach, users: 0 }
}

/**
 * What is recorded from now on, and the function that ends it. Throws when the drive is disposed of.
 */
export const attach = (drive: DriveClient): readonly [Attached, () => void] => {
  const known = shared.get(drive) ?? lookAt(drive)
  shared.set(drive, known)
  known.users++
  let isOver = false
  const leave = () => {
    if (isOver) return
    isOver = true
    if (--known.users > 0) return
    shared.delete(drive)
    known.detach()
  }
  return [known.attached, leave]
}
