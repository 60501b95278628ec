import type { DownloadSnapshot } from "effect-drive/promise"
import { useDrive, useTasks } from "effect-drive/react"
import { TaskRow } from "../download/TaskRow.js"
import { driveTasks, useDriveTasks } from "../shell/driveTasks.js"
import type { TransferLine } from "./TransferLines.js"

export interface TaskLines {
  readonly lines: ReadonlyArray<TransferLine>
  readonly open: number
  readonly failed: number
  /** Takes those that have succeeded out of the list. */
  readonly clear: () => void
}

/** An archive is a task until it is packed, and a download from then on. */
const isPacking = ({ archiveTaskId, status }: DownloadSnapshot): boolean =>
  archiveTaskId !== undefined && status !== "cancelled"

/** What the drive does in the background, the archives that it packs first. */
export const useTaskLines = (downloads: ReadonlyArray<DownloadSnapshot>): TaskLines => {
  const drive = useDrive()
  const tasks = useDriveTasks()
  const ends = useTasks(tasks)
  const packing = downloads.filter(isPacking)
  const archiveLine = ({ id, name, status }: DownloadSnapshot): TransferLine => ({
    key: id,
    draw: (top) => (
      <TaskRow
        end={status === "error" ? "failed" : undefined}
        isFolder={false}
        key={id}
        kind="archive"
        name={name}
        onLeave={() => void (status === "error" ? drive.downloads.remove(id) : drive.downloads.get(id)?.cancel())}
        top={top}
      />
    )
  })
  const taskLines = tasks.map(({ isFolder, kind, name, taskId }, index): TransferLine => ({
    key: taskId,
    draw: (top) => (
      <TaskRow
        end={ends[index]?.end}
        isFolder={isFolder}
        key={taskId}
        kind={kind}
        name={name}
        onLeave={() => driveTasks.remove(new Set([taskId]))}
        top={top}
      />
    )
  }))
  const tasksWith = (end: "succeeded" | "failed" | undefined) => tasks.filter((_, index) => ends[index]?.end === end)
  const failedArchives = packing.filter(({ status }) => status === "error").length
  return {
    lines: [...packing.map(archiveLine), ...taskLines],
    open: tasksWith(undefined).length + packing.length - failedArchives,
    failed: tasksWith("failed").length + failedArchives,
    clear: () => driveTasks.remove(new Set(tasksWith("succeeded").map(({ taskId }) => taskId)))
  }
}
