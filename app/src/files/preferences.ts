/** How each space was looked at last, kept on this device. */
import type { Sort } from "../parts/grid/Column.js"
import type { View } from "../parts/grid/layout.js"

export interface Preference {
  readonly view: View
  readonly sort: Sort
}

const standard: Preference = { view: "list", sort: { column: "name", isAscending: true } }

const keyOf = (spaceId: string) => `drive.look.${spaceId}`

export const preferenceOf = (spaceId: string): Preference => {
  const [view, column, direction] = (localStorage.getItem(keyOf(spaceId)) ?? "").split(" ")
  return column === undefined || column === ""
    ? standard
    : { view: view === "grid" ? "grid" : "list", sort: { column, isAscending: direction !== "desc" } }
}

const detailsKey = "drive.details"

/** Whether the panel of details stands beside the lists of this device. */
export const areDetailsKept = (): boolean => localStorage.getItem(detailsKey) !== null

export const keepDetails = (isOpen: boolean): void =>
  isOpen ? localStorage.setItem(detailsKey, "") : localStorage.removeItem(detailsKey)

export const keepPreference = (spaceId: string, { sort, view }: Preference): void =>
  localStorage.setItem(keyOf(spaceId), `${view} ${sort.column} ${sort.isAscending ? "asc" : "desc"}`)
