/** Rows of the list that is open, dragged to a place of the sidebar. What is dragged is what is selected in it. */
import { useEffect } from "react"
import type { DropGoal } from "../parts/grid/useDropGoal.js"
import { useDropGoal } from "../parts/grid/useDropGoal.js"
import type { Place } from "./routes.js"

/** What a place does with them; `undefined` where it does not take them. */
export type RowGoals = (place: Place) => ((isCopy: boolean) => void) | undefined

/** One list is open at a time, and only it knows what its rows are. */
let current: RowGoals | undefined

/** The list says what each place would do with its rows. */
export const useRowGoals = (goals: RowGoals): void => {
  useEffect(() => {
    current = goals
    return () => {
      current = undefined
    }
  })
}

/** Makes the link to a place take rows. */
export const usePlaceGoal = (place: Place): DropGoal =>
  useDropGoal(
    () => current?.(place) !== undefined,
    (_ids, isCopy) => current?.(place)?.(isCopy),
    place.room === "files"
  )
