import type { ReactElement } from "react"
import { ConfirmDialog } from "../parts/ConfirmDialog.js"
import { useUploadLanguage } from "./useUploadLanguage.js"

export interface StopQuestionProps {
  /** So many uploads are not finished. */
  readonly count: number
  readonly onClose: () => void
  readonly onStop: () => void
}

/** Asked before something that was sent is thrown away. */
export const StopQuestion = ({ count, onClose, onStop }: StopQuestionProps): ReactElement => {
  const words = useUploadLanguage().t.upload.close
  return (
    <ConfirmDialog action={words.stop} keep={words.keep} onClose={onClose} onConfirm={onStop} title={words.title}>
      {words.text(count)}
    </ConfirmDialog>
  )
}
