/**
 * How a list stood at each step of the history, so that Back and Forward bring it back as it was. Where it stood outlives the page too,
 * for as long as its tab: a reload leads to the same rows.
 */
import { readKept } from "../parts/readKept.js"

export interface Stand {
  readonly scrollTop: number
  readonly selected: ReadonlySet<string>
  readonly focused: string | undefined
}

const kept = "drive.places"
const atMost = 200

/** What is selected does not come back with a page: the next key would be for rows that nobody thinks of any more. */
const standOf = (scrollTop: unknown, focused: unknown): Stand => ({
  scrollTop: typeof scrollTop === "number" ? scrollTop : 0,
  selected: new Set(),
  focused: typeof focused === "string" ? focused : undefined
})

/** Another version of the page may have written it. */
const keptStands = (): ReadonlyArray<readonly [string, Stand]> =>
  Object.entries(readKept(sessionStorage, kept)).map(([step, place]) =>
    [step, Array.isArray(place) ? standOf(place[0], place[1]) : standOf(undefined, undefined)] as const
  )

/** Steps that the page did not make have no name of their own: two of them are told apart by their addresses. */
export const currentStep = (): string => {
  const state: unknown = history.state
  return typeof state === "object" && state !== null && "step" in state && typeof state.step === "string"
    ? state.step
    : `first ${location.pathname}`
}

const stands = new Map(keptStands())

// who follows a link or types an address begins at the top
const [visit] = performance.getEntriesByType("navigation")
if (visit !== undefined && "type" in visit && visit.type === "navigate") stands.delete(currentStep())

export const forgetPlaces = (): void => stands.clear()

const keep = (): void => {
  const places = [...stands].map(([step, { focused, scrollTop }]) => [step, [scrollTop, focused]] as const)
  sessionStorage.setItem(kept, JSON.stringify(Object.fromEntries(places)))
}

// a tab in the background may go without another word
for (const end of ["pagehide", "visibilitychange"]) window.addEventListener(end, keep)

export const recall = (step: string): Stand | undefined => stands.get(step)

export const remember = (step: string, change: Partial<Stand>): void => {
  const stand = stands.get(step) ?? standOf(0, undefined)
  stands.delete(step)
  stands.set(step, { ...stand, ...change })
  const oldest = stands.keys().next()
  if (stands.size > atMost && oldest.done !== true) stands.delete(oldest.value)
}
