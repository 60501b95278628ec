"use client"
/**
 * Work that the service goes on with by itself.
 *
 * @since 1.0.7
 */
import { useQueries } from "@tanstack/react-query"
import type { AsyncTask } from "../domain/AsyncTask.js"
import { endOfTask } from "../domain/endOfTask.js"
import type { DriveError } from "../promise/DriveError.js"
import { useDriveQueries } from "./useDriveQueries.js"

/**
 * `end`: how it ended; `undefined` while it runs. There is no progress but that: the service tells none.
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
 * These tasks (`asyncTaskId` of what started them), each asked for every two seconds until it has ended.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useTasks = (taskIds: ReadonlyArray<string>): ReadonlyArray<TaskView> => {
  const queries = useDriveQueries()
  const asked = useQueries({ queries: taskIds.map((taskId) => queries.task(taskId)) })
  return taskIds.map((taskId, index) => {
    const { data: task, error = null } = asked[index] ?? {}
    return { taskId, task, end: task === undefined ? undefined : endOfTask(task), error }
  })
}
