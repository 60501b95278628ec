import { useSpaces, useTasks } from "effect-drive/react"
import { Trash2 } from "lucide-react"
import { useEffect } from "react"
import { useLanguage } from "../language/Language.js"
import type { ToastInput } from "../parts/Toasts.js"
import { useToasts } from "../parts/Toasts.js"
import type { DriveTask } from "../shell/driveTasks.js"
import { useDriveTasks } from "../shell/driveTasks.js"
import { spaceName, useSpace } from "../shell/Spaces.js"

/** The tasks of which it was said that they have ended. */
const told = new Set<string>()

/** Follows all tasks, whatever page is open, and says what came of those that nobody may be looking at. */
export const TaskWatch = (): null => {
  const { t } = useLanguage()
  const toasts = useToasts()
  const here = useSpace()
  const { spaces } = useSpaces()
  const tasks = useDriveTasks()
  const views = useTasks(tasks)
  useEffect(() => {
    const messageOf = ({ kind, name }: DriveTask, end: "succeeded" | "failed"): ToastInput | undefined => {
      if (end === "failed") {
        return { message: kind === "clear" ? t.bin.notCleared : t.download.tasks.failedOf(name), tone: "bad" }
      }
      // of what is copied or moved it was said when it began
      return kind === "clear" ? { message: t.bin.cleared, icon: Trash2 } : undefined
    }
    for (const [index, task] of tasks.entries()) {
      const end = views[index]?.end
      if (end === undefined || told.has(task.taskId)) continue
      told.add(task.taskId)
      const message = messageOf(task, end)
      const other = task.spaceId === here.spaceId ? undefined : spaces.find(({ spaceId }) => spaceId === task.spaceId)
      if (message !== undefined) toasts.show({ ...message, detail: other === undefined ? undefined : spaceName(other) })
    }
  }, [here, spaces, t, tasks, toasts, views])
  return null
}
