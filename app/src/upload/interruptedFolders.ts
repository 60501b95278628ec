/**
 * Folders whose reading ended with the page: what was read of them is saved and resumes, but no browser gives back what was dropped. A
 * page marks the name of each folder as long as it is read. Once it has gone, every other page asks for them, until one is answered.
 */
import { useSyncExternalStore } from "react"
import type { IncomingFolder } from "./incoming.js"
import { incomingFolders } from "./incoming.js"
import type { MarkedFolder } from "./readingMarks.js"
import { markKeys, ownMarks, readMarks, watchMarks, writeMarks } from "./readingMarks.js"

export type CutFolder = MarkedFolder

/** A page without TLS has none: it asks for no folder, and marks none. */
const locksOf = ({ locks }: { readonly locks?: LockManager | null }) => locks

/** Keys of pages that have gone. */
const gone = new Set<string>()
let cut: ReadonlyArray<CutFolder> = []
const listeners = new Set<() => void>()

const look = (): void => {
  const next = [...gone].flatMap(readMarks)
  if (next.length === 0 && cut.length === 0) return
  cut = next
  for (const listener of listeners) listener()
}

const asked = new Set([ownMarks])

/** One that is alive keeps its lock and reads on; once it goes this page hears of it. */
const waitForOthers = (): void => {
  for (const key of markKeys()) {
    if (asked.has(key)) continue
    asked.add(key)
    void locksOf(navigator)?.request(key, { mode: "shared" }, () => {
      gone.add(key)
      look()
      if (readMarks(key).length === 0) writeMarks(key, [])
    })
  }
}

watchMarks(() => {
  waitForOthers()
  look()
})
waitForOthers()

const isBeingRead = ({ handle }: IncomingFolder): boolean => {
  const { reading, status } = handle.snapshot()
  return reading && (status === "running" || status === "stopped")
}

let isLocked = false
let isAsked = false
let written = "[]"

/** Marked only while the lock is held: whoever finds the marks of a page that lives waits for it. */
const write = (): void => {
  const reading = incomingFolders.read().filter(isBeingRead).map(({ goal, id, name }): CutFolder => ({
    folder: goal.folder,
    id,
    name,
    spaceId: goal.spaceId
  }))
  if (reading.length > 0 && !isAsked) {
    isAsked = true
    void locksOf(navigator)?.request(ownMarks, () => {
      isLocked = true
      write()
      // until the page goes
      return new Promise<never>(() => {})
    })
  }
  const marks = JSON.stringify(reading)
  if (!isLocked || marks === written) return
  written = marks
  writeMarks(ownMarks, reading)
}

const followed = new WeakSet<IncomingFolder["handle"]>()

const follow = (): void => {
  for (const { handle } of incomingFolders.read()) {
    if (followed.has(handle)) continue
    followed.add(handle)
    handle.subscribe(write)
  }
  write()
}

incomingFolders.subscribe(follow)
follow()

export const cutFolders = {
  read: (): ReadonlyArray<CutFolder> => cut,
  subscribe: (listener: () => void): () => void => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  remove: (id: string): void => {
    for (const key of gone) {
      const marks = readMarks(key)
      if (marks.some((folder) => folder.id === id)) writeMarks(key, marks.filter((folder) => folder.id !== id))
    }
  }
}

export const useCutFolders = (): ReadonlyArray<CutFolder> => useSyncExternalStore(cutFolders.subscribe, cutFolders.read)
