"use client"
/**
 * Work that the service does in the background.
 *
 * @since 1.0.7
 */
import { useQueries } from "@tanstack/react-query"
import type { AsyncTask } from "../domain/AsyncTask.js"
import type { DriveError } from "../promise/DriveError.js"
import { driveQueries } from "./driveQueries.js"
import { useDrive } from "./useDrive.js"
import { useSessionState } from "./useSession.js"

/**
 * `end`: how it ended; `undefined` while it runs. The service reports no progress.
 *
 * @since 1.0.7
 * @category models
 */
export interface TaskView {
  readonly taskId: string
  readonly task: AsyncTask | undefined
  readonly end: "succeeded" | "failed" | undefined
  readonly error: DriveError | null
}

/**
 * A task of any space.
 *
 * @since 1.0.7
 * @category models
 */
export interface TaskInSpace {
  readonly taskId: string
  readonly spaceId: string
}

/**
 * These tasks (`asyncTaskId` of the calls that started them), each polled every two seconds until it has ended. An id
 * alone is of the selected space.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useTasks = (wanted: ReadonlyArray<string | TaskInSpace>): ReadonlyArray<TaskView> => {
  const drive = useDrive()
  const { selected: spaceId } = useSessionState()
  const tasks = wanted.map((one) => typeof one === "string" ? { taskId: one, spaceId } : one)
  const asked = useQueries({
    queries: tasks.map(({ spaceId, taskId }) => driveQueries(drive, { spaceId }).task(taskId))
  })
  return tasks.map(({ taskId }, index) => {
    const { data: task, error = null } = asked[index] ?? {}
    return { taskId, task, end: task?.end, error }
  })
}
