import { useCallback, useMemo } from "react"
import { useLocation, useSearch } from "wouter"
import type { Address, Look, Place } from "./routes.js"
import { hrefOf, readAddress } from "./routes.js"

export interface Route {
  readonly address: Address | "Unknown"
  readonly go: (place: Place, options?: { readonly replace?: boolean; readonly look?: Partial<Look> }) => void
  /** Looks at the same place in another way. A preview is a step that Back takes away again. */
  readonly look: (change: Partial<Look>) => void
  readonly toStart: () => void
}

/** Every step of the history has a name of its own, under which the list remembers how it stood. */
const step = () => ({ step: crypto.randomUUID() })

/** Whether the step before this one is the same place without the preview. */
const isOverList = (): boolean => {
  const state: unknown = history.state
  return typeof state === "object" && state !== null && "isOverList" in state && state.isOverList === true
}

let isGoingBack = false

/** The step is taken a moment after it was asked for: who asks twice meanwhile, by a double click, wants to go no further. */
const goBack = (): void => {
  if (isGoingBack) return
  isGoingBack = true
  window.addEventListener("popstate", () => isGoingBack = false, { once: true })
  history.back()
}

export const useRoute = (): Route => {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const address = useMemo(() => readAddress(path, search), [path, search])
  const go = useCallback<Route["go"]>(
    (place, { look, replace = false } = {}) => navigate(hrefOf(place, look), { replace, state: step() }),
    [navigate]
  )
  const look = useCallback<Route["look"]>((change) => {
    if (address === "Unknown" || address.place === undefined) return
    const isStep = "preview" in change && address.look.preview === undefined
    if ("preview" in change && change.preview === undefined && isOverList()) return goBack()
    navigate(hrefOf(address.place, { ...address.look, ...change }), {
      replace: !isStep,
      state: isStep ? { ...step(), isOverList: true } : history.state
    })
  }, [address, navigate])
  const toStart = useCallback(() => navigate("/", { state: step() }), [navigate])
  return { address, go, look, toStart }
}
