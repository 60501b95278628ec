import { useTasks } from "effect-drive/react"
import { Trash2 } from "lucide-react"
import { useEffect } from "react"
import { useLanguage } from "../language/Language.js"
import { useToasts } from "../parts/Toasts.js"
import { useDriveTasks } from "../shell/driveTasks.js"
import { useSpace } from "../shell/Spaces.js"

/** The tasks of which it was said that they have ended: one may have done so before it is first asked for. */
const told = new Set<string>()

/** Whether the drive is clearing this bin by itself; says so when it has come to an end. */
export const useClearTasks = (): boolean => {
  const { t } = useLanguage()
  const toasts = useToasts()
  const { spaceId } = useSpace()
  const tasks = useDriveTasks().filter((task) => task.kind === "clear" && task.spaceId === spaceId)
  const views = useTasks(tasks.map(({ taskId }) => taskId))
  useEffect(() => {
    for (const { end, taskId } of views) {
      if (end === undefined || told.has(taskId)) continue
      told.add(taskId)
      toasts.show(
        end === "succeeded" ? { message: t.bin.cleared, icon: Trash2 } : { message: t.bin.notCleared, tone: "bad" }
      )
    }
  }, [t, toasts, views])
  return views.some(({ end, error }) => end === undefined && error === null)
}
