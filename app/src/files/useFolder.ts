import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query"
import type { DriveFile } from "effect-drive/promise"
import { useDrive } from "effect-drive/react"
import { useEffect, useMemo } from "react"
import { useSpace } from "../shell/Spaces.js"
import type { Crumb } from "./queries.js"
import { crumbsQuery, fileQuery, folderQuery, rootFolder } from "./queries.js"

export interface Folder {
  readonly files: ReadonlyArray<DriveFile>
  readonly crumbs: ReadonlyArray<Crumb> | undefined
  readonly isPending: boolean
  /** Whether all of the folder is here. */
  readonly isWhole: boolean
  readonly error: Error | null
  readonly loadedAt: number
  readonly refetch: () => void
}

const noFiles: ReadonlyArray<DriveFile> = []

/** All that is in a folder, page after page, and the way to it. */
export const useFolder = (folder: string): Folder => {
  const drive = useDrive()
  const queries = useQueryClient()
  const { spaceId } = useSpace()
  const list = useInfiniteQuery(folderQuery(drive, spaceId, folder))
  const crumbs = useQuery({ ...crumbsQuery(drive, spaceId, folder), enabled: folder !== rootFolder })
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isError } = list

  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isError, isFetchingNextPage])

  const files = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? noFiles, [list.data])
  useEffect(() => {
    // the way into a folder is known before it is opened
    for (const file of files) {
      if (file.type === "folder") queries.setQueryData(fileQuery(drive, spaceId, file.fileId).queryKey, file)
    }
  }, [drive, files, queries, spaceId])

  return {
    files,
    crumbs: folder === rootFolder ? [] : crumbs.data,
    isPending: list.isPending,
    isWhole: !hasNextPage,
    error: list.error ?? crumbs.error,
    loadedAt: list.dataUpdatedAt,
    refetch: () => void list.refetch()
  }
}
