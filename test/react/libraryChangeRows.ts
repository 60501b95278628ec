/** The named changes of assets and of their folders. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import type { DriveQueries } from "effect-drive/react"
import * as Drive from "effect-drive/react"
import type { TestDriveClient } from "effect-drive/testing"
import type { Ids, Row } from "./changeRow.js"
import { row, two } from "./changeRow.js"

export const twoAssets = (drive: TestDriveClient) =>
  two(async (name) => (await drive.uploads.start({ source: name, name }).done).assetId ?? "")

const nothing = () => Promise.resolve({ x: "x", y: "y" })

const useAssets = (queries: DriveQueries) => void useInfiniteQuery(queries.assets())

const useAssetAlone = (queries: DriveQueries, { x, y }: Ids) => {
  useInfiniteQuery(queries.assets())
  useQuery(queries.asset(x))
  useQuery(queries.asset(y))
}

const useAssetFolders = (queries: DriveQueries) => void useInfiniteQuery(queries.assetFolders())

export const libraryChangeRows: ReadonlyArray<Row> = [
  row({
    what: "useCreateAsset",
    prepare: nothing,
    useReads: useAssets,
    useIt: () => Drive.useCreateAsset(),
    input: (_id, name) => ({ name }),
    refused: () => ({ method: "POST", path: /\/asset$/ }),
    atOnce: () => ["assets x *created"],
    canUndo: true
  }),
  row({
    what: "useUpdateAsset",
    prepare: twoAssets,
    useReads: useAssetAlone,
    useIt: () => Drive.useUpdateAsset(),
    input: (assetId, name) => ({ assetId, name: `${name}2` }),
    refused: (id) => ({ method: "PUT", path: `/asset/${id}` }),
    atOnce: () => ["asset x2 *updated", "assets x2 *updated"],
    canUndo: true
  }),
  row({
    what: "useStarAsset",
    prepare: twoAssets,
    useReads: useAssetAlone,
    useIt: () => Drive.useStarAsset(),
    input: (assetId) => ({ assetId }),
    refused: () => ({ path: "/asset/star" }),
    atOnce: () => ["asset x star *starred", "assets x star *starred"],
    canUndo: true
  }),
  row({
    what: "useAssetPermission",
    prepare: async (drive) => {
      const assets = await twoAssets(drive)
      for (const assetId of [assets.x, assets.y]) await drive.assets.setPermission({ assetId, rawAction: "edit" })
      return assets
    },
    useReads: useAssetAlone,
    useIt: () => Drive.useAssetPermission(),
    input: (assetId) => ({ assetId, rawAction: "view" }),
    refused: (id) => ({ path: `${id}/permission` }),
    atOnce: () => ["asset x view *updated", "assets x view *updated"],
    canUndo: true
  }),
  row({
    what: "useRecycleAssets",
    prepare: twoAssets,
    useReads: useAssets,
    useIt: () => Drive.useRecycleAssets(),
    input: (assetId) => ({ assetIds: [assetId] }),
    refused: () => ({ path: "/asset/recycle" }),
    atOnce: () => [],
    canUndo: false
  }),
  row({
    what: "useCreateAssetFolder",
    prepare: nothing,
    useReads: useAssetFolders,
    useIt: () => Drive.useCreateAssetFolder(),
    input: (_id, name) => ({ name }),
    refused: () => ({ path: /\/asset\/folders$/ }),
    atOnce: () => ["assetFolders x *created"],
    canUndo: true
  }),
  ...(["useRenameAssetFolder", "useRemoveAssetFolders", "usePinAssetFolder"] as const).map((what) => {
    const shared = {
      what,
      prepare: (drive: TestDriveClient) => two(async (name) => (await drive.assetFolders.create({ name })).folderId),
      useReads: useAssetFolders
    }
    switch (what) {
      case "useRenameAssetFolder":
        return row({
          ...shared,
          useIt: () => Drive.useRenameAssetFolder(),
          input: (folderId, name) => ({ folderId, name: `${name}2` }),
          refused: (id) => ({ path: `${id}/rename` }),
          atOnce: () => ["assetFolders x2 *renamed"],
          canUndo: true
        })
      case "useRemoveAssetFolders":
        return row({
          ...shared,
          useIt: () => Drive.useRemoveAssetFolders(),
          input: (folderId) => ({ folderIds: [folderId] }),
          refused: () => ({ path: "/asset/folders/delete" }),
          atOnce: () => [],
          canUndo: false
        })
      case "usePinAssetFolder":
        return row({
          ...shared,
          useIt: () => Drive.usePinAssetFolder(),
          input: (folderId) => ({ folderId }),
          refused: () => ({ path: "/asset/folders/pin" }),
          atOnce: () => ["assetFolders x pin *pinned"],
          canUndo: true
        })
    }
  })
]
