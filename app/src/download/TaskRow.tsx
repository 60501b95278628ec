import type { TaskView } from "effect-drive/react"
import { Check, CircleAlert } from "lucide-react"
import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import { Button } from "../parts/Button.js"
import type { DriveTask } from "../shell/driveTasks.js"
import { driveTasks } from "../shell/driveTasks.js"
import { TransferRow } from "../upload/TransferRow.js"
import styles from "../upload/TransfersPanel.module.css"

export interface TaskRowProps {
  readonly task: DriveTask
  readonly end: TaskView["end"]
  readonly top: number
}

/** Work that the drive goes on with by itself; it tells no more of it than its end. */
export const TaskRow = ({ end, task, top }: TaskRowProps): ReactElement => {
  const { t } = useLanguage()
  const words = t.download.tasks
  const shown = end === "succeeded"
    ? { text: words.done, icon: Check, tone: "success" as const }
    : end === "failed"
    ? { text: words.failed, icon: CircleAlert, tone: "danger" as const }
    : {
      text: words.kinds[task.kind],
      bar: { percent: undefined, movement: "checking" as const }
    }
  const remove = (
    <Button
      aria-label={`${t.download.remove}: ${task.name}`}
      className={styles.wide}
      onPress={() => driveTasks.remove(new Set([task.taskId]))}
      size="small"
    >
      {t.download.remove}
    </Button>
  )
  return (
    <TransferRow
      {...shown}
      actions={end === "failed" ? remove : null}
      isFolder={task.isFolder}
      name={task.name}
      top={top}
    />
  )
}
