import { useDrive } from "effect-drive/react"
import { CircleAlert } from "lucide-react"
import type { ReactElement } from "react"
import { Button } from "../parts/Button.js"
import { Icon } from "../parts/Icon.js"
import { askAndResume } from "./resumeUploads.js"
import styles from "./TransfersPanel.module.css"
import { useUploadLanguage } from "./useUploadLanguage.js"

/** Uploads of an earlier page whose files the browser gives back once the user allows it: one button asks for all of them. */
export const AskAgain = ({ count }: { readonly count: number }): ReactElement => {
  const drive = useDrive()
  const { actions, askAgain } = useUploadLanguage().t.upload
  return (
    <p className={styles.again}>
      <Icon of={CircleAlert} size={14} />
      <span>{askAgain(count)}</span>
      <Button className={styles.grows} onPress={() => void askAndResume(drive)} size="small" variant="tint">
        {actions.continue}
      </Button>
    </p>
  )
}
