import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import { Button } from "../parts/Button.js"
import { Dialog } from "../parts/Dialog.js"

export interface StopQuestionProps {
  /** So many uploads are not finished. */
  readonly count: number
  readonly onClose: () => void
  readonly onStop: () => void
}

/** Asked before something that was sent is thrown away. */
export const StopQuestion = ({ count, onClose, onStop }: StopQuestionProps): ReactElement => {
  const words = useLanguage().t.upload.close
  return (
    <Dialog
      alert
      foot={
        <>
          <Button
            onPress={() => {
              onClose()
              onStop()
            }}
            variant="danger"
          >
            {words.stop}
          </Button>
          <Button autoFocus onPress={onClose} variant="primary">{words.keep}</Button>
        </>
      }
      onClose={onClose}
      title={words.title}
    >
      {words.text(count)}
    </Dialog>
  )
}
