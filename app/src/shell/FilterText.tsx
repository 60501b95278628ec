import type { ReactElement, ReactNode } from "react"
import { createContext, useContext, useEffect, useMemo, useState } from "react"

interface FilterText {
  readonly text: string
  readonly setText: (text: string) => void
  /** Whether the page that is open filters by it. */
  readonly isOffered: boolean
  readonly offer: (isOffered: boolean) => void
}

const FilterTextContext = createContext<FilterText>({ text: "", setText: () => {}, isOffered: false, offer: () => {} })

export const useFilterText = (): Omit<FilterText, "offer"> => useContext(FilterTextContext)

/** The text in the top bar, for a page that filters by it; it is empty again when the page is left. */
export const useOfferedFilterText = (): Omit<FilterText, "offer"> => {
  const face = useContext(FilterTextContext)
  const { offer, setText } = face
  useEffect(() => {
    offer(true)
    return () => {
      offer(false)
      setText("")
    }
  }, [offer, setText])
  return face
}

export const FilterTextProvider = ({ children }: { readonly children: ReactNode }): ReactElement => {
  const [text, setText] = useState("")
  const [isOffered, offer] = useState(false)
  const face = useMemo(() => ({ text, setText, isOffered, offer }), [text, isOffered])
  return <FilterTextContext value={face}>{children}</FilterTextContext>
}
