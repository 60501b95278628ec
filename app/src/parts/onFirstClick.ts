import type { MouseEvent } from "react"

/** For a button in whose place the next one stands once it was pressed: the second half of a double click is no press of that one. */
export const onFirstClick = (run: () => void) => ({ detail }: MouseEvent): void => {
  if (detail < 2) run()
}
