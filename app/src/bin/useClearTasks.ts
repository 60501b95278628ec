import { useTasks } from "effect-drive/react"
import { useDriveTasks } from "../shell/driveTasks.js"
import { useSpace } from "../shell/Spaces.js"

/** Whether the drive is clearing this bin by itself. */
export const useClearTasks = (): boolean => {
  const { spaceId } = useSpace()
  const views = useTasks(useDriveTasks().filter((task) => task.kind === "clear" && task.spaceId === spaceId))
  return views.some(({ end, error }) => end === undefined && error === null)
}
