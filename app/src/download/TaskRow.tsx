import type { TaskView } from "effect-drive/react"
import { Check, CircleAlert, X } from "lucide-react"
import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import { Button } from "../parts/Button.js"
import { IconButton } from "../parts/IconButton.js"
import { useToasts } from "../parts/Toasts.js"
import type { DriveTask } from "../shell/driveTasks.js"
import { TransferRow } from "../upload/TransferRow.js"
import styles from "../upload/TransfersPanel.module.css"

export interface TaskRowProps {
  readonly kind: DriveTask["kind"] | "archive"
  readonly name: string
  readonly isFolder: boolean
  readonly end: TaskView["end"]
  readonly top: number
  /** Takes the row away, and what would follow the task's end with it. */
  readonly onLeave: () => void
}

/** Work that the drive does in the background. It reports no more of it than its end, and cannot be stopped. */
export const TaskRow = ({ end, isFolder, kind, name, onLeave, top }: TaskRowProps): ReactElement => {
  const { t } = useLanguage()
  const toasts = useToasts()
  const words = t.download.tasks
  const shown = end === "succeeded"
    ? { text: words.done, icon: Check, tone: "success" as const }
    : end === "failed"
    ? { text: words.failed, icon: CircleAlert, tone: "danger" as const }
    : {
      text: words.kinds[kind],
      bar: { percent: undefined, movement: "checking" as const }
    }
  const unfollow = () => {
    onLeave()
    toasts.show({ message: words.unfollowed(name), detail: kind === "archive" ? words.notSaved : undefined })
  }
  const actions = end === "failed"
    ? (
      <Button
        aria-label={t.parts.labelled(t.download.remove, name)}
        className={styles.wide}
        onPress={onLeave}
        size="small"
      >
        {t.download.remove}
      </Button>
    )
    : end === undefined
    ? <IconButton ground="raised" icon={X} label={t.parts.labelled(words.unfollow, name)} onPress={unfollow} />
    : null
  return <TransferRow {...shown} actions={actions} isFolder={isFolder} name={name} top={top} />
}
