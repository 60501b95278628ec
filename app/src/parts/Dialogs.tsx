import type { ReactElement, ReactNode } from "react"
import { createContext, useCallback, useContext, useState } from "react"
import { Part } from "./Part.js"

type Draw = (close: () => void) => ReactElement

/** Nothing in place of a dialog closes the one that is open. */
export type OpenDialog = (dialog: Draw | undefined) => void

const DialogsContext = createContext<OpenDialog>(() => {})

/** Opens a dialog from anywhere; it is gone when it calls `close`. */
export const useOpenDialog = (): OpenDialog => useContext(DialogsContext)

interface OpenOne {
  readonly draw: Draw
}

export const Dialogs = ({ children }: { readonly children: ReactNode }): ReactElement => {
  const [dialog, setDialog] = useState<OpenOne>()
  const open = useCallback<OpenDialog>((draw) => setDialog(draw && { draw }), [])
  // what a dialog has sent off may end when the next one is open already
  const close = () => setDialog((current) => current === dialog ? undefined : current)
  return (
    <DialogsContext value={open}>
      {children}
      {dialog === undefined ? null : <Part onFail={close}>{dialog.draw(close)}</Part>}
    </DialogsContext>
  )
}
