/** The code of docs/react.md, beside the small drive. */
import {
  dehydrate,
  HydrationBoundary,
  QueryClient,
  useInfiniteQuery,
  useMutationState,
  useQuery,
  useQueryClient,
  useSuspenseQuery
} from "@tanstack/react-query"
import { Files } from "effect-drive"
import type { DriveClient, FolderHandle } from "effect-drive/promise"
import {
  driveQueries,
  queryKeys,
  rowsOf,
  useConflicts,
  useCreateFolder,
  useDownload,
  useDownloads,
  useDrive,
  useDriveEvent,
  useDriveMutation,
  useDriveQueries,
  useDriveQuery,
  useDriveRuntime,
  useFileInput,
  useFocusedId,
  useFolderUpload,
  useIsFocused,
  useIsSelected,
  useOnline,
  useRecoverable,
  useSelectedIds,
  useSelection,
  useSession,
  useSpace,
  useTasks,
  useUpload,
  useUploadActions,
  useUploads
} from "effect-drive/react"
import * as Effect from "effect/Effect"
import type { ChangeEvent, DragEvent } from "react"
import { useState } from "react"

export const Listing = ({ folder }: { folder: string }) => {
  const queries = useDriveQueries()
  const files = useInfiniteQuery({ ...queries.files({ parentFileId: folder, order: "name" }), select: rowsOf })
  return <ul>{files.data?.map(({ fileId, name }) => <li key={fileId}>{name}</li>)}</ul>
}

export const Details = ({ fileId }: { fileId: string }) => {
  const { data: file } = useSuspenseQuery(useDriveQueries().file(fileId))
  return <p>{file.name}: {file.size} bytes</p>
}

export const OpenSoon = ({ folder }: { folder: string }) => {
  const drive = useDrive()
  const client = useQueryClient()
  const prefetch = () => void client.prefetchInfiniteQuery(driveQueries(drive).files({ parentFileId: folder }))
  return <button onPointerEnter={prefetch}>Open</button>
}

export const ListingFromServer = async ({ drive, folder }: { drive: DriveClient; folder: string }) => {
  const client = new QueryClient()
  await client.prefetchInfiniteQuery(driveQueries(drive).files({ parentFileId: folder, order: "name" }))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Listing folder={folder} />
    </HydrationBoundary>
  )
}

export const Config = () => {
  const config = useDriveQuery(["config"], (drive, call) => drive.spaces.config(call))
  return <pre>{JSON.stringify(config.data)}</pre>
}

export const Count = () => {
  const count = useDriveQuery(
    ["count"],
    Effect.map(Effect.flatMap(Files, (files) => files.list()), ({ items }) => items.length),
    { touchedBy: () => true }
  )
  return <p>{count.error === null ? count.data : count.error._tag}</p>
}

export const NewFolder = ({ folder }: { folder: string }) => {
  const create = useCreateFolder()
  const onClick = () => create.mutate({ name: "New folder", parentFileId: folder })
  return <button onClick={onClick}>{create.error?.message ?? "New folder"}</button>
}

export const ClearBin = () => {
  const clear = useDriveMutation((drive, _: void, call) => drive.recycleBin.clear(call), { cancelOnUnmount: true })
  return <button disabled={clear.isPending} onClick={() => clear.mutate()}>Empty the bin</button>
}

export const Failures = () => {
  const errors = useMutationState({ filters: { status: "error" }, select: ({ state }) => state.error?.message })
  return <ul>{errors.map((message, index) => <li key={index}>{message}</li>)}</ul>
}

export const Total = () => {
  const left = useUploads(({ counts }) => counts.queued + counts.hashing + counts.uploading)
  const percent = useUploads(({ sent, size }) => size === 0 ? 0 : Math.round((sent / size) * 100))
  return <p>{left} files left, {percent} %</p>
}

export const UploadRow = ({ id }: { id: string }) => {
  const { cancel, pause, resume } = useUploadActions()
  const status = useUpload(id, (upload) => upload.status._tag)
  const waiting = useUpload(id, (upload) => upload.waiting)
  return (
    <li>
      {status} {waiting?.reason}
      <button onClick={() => void (status === "paused" ? resume(id) : pause(id))}>Pause</button>
      <button onClick={() => void cancel(id)}>Cancel</button>
    </li>
  )
}

export const Queue = ({ folder }: { folder: string }) => {
  const uploads = useUploadActions()
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) =>
    void uploads.addFolder(target.files ?? [], { parentFileId: folder })
  return (
    <>
      <input type="file" onChange={onChange} />
      <button onClick={() => void uploads.pauseAll()}>Pause all</button>
      <button onClick={() => void uploads.retryFailed()}>Try failed ones again</button>
      <button onClick={() => void uploads.clearDone()}>Clear</button>
    </>
  )
}

