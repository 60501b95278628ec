import { useInfiniteQuery } from "@tanstack/react-query"
import type { BinRow } from "effect-drive/react"
import { driveQueries, rowsOf, useDrive, useTasks } from "effect-drive/react"
import { useEffect } from "react"
import { useDriveTasks } from "../shell/driveTasks.js"
import { useSpace } from "../shell/Spaces.js"

export interface Bin {
  readonly items: ReadonlyArray<BinRow>
  readonly isPending: boolean
  /** Whether all of the bin is here. */
  readonly isWhole: boolean
  readonly error: Error | null
  readonly loadedAt: number
  readonly refetch: () => void
}

const none: ReadonlyArray<BinRow> = []

/** As many as every platform gives at once. */
const pageSize = 100

/** All that is in the bin of the space, page after page. */
export const useBin = (): Bin => {
  const drive = useDrive()
  const { spaceId } = useSpace()
  const list = useInfiniteQuery({ ...driveQueries(drive, { spaceId }).recycleBin({ pageSize }), select: rowsOf })
  const { fetchNextPage, hasNextPage, isError, isFetchingNextPage } = list
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isError, isFetchingNextPage])
  return {
    items: list.data ?? none,
    isPending: list.isPending,
    isWhole: !hasNextPage,
    error: list.error,
    loadedAt: list.dataUpdatedAt,
    refetch: () => void list.refetch()
  }
}

/** Whether the service is clearing this bin in a task. */
export const useClearTasks = (): boolean => {
  const { spaceId } = useSpace()
  const views = useTasks(useDriveTasks().filter((task) => task.kind === "clear" && task.spaceId === spaceId))
  return views.some(({ end, error }) => end === undefined && error === null)
}
