/**
 * Uploads that the user has paused, by id. After a reload all uploads are stopped; these stay so, and the others resume. It is kept for
 * all tabs: an upload of a tab that is gone comes back in any other.
 */
import type { DriveClient, UploadStatusTag } from "effect-drive/promise"
import { readKept } from "../parts/readKept.js"

const kept = "drive.pausedUploads"

/** As long as the library keeps an upload that nobody resumes. */
const lifetime = 7 * 24 * 3_600_000

/** Another version of the page may have written it. */
const read = (): ReadonlyMap<string, number> => {
  const since = Date.now() - lifetime
  return new Map(
    Object.entries(readKept(localStorage, kept)).flatMap(([id, at]) =>
      typeof at === "number" && at > since ? [[id, at] as const] : []
    )
  )
}

const change = (by: (marks: Map<string, number>) => void): void => {
  const marks = new Map(read())
  by(marks)
  if (marks.size === 0) localStorage.removeItem(kept)
  else localStorage.setItem(kept, JSON.stringify(Object.fromEntries(marks)))
}

const over: ReadonlySet<UploadStatusTag> = new Set(["done", "cancelled", "failed", "conflict", "elsewhere"])

const unfinished = ({ uploads }: DriveClient): ReadonlyArray<string> =>
  uploads.list().filter((id) => !over.has(uploads.snapshot(id)?.status._tag ?? "done"))

export const pausedUploads = {
  has: (): (id: string) => boolean => {
    const marks = read()
    return (id) => marks.has(id)
  },
  /** Before they are stopped: the page may be gone before that is done. */
  add: (ids: ReadonlyArray<string>): void =>
    change((marks) => {
      for (const id of ids) marks.set(id, Date.now())
    }),
  addAll: (drive: DriveClient): void => pausedUploads.add(unfinished(drive)),
  /** Files of a folder are known as its own only while they move: those are marked that have stopped with it. */
  addStopped: (drive: DriveClient): void =>
    pausedUploads.add(unfinished(drive).filter((id) => drive.uploads.snapshot(id)?.status._tag === "paused")),
  remove: (ids: ReadonlyArray<string>): void =>
    change((marks) => {
      for (const id of ids) marks.delete(id)
    }),
  removeRunning: (drive: DriveClient): void =>
    pausedUploads.remove(drive.uploads.list().filter((id) => drive.uploads.snapshot(id)?.status._tag !== "paused")),
  removeAll: (drive: DriveClient): void => pausedUploads.remove(drive.uploads.list())
}
