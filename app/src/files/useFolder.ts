import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { isDriveError } from "effect-drive/promise"
import type { FileRow } from "effect-drive/react"
import { rowsOf, useDrive } from "effect-drive/react"
import { useSpace } from "../shell/Spaces.js"
import type { Listing } from "../shell/useAllPages.js"
import { useAllPages } from "../shell/useAllPages.js"
import type { Crumb } from "./queries.js"
import { crumbsQuery, folderQuery, rootFolder } from "./queries.js"

export interface Folder extends Omit<Listing<FileRow>, "rows"> {
  readonly files: ReadonlyArray<FileRow>
  /** Below the top, down to this folder; `undefined` while they are not known. */
  readonly crumbs: ReadonlyArray<Crumb> | undefined
  /** It was moved away or deleted: nothing can be put into it. */
  readonly isGone: boolean
}

const isGoneBy = (error: Error | null): boolean =>
  isDriveError(error) && (error._tag === "FileNotFound" || error._tag === "ParentNotFound")

const noFiles: ReadonlyArray<FileRow> = []
const noCrumbs: ReadonlyArray<Crumb> = []

/** All that is in a folder, page after page, and the way to it. */
export const useFolder = (folder: string): Folder => {
  const drive = useDrive()
  const { spaceId } = useSpace()
  const { rows, ...list } = useAllPages(
    useInfiniteQuery({ ...folderQuery(drive, spaceId, folder), select: rowsOf })
  )
  const crumbs = useQuery({ ...crumbsQuery(drive, spaceId, folder), enabled: folder !== rootFolder })
  const error = list.error ?? crumbs.error
  const isGone = isGoneBy(error)
  return {
    ...list,
    // what is kept of it is not there any more
    files: isGone ? noFiles : rows,
    crumbs: folder === rootFolder ? noCrumbs : crumbs.data?.slice(1),
    error,
    trouble: list.trouble ?? (crumbs.error === null || crumbs.data !== undefined ? undefined : {
      of: "path",
      error: crumbs.error,
      isRetrying: crumbs.isFetching,
      retry: () => void crumbs.refetch()
    }),
    isGone
  }
}
