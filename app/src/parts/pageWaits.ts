import { createContext, useContext } from "react"

/** Whether the page waits behind the question for a sign-in: what lies over it would lie over the question. */
const PageWaitsContext = createContext(false)

export const PageWaits = PageWaitsContext.Provider

export const useDoesPageWait = (): boolean => useContext(PageWaitsContext)
