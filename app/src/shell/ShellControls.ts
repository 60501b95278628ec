import { createContext, useContext } from "react"

export interface ShellControls {
  readonly isPlacesOpen: boolean
  readonly openPlaces: () => void
}

const ShellControlsContext = createContext<ShellControls>({ isPlacesOpen: false, openPlaces: () => {} })

export const ShellControlsProvider = ShellControlsContext.Provider

/** What a page can ask of the frame around it. */
export const useShellControls = (): ShellControls => useContext(ShellControlsContext)
