import type { ReactElement, ReactNode } from "react"
import { useLanguage } from "../language/Language.js"
import { Button } from "./Button.js"
import { Dialog } from "./Dialog.js"

export interface ConfirmDialogProps {
  readonly title: string
  readonly about?: ReactNode
  /** The word of the button that does it. */
  readonly action: string
  /** The word of the button that leaves all as it is; "Cancel" where it could not be mistaken. */
  readonly keep?: string
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** Asks before something that cannot be undone: the focus is on the button that leaves all as it is. */
export const ConfirmDialog = (
  { about, action, children, keep, onClose, onConfirm, title }: ConfirmDialogProps
): ReactElement => {
  const { t } = useLanguage()
  return (
    <Dialog
      about={about}
      alert
      foot={
        <>
          <Button autoFocus onPress={onClose} variant="ghost">{keep ?? t.parts.cancel}</Button>
          <Button
            onPress={() => {
              onClose()
              onConfirm()
            }}
            variant="danger"
          >
            {action}
          </Button>
        </>
      }
      onClose={onClose}
      title={title}
    >
      {children}
    </Dialog>
  )
}
