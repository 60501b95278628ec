import type { ReactElement, ReactNode } from "react"
import { createContext, Suspense, useCallback, useContext, useState } from "react"

export type OpenDialog = (dialog: (close: () => void) => ReactElement) => void

const DialogsContext = createContext<OpenDialog>(() => {})

/** Opens a dialog from anywhere; it is gone when it calls `close`. */
export const useOpenDialog = (): OpenDialog => useContext(DialogsContext)

export const Dialogs = ({ children }: { readonly children: ReactNode }): ReactElement => {
  const [dialog, setDialog] = useState<(close: () => void) => ReactElement>()
  const open = useCallback<OpenDialog>((next) => setDialog(() => next), [])
  return (
    <DialogsContext value={open}>
      {children}
      <Suspense fallback={null}>{dialog?.(() => setDialog(undefined))}</Suspense>
    </DialogsContext>
  )
}
