/** The code of docs/react.md: a hook for each change. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import {
  rowsOf,
  useAssetPermission,
  useCancelShare,
  useClearRecycleBin,
  useCopy,
  useCreateAsset,
  useCreateAssetFolder,
  useDriveQueries,
  useMove,
  useOpenShare,
  usePinAssetFolder,
  useRecycleAssets,
  useRemove,
  useRemoveAssetFolders,
  useRenameAssetFolder,
  useRestore,
  useSaveContent,
  useSetShare,
  useStar,
  useStarAsset,
  useStartMigration,
  useUpdateAsset,
  useUpdateFileInfo,
  useUpdateShare
} from "effect-drive/react"

export const FileButtons = ({ fileId, toParentFileId }: { fileId: string; toParentFileId: string }) => {
  const [copy, move, remove] = [useCopy(), useMove(), useRemove()]
  const [save, star, update] = [useSaveContent(), useStar(), useUpdateFileInfo()]
  const fileIds = [fileId]
  return (
    <>
      <button onClick={() => copy.mutate({ fileIds, toParentFileId })}>Copy</button>
      <button onClick={() => move.mutate({ fileIds, toParentFileId })}>Move</button>
      <button onClick={() => save.mutate({ fileId, source: "new text" })}>Save</button>
      <button onClick={() => star.mutate({ fileId, starred: true })}>Star</button>
      <button onClick={() => update.mutate({ fileId, userTags: [{ key: "state", value: "paid" }] })}>Tag</button>
      <button onClick={() => remove.mutate({ fileIds })}>Delete for good</button>
    </>
  )
}

export const Bin = () => {
  const bin = useInfiniteQuery({ ...useDriveQueries().recycleBin(), select: rowsOf })
  const [clear, restore] = [useClearRecycleBin(), useRestore()]
  return (
    <>
      {bin.data?.map(({ fileId, name }) => (
        <button key={fileId} onClick={() => restore.mutate({ fileIds: [fileId] })}>Restore {name}</button>
      ))}
      <button onClick={() => clear.mutate()}>Empty</button>
    </>
  )
}

export const AssetButtons = ({ assetId }: { assetId: string }) => {
  const [create, recycle, star] = [useCreateAsset(), useRecycleAssets(), useStarAsset()]
  const [permit, update] = [useAssetPermission(), useUpdateAsset()]
  return (
    <>
      <button onClick={() => create.mutate({ name: "second" })}>One more asset</button>
      <button onClick={() => permit.mutate({ assetId, rawAction: "read" })}>Read only</button>
      <button onClick={() => star.mutate({ assetId })}>Star</button>
      <button onClick={() => update.mutate({ assetId, name: "renamed" })}>Rename</button>
      <button onClick={() => recycle.mutate({ assetIds: [assetId] })}>Delete</button>
    </>
  )
}

export const AssetFolders = () => {
  const folders = useInfiniteQuery({ ...useDriveQueries().assetFolders(), select: rowsOf })
  const [create, remove] = [useCreateAssetFolder(), useRemoveAssetFolders()]
  const [pin, rename] = [usePinAssetFolder(), useRenameAssetFolder()]
  return (
    <>
      <button onClick={() => create.mutate({ name: "new" })}>New</button>
      {folders.data?.map(({ folderId, name, pinned }) => (
        <li key={folderId}>
          {name} {pinned ? "pinned" : ""}
          <button onClick={() => pin.mutate({ folderId })}>Pin</button>
          <button onClick={() => rename.mutate({ folderId, name: "renamed" })}>Rename</button>
          <button onClick={() => remove.mutate({ folderIds: [folderId] })}>Delete</button>
        </li>
      ))}
    </>
  )
}

export const Share = ({ assetId }: { assetId: string }) => {
  const { data: share } = useQuery(useDriveQueries().share(assetId))
  const [open, close] = [useOpenShare(), useCancelShare()]
  const [set, update] = [useSetShare(), useUpdateShare()]
  if (!share) return <button onClick={() => open.mutate({ assetId, settings: { code: "1234" } })}>Share</button>
  return (
    <>
      <a href={share.href}>Link</a> {set.status} {update.status}
      <button onClick={() => update.mutate({ assetId, settings: { expiresIn: "1 day" } })}>For a day</button>
      <button onClick={() => set.mutate({ assetId, settings: {} })}>For ever, without a code</button>
      <button onClick={() => close.mutate({ assetId })}>Close</button>
    </>
  )
}

export const Migrate = () => {
  const [migration, start] = [useQuery(useDriveQueries().migration()), useStartMigration()]
  return <button onClick={() => start.mutate({ business: "drive" })}>{migration.data?.status ?? "Move"}</button>
}
