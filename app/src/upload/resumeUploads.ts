/** Uploads of the page before this one: those that were under way resume, by themselves where nobody has to be asked for their files. */
import type { DriveClient } from "effect-drive/promise"
import { useSyncExternalStore } from "react"
import { pausedUploads } from "./pausedUploads.js"

/** Their files may be read again once the user has said yes, which a browser asks in a click only. */
let waiting: ReadonlyArray<string> = []
const listeners = new Set<() => void>()

const setWaiting = (next: ReadonlyArray<string>): void => {
  waiting = next
  for (const listener of listeners) listener()
}

const isPaused = ({ uploads }: DriveClient, id: string): boolean => uploads.snapshot(id)?.status._tag === "paused"

/** Puts what is left of earlier pages onto the list, and resumes it. */
export const resumeUploads = async (drive: DriveClient): Promise<void> => {
  const found = await drive.uploads.recoverable()
  const isMarked = pausedUploads.has()
  const wanted = found.map(({ id }) => id).filter((id) => isPaused(drive, id) && !isMarked(id))
  const asks = await Promise.all(wanted.map(async (id) => {
    if (!(await drive.uploads.resumesByItself(id))) return true
    await drive.uploads.resume(id)
    return false
  }))
  setWaiting(wanted.filter((_, index) => asks[index]))
}

/** In a click. A browser that has asked for one file knows the answer for the others. */
export const askAndResume = async (drive: DriveClient): Promise<void> => {
  const [first, ...others] = waiting.filter((id) => isPaused(drive, id))
  if (first === undefined) return setWaiting([])
  await drive.uploads.resume(first)
  const isRefused = drive.uploads.snapshot(first)?.status._tag === "needsFile"
  if (!isRefused) await Promise.all(others.map((id) => drive.uploads.resume(id)))
  setWaiting(isRefused ? others : [])
}

const subscribe = (listener: () => void): () => void => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** So many wait for permission to read their files. */
export const useWaitingForPermission = (drive: DriveClient): number =>
  useSyncExternalStore(subscribe, () => waiting).filter((id) => isPaused(drive, id)).length
