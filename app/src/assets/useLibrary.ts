import { useInfiniteQuery } from "@tanstack/react-query"
import type { AssetRow, AssetsQuery } from "effect-drive/react"
import { driveQueries, rowsOf, useDrive } from "effect-drive/react"
import { useEffect } from "react"
import { useSpace } from "../shell/Spaces.js"
import type { AssetFolderRow } from "./assetItem.js"

export interface Listing<Row> {
  readonly rows: ReadonlyArray<Row>
  readonly isPending: boolean
  /** Whether all of it is here. */
  readonly isWhole: boolean
  readonly error: Error | null
  readonly loadedAt: number
  readonly refetch: () => void
}

interface Pages<Row> {
  readonly data: ReadonlyArray<Row> | undefined
  readonly error: Error | null
  readonly isError: boolean
  readonly isPending: boolean
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly dataUpdatedAt: number
  readonly fetchNextPage: () => Promise<unknown>
  readonly refetch: () => Promise<unknown>
}

const none: ReadonlyArray<never> = []

/** All pages, one after the other. */
const useAllOf = <Row>(pages: Pages<Row>): Listing<Row> => {
  const { fetchNextPage, hasNextPage, isError, isFetchingNextPage } = pages
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isError, isFetchingNextPage])
  return {
    rows: pages.data ?? none,
    isPending: pages.isPending,
    isWhole: !hasNextPage,
    error: pages.error,
    loadedAt: pages.dataUpdatedAt,
    refetch: () => void pages.refetch()
  }
}

const pageSize = 200

export const useAssets = (query: Omit<AssetsQuery, "pageSize">): Listing<AssetRow> => {
  const drive = useDrive()
  const { spaceId } = useSpace()
  return useAllOf(
    useInfiniteQuery({ ...driveQueries(drive, { spaceId }).assets({ ...query, pageSize }), select: rowsOf })
  )
}

export const useAssetFolders = (): Listing<AssetFolderRow> => useFoldersOf(useSpace().spaceId)

/** The same outside of a page, as in a dialog. */
export const useFoldersOf = (spaceId: string): Listing<AssetFolderRow> => {
  const drive = useDrive()
  return useAllOf<AssetFolderRow>(
    useInfiniteQuery({ ...driveQueries(drive, { spaceId }).assetFolders(), select: rowsOf })
  )
}
