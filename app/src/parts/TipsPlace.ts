import { createContext, useContext } from "react"

const TipsContext = createContext<HTMLElement | null>(null)

export const TipsProvider = TipsContext.Provider

/** Where tooltips are drawn: inside of a landmark, as all that is on the page. */
export const useTipsPlace = (): HTMLElement | null => useContext(TipsContext)
