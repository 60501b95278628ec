import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import { Button } from "../parts/Button.js"
import { Dialog } from "../parts/Dialog.js"

export interface RecycleDialogProps {
  /** How many of the assets have no file. */
  readonly count: number
  readonly onRecycle: () => void
  readonly onClose: () => void
}

/** Asks before assets go that cannot come back: what has no file does not go to the bin. */
export const RecycleDialog = ({ count, onClose, onRecycle }: RecycleDialogProps): ReactElement => {
  const { t } = useLanguage()
  return (
    <Dialog
      about={t.assets.recycleText}
      alert
      foot={
        <>
          <Button autoFocus onPress={onClose} variant="ghost">{t.parts.cancel}</Button>
          <Button
            onPress={() => {
              onClose()
              onRecycle()
            }}
            variant="danger"
          >
            {t.assets.recycleAction}
          </Button>
        </>
      }
      onClose={onClose}
      title={t.assets.recycleTitle(count)}
    />
  )
}
