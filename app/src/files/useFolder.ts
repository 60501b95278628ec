import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { isDriveError } from "effect-drive/promise"
import type { FileRow } from "effect-drive/react"
import { rowsOf, useDrive } from "effect-drive/react"
import { useEffect } from "react"
import { useSpace } from "../shell/Spaces.js"
import type { Crumb } from "./queries.js"
import { crumbsQuery, folderQuery, rootFolder } from "./queries.js"

export interface Folder {
  readonly files: ReadonlyArray<FileRow>
  /** Below the top, down to this folder; `undefined` while they are not known. */
  readonly crumbs: ReadonlyArray<Crumb> | undefined
  readonly isPending: boolean
  /** Whether all of the folder is here. */
  readonly isWhole: boolean
  readonly error: Error | null
  /** It was moved away or deleted: nothing can be put into it. */
  readonly isGone: boolean
  readonly loadedAt: number
  readonly refetch: () => void
}

const isGoneBy = (error: Error | null): boolean =>
  isDriveError(error) && (error._tag === "FileNotFound" || error._tag === "ParentNotFound")

const noFiles: ReadonlyArray<FileRow> = []
const noCrumbs: ReadonlyArray<Crumb> = []

/** All that is in a folder, page after page, and the way to it. */
export const useFolder = (folder: string): Folder => {
  const drive = useDrive()
  const { spaceId } = useSpace()
  const list = useInfiniteQuery({ ...folderQuery(drive, spaceId, folder), select: rowsOf })
  const crumbs = useQuery({ ...crumbsQuery(drive, spaceId, folder), enabled: folder !== rootFolder })
  const { fetchNextPage, hasNextPage, isError, isFetchingNextPage } = list

  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isError, isFetchingNextPage])

  const error = list.error ?? crumbs.error
  const isGone = isGoneBy(error)
  return {
    // what is kept of it is not there any more
    files: isGone ? noFiles : list.data ?? noFiles,
    crumbs: folder === rootFolder ? noCrumbs : crumbs.data?.slice(1),
    isPending: list.isPending,
    isWhole: !hasNextPage,
    error,
    isGone,
    loadedAt: list.dataUpdatedAt,
    refetch: () => void list.refetch()
  }
}
