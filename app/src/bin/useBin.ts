import { useInfiniteQuery } from "@tanstack/react-query"
import type { BinRow } from "effect-drive/react"
import { driveQueries, rowsOf, useDrive, useTasks } from "effect-drive/react"
import { useDriveTasks } from "../shell/driveTasks.js"
import { useSpace } from "../shell/Spaces.js"
import type { Listing } from "../shell/useAllPages.js"
import { useAllPages } from "../shell/useAllPages.js"

/** As many as every platform gives at once. */
const pageSize = 100

/** All that is in the bin of the space, page after page. */
export const useBin = (): Listing<BinRow> => {
  const drive = useDrive()
  const { spaceId } = useSpace()
  return useAllPages(
    useInfiniteQuery({ ...driveQueries(drive, { spaceId }).recycleBin({ pageSize }), select: rowsOf })
  )
}

/** Whether the service is clearing this bin in a task. */
export const useClearTasks = (): boolean => {
  const { spaceId } = useSpace()
  const views = useTasks(useDriveTasks().filter((task) => task.kind === "clear" && task.spaceId === spaceId))
  return views.some(({ end, error }) => end === undefined && error === null)
}
