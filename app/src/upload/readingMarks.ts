/**
 * Names of the folders that pages are reading, each page's under a key of its own, so that no two pages write the same. A page that reads
 * holds the lock of its key for as long as it lives: who is given that lock knows that the page has gone.
 */
import { readKept } from "../parts/readKept.js"

export interface MarkedFolder {
  readonly id: string
  readonly name: string
  readonly spaceId: string
  readonly folder: string
}

const prefix = "drive.reading."

export const ownMarks = `${prefix}${crypto.randomUUID()}`

/** As long as the library keeps an upload that nobody resumes. */
const lifetime = 7 * 24 * 3_600_000

const listeners = new Set<() => void>()

const tell = (): void => {
  for (const listener of listeners) listener()
}

const isText = (value: unknown): value is string => typeof value === "string"

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}

/** Of this page and of all others, those that have gone among them. */
export const markKeys = (): ReadonlyArray<string> => Object.keys(localStorage).filter((key) => key.startsWith(prefix))

/** Another version of the page may have written it. */
export const readMarks = (key: string): ReadonlyArray<MarkedFolder> => {
  const { at, folders } = readKept(localStorage, key)
  if (typeof at !== "number" || at < Date.now() - lifetime || !Array.isArray(folders)) return []
  return folders.flatMap((mark: unknown) => {
    const { folder, id, name, spaceId } = fieldsOf(mark)
    return isText(folder) && isText(id) && isText(name) && isText(spaceId) ? [{ folder, id, name, spaceId }] : []
  })
}

export const writeMarks = (key: string, folders: ReadonlyArray<MarkedFolder>): void => {
  if (folders.length === 0) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify({ at: Date.now(), folders }))
  tell()
}

/** At sign-out: who comes next sees no names. */
export const forgetMarks = (): void => {
  for (const key of markKeys()) localStorage.removeItem(key)
  tell()
}

/** Hears of what this page and others change. */
export const watchMarks = (listener: () => void): void => {
  listeners.add(listener)
  window.addEventListener("storage", ({ key }) => {
    if (key === null || key.startsWith(prefix)) listener()
  })
}
