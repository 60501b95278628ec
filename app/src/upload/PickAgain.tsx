import { useDrive } from "effect-drive/react"
import { CircleAlert } from "lucide-react"
import type { ReactElement } from "react"
import { Button } from "../parts/Button.js"
import { Icon } from "../parts/Icon.js"
import { matchPicked } from "./matchPicked.js"
import { pickFiles, pickFolder } from "./pickFiles.js"
import styles from "./TransfersPanel.module.css"
import { useUploadLanguage } from "./useUploadLanguage.js"

/** Uploads of an earlier page whose files the browser does not give back: one pick brings all of them. */
export const PickAgain = ({ count }: { readonly count: number }): ReactElement => {
  const { uploads } = useDrive()
  const { actions, pickAgain } = useUploadLanguage().t.upload
  const resumeWith = (files: ReadonlyArray<File>) => {
    const waiting = uploads.list().flatMap((id) => {
      const upload = uploads.snapshot(id)
      return upload?.status._tag === "needsFile" ? [upload] : []
    })
    for (const [id, file] of matchPicked(waiting, files)) void uploads.resume(id, file)
  }
  return (
    <p className={styles.again}>
      <Icon of={CircleAlert} size={14} />
      <span>{pickAgain(count)}</span>
      <Button className={styles.grows} onPress={() => pickFiles(resumeWith)} size="small" variant="tint">
        {actions.chooseFiles}
      </Button>
      <Button className={styles.grows} onPress={() => pickFolder(resumeWith)} size="small" variant="neutral">
        {actions.chooseFolder}
      </Button>
    </p>
  )
}