export const Picker = ({ folder }: { folder: string }) => {
  const { getInputProps, openFiles, openFolder } = useFileInput({ parentFileId: folder })
  return (
    <>
      <input {...getInputProps()} />
      <button onClick={openFiles}>Files</button>
      <button onClick={openFolder}>Folder</button>
    </>
  )
}

export const Conflict = () => {
  const { current, remaining, resolve } = useConflicts()
  if (current === undefined) return null
  return (
    <p role="alert">
      {current.name} is there already ({remaining})
      <button onClick={() => void resolve("replace")}>Replace</button>
      <button onClick={() => void resolve("keepBoth", { applyToAll: true })}>Keep both, for all</button>
    </p>
  )
}

export const Resume = () => {
  const { items, resume } = useRecoverable()
  return <>{items.map(({ id, name }) => <button key={id} onClick={() => void resume(id)}>Resume {name}</button>)}</>
}

export const Forget = () => {
  const { forget, items } = useRecoverable()
  return <>{items.map(({ id, name }) => <button key={id} onClick={() => void forget(id)}>Forget {name}</button>)}</>
}

export const FolderDrop = ({ folder }: { folder: string }) => {
  const { addDrop } = useUploadActions()
  const [handle, setHandle] = useState<FolderHandle>()
  const progress = useFolderUpload(handle)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setHandle(addDrop(event.dataTransfer, { parentFileId: folder }))
  }
  return (
    <p onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      {progress === undefined ? "Drop a folder" : `${progress.succeeded} of ${progress.files} files`}
    </p>
  )
}

export const Downloads = () => <ul>{useDownloads().map((id) => <DownloadRow key={id} id={id} />)}</ul>

export const DownloadRow = ({ id }: { id: string }) => {
  const name = useDownload(id, (download) => download.name)
  const percent = useDownload(id, ({ received, size }) => size ? Math.round((received / size) * 100) : 0)
  return <li>{name}: {percent} %</li>
}

export const SaveButton = ({ fileId, name }: { fileId: string; name: string }) => {
  const drive = useDrive()
  const [id, setId] = useState("")
  const received = useDownload(id, (download) => download.received)
  const onClick = () => setId(drive.downloads.start({ fileId, target: name }).id)
  return <button onClick={onClick}>{received === undefined ? "Save" : `${received} bytes`}</button>
}

export const Archive = ({ taskId }: { taskId: string }) => {
  const [task] = useTasks([taskId])
  return <p>{task?.end ?? "under way"}</p>
}

export const Picked = ({ ids }: { ids: ReadonlyArray<string> }) => {
  const selection = useSelection(ids)
  return (
    <>
      <p>{useSelectedIds(selection).size} selected, at {useFocusedId(selection)}</p>
      {ids.map((id) => <PickedRow key={id} id={id} selection={selection} />)}
    </>
  )
}

export const PickedRow = ({ id, selection }: { id: string; selection: ReturnType<typeof useSelection> }) => (
  <li
    aria-selected={useIsSelected(selection, id)}
    tabIndex={useIsFocused(selection, id) ? 0 : -1}
    onClick={(event) => selection.select(id, event.shiftKey ? "range" : event.ctrlKey ? "toggle" : "replace")}
  />
)

export const pickSome = (
  selection: ReturnType<typeof useSelection>,
  [first = "", second = "", third = ""]: ReadonlyArray<string>
) => {
  const stop = selection.subscribeAll(() => console.log(selection.size, selection.focused))
  selection.selectAll()
  selection.replace([first])
  selection.setMany(selection.range(first, third))
  if (selection.has(second)) selection.setMany([second], false)
  selection.moveFocus(third)
  selection.retain([second, third])
  stop()
  return selection.positionOf(third)
}

export const Banner = () => {
  const { online } = useOnline()
  const { capabilities } = useSpace()
  return <p>{online ? "" : "Offline."} {capabilities.starFiles ? "" : "Star files as assets."}</p>
}

export const SignInAgain = () => {
  const [isExpired, setExpired] = useState(false)
  useDriveEvent("TokenExpired", () => setExpired(true))
  return isExpired ? <p role="alert">Please sign in again</p> : null
}

export const SignOut = () => {
  const { signOut } = useSession()
  return <button onClick={() => void signOut()}>Sign out</button>
}

export const ReadAgain = () => {
  const [client, drive] = [useQueryClient(), useDrive()]
  const keys = queryKeys(drive, useSpace().spaceId)
  return <button onClick={() => void client.invalidateQueries({ queryKey: keys.lists() })}>Read again</button>
}

export const Run = () => {
  const runtime = useDriveRuntime()
  return <button onClick={() => void runtime.runPromise(Effect.logInfo("hello"))}>Run</button>
}

export const Space = () => <p>{useQuery(useDriveQueries().benefit()).data?.fileSizeLimit}</p>
