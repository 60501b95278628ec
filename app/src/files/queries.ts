/** What pages of files read from the drive. */
import type { InfiniteData } from "@tanstack/react-query"
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import type { DriveClient, DriveFile, Page } from "effect-drive/promise"

export const rootFolder = "root"

const pageSize = 500

export type FilePages = InfiniteData<Page<DriveFile>, string | undefined>

export const folderKey = (spaceId: string, folder: string) => ["drive", spaceId, "files", folder]

export const folderQuery = (drive: DriveClient, spaceId: string, folder: string) =>
  infiniteQueryOptions({
    queryKey: folderKey(spaceId, folder),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      drive.files.list({
        parentFileId: folder,
        pageSize,
        ...(pageParam === undefined ? {} : { cursor: pageParam })
      }, { spaceId, signal }),
    getNextPageParam: (page: Page<DriveFile>) => page.next
  })

export const fileQuery = (drive: DriveClient, spaceId: string, fileId: string) =>
  queryOptions({
    queryKey: ["drive", spaceId, "file", fileId],
    staleTime: 60_000,
    queryFn: ({ signal }) => drive.files.info(fileId, { spaceId, signal })
  })

export interface Crumb {
  readonly fileId: string
  readonly name: string
}

const deepest = 64

/** The folders from the top to this one, by their parents: not every platform tells the path of a folder. */
export const crumbsQuery = (drive: DriveClient, spaceId: string, folder: string) =>
  queryOptions({
    queryKey: ["drive", spaceId, "crumbs", folder],
    staleTime: 60_000,
    queryFn: async ({ client }): Promise<ReadonlyArray<Crumb>> => {
      const crumbs: Array<Crumb> = []
      for (let at = folder; at !== rootFolder && crumbs.length < deepest;) {
        const { name, parentFileId } = await client.ensureQueryData(fileQuery(drive, spaceId, at))
        crumbs.unshift({ fileId: at, name })
        at = parentFileId ?? rootFolder
      }
      return crumbs
    }
  })

/** All pages with each file put through `change`; `undefined` takes it out. */
export const changePages = (
  data: FilePages | undefined,
  change: (file: DriveFile) => DriveFile | undefined
): FilePages | undefined =>
  data === undefined ? undefined : {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      items: page.items.map(change).filter((file) => file !== undefined)
    }))
  }
