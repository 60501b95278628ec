import { useCallback, useState } from "react"
import { areDetailsKept, keepDetails } from "./preferences.js"

export interface DetailsOfList {
  readonly isOpen: boolean
  /** What they were last asked for, while nothing is selected. */
  readonly askedFor: string | undefined
  readonly open: (id?: string) => void
  readonly close: () => void
  readonly toggle: () => void
}

/** Whether the details are shown, and of what. Open ones stay from list to list, unless they would cover the next. */
export const useDetails = (isNarrow: boolean): DetailsOfList => {
  const [state, setState] = useState<{ readonly id?: string | undefined } | undefined>(() =>
    areDetailsKept() && !isNarrow ? {} : undefined
  )
  const open = useCallback((id?: string) => {
    keepDetails(true)
    setState({ id })
  }, [])
  const close = useCallback(() => {
    keepDetails(false)
    setState(undefined)
  }, [])
  const isOpen = state !== undefined
  return { isOpen, askedFor: state?.id, open, close, toggle: isOpen ? close : () => open() }
}
