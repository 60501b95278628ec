import { createContext, useContext } from "react"

export interface ShellControls {
  readonly openPlaces: () => void
}

const ShellControlsContext = createContext<ShellControls>({ openPlaces: () => {} })

export const ShellControlsProvider = ShellControlsContext.Provider

/** What a page can ask of the frame around it. */
export const useShellControls = (): ShellControls => useContext(ShellControlsContext)
