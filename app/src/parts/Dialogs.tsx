import type { ReactElement, ReactNode } from "react"
import { createContext, Suspense, useCallback, useContext, useState } from "react"
import { Boundary } from "./Boundary.js"
import { useReportCrash } from "./useReportCrash.js"

export type OpenDialog = (dialog: (close: () => void) => ReactElement) => void

const DialogsContext = createContext<OpenDialog>(() => {})

/** Opens a dialog from anywhere; it is gone when it calls `close`. */
export const useOpenDialog = (): OpenDialog => useContext(DialogsContext)

interface OpenOne {
  readonly draw: (close: () => void) => ReactElement
}

export const Dialogs = ({ children }: { readonly children: ReactNode }): ReactElement => {
  const tellBroken = useReportCrash()
  const [dialog, setDialog] = useState<OpenOne>()
  const open = useCallback<OpenDialog>((draw) => setDialog({ draw }), [])
  // what a dialog has sent off may end when the next one is open already
  const close = () => setDialog((current) => current === dialog ? undefined : current)
  const giveUp = () => {
    close()
    tellBroken()
  }
  return (
    <DialogsContext value={open}>
      {children}
      {dialog === undefined ? null : (
        <Boundary onFail={giveUp}>
          <Suspense fallback={null}>{dialog.draw(close)}</Suspense>
        </Boundary>
      )}
    </DialogsContext>
  )
}
