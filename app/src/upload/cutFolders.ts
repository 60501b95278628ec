/**
 * Folders whose reading ended with the page: what was read of them is saved and goes on, but no browser gives back what was dropped. The
 * tab keeps the name of each folder as long as it is read, so that the next page can ask for it again.
 */
import { useSyncExternalStore } from "react"
import type { IncomingFolder } from "./incoming.js"
import { incomingFolders } from "./incoming.js"
import { foldersBeingRead } from "./panelState.js"

export interface CutFolder {
  readonly id: string
  readonly name: string
  readonly spaceId: string
  readonly folder: string
}

const isText = (value: unknown): value is string => typeof value === "string"

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}

/** Another version of the page may have written it. */
const readMarks = (): ReadonlyArray<CutFolder> => {
  const marks: unknown = JSON.parse(sessionStorage.getItem(foldersBeingRead) ?? "[]")
  return (Array.isArray(marks) ? marks : []).flatMap((mark: unknown) => {
    const { folder, id, name, spaceId } = fieldsOf(mark)
    return isText(folder) && isText(id) && isText(name) && isText(spaceId) ? [{ folder, id, name, spaceId }] : []
  })
}

/** What this page has dropped is marked here only, so all marks that are there by now are of the page before. */
let cut = readMarks()
const listeners = new Set<() => void>()

const isBeingRead = ({ handle }: IncomingFolder): boolean => {
  const { reading, status } = handle.snapshot()
  return reading && (status === "running" || status === "stopped")
}

let written: string | undefined

const write = (): void => {
  const reading = incomingFolders.read().filter(isBeingRead).map(({ goal, id, name }): CutFolder => ({
    folder: goal.folder,
    id,
    name,
    spaceId: goal.spaceId
  }))
  const marks = JSON.stringify([...cut, ...reading])
  if (marks === written) return
  written = marks
  if (marks === "[]") sessionStorage.removeItem(foldersBeingRead)
  else sessionStorage.setItem(foldersBeingRead, marks)
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
    cut = cut.filter((folder) => folder.id !== id)
    write()
    for (const listener of listeners) listener()
  }
}

export const useCutFolders = (): ReadonlyArray<CutFolder> => useSyncExternalStore(cutFolders.subscribe, cutFolders.read)
