import { useInfiniteQuery } from "@tanstack/react-query"
import type { AssetRow, AssetsQuery } from "effect-drive/react"
import { driveQueries, rowsOf, useDrive } from "effect-drive/react"
import { useSpace } from "../shell/Spaces.js"
import type { Listing } from "../shell/useAllPages.js"
import { useAllPages } from "../shell/useAllPages.js"
import type { AssetFolderRow } from "./assetItem.js"

const pageSize = 200

export const useAssets = (query: Omit<AssetsQuery, "pageSize">): Listing<AssetRow> => {
  const drive = useDrive()
  const { spaceId } = useSpace()
  return useAllPages(
    useInfiniteQuery({ ...driveQueries(drive, { spaceId }).assets({ ...query, pageSize }), select: rowsOf })
  )
}

export const useAssetFolders = (): Listing<AssetFolderRow> => useFoldersOf(useSpace().spaceId)

/** The same outside of a page, as in a dialog. */
export const useFoldersOf = (spaceId: string): Listing<AssetFolderRow> => {
  const drive = useDrive()
  return useAllPages<AssetFolderRow>(
    useInfiniteQuery({ ...driveQueries(drive, { spaceId }).assetFolders(), select: rowsOf })
  )
}
