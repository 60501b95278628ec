/** Tasks that the drive works on by itself and that this page has asked for. */
import { useSyncExternalStore } from "react"
import { onNextUser } from "./onNextUser.js"

export interface DriveTask {
  readonly taskId: string
  readonly spaceId: string
  readonly kind: "copy" | "move" | "clear"
  readonly name: string
  readonly isFolder: boolean
}

let tasks: ReadonlyArray<DriveTask> = []
const listeners = new Set<() => void>()

const set = (next: ReadonlyArray<DriveTask>): void => {
  tasks = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const driveTasks = {
  add: (task: DriveTask): void => set([...tasks, task]),
  remove: (taskIds: ReadonlySet<string>): void => set(tasks.filter(({ taskId }) => !taskIds.has(taskId)))
}

onNextUser(() => set([]))

export const useDriveTasks = (): ReadonlyArray<DriveTask> => useSyncExternalStore(subscribe, () => tasks)
