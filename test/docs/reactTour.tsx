/** The code of docs/react.md. */
import type { DriveClient } from "effect-drive/promise"
import {
  DriveProvider,
  useDownload,
  useDrive,
  useDriveEvent,
  useDriveMutation,
  useDriveQuery,
  useUpload,
  useUploads
} from "effect-drive/react"
import { useState } from "react"

const Files = ({ folder }: { folder: string }) => {
  const files = useDriveQuery(["files", folder], (drive, call) => drive.files.list({ parentFileId: folder }, call))
  if (files.isPending) return <p>Loading …</p>
  if (files.error !== undefined) return <p role="alert">{files.error.message}</p>
  return <ul>{files.data?.items.map((file) => <li key={file.fileId}>{file.name}</li>)}</ul>
}

const NewFolder = ({ folder, onCreated }: { folder: string; onCreated: () => void }) => {
  const create = useDriveMutation((drive, name: string, call) =>
    drive.files.createFolder({ name, parentFileId: folder }, call)
  )
  const onClick = () => void create.runAsync("New folder").then(onCreated, () => {})
  return <button disabled={create.isPending} onClick={onClick}>{create.error?.message ?? "New folder"}</button>
}

const UploadRow = ({ id }: { id: string }) => {
  const drive = useDrive()
  const name = useUpload(id, (upload) => upload.name)
  const progress = useUpload(id, (upload) => upload.progress)
  const percent = useUpload(id, ({ bytes, size }) => Math.round((bytes.accepted / (size || 1)) * 100))
  return (
    <li>
      {name} {progress} <progress max={100} value={percent} />
      <button onClick={() => void drive.uploads.cancel(id)}>Cancel</button>
    </li>
  )
}

const Uploads = ({ folder }: { folder: string }) => {
  const drive = useDrive()
  const ids = useUploads()
  const start = (files: FileList | null) => {
    for (const source of files ?? []) drive.uploads.start({ source, parentFileId: folder })
  }
  return (
    <>
      <input type="file" multiple aria-label="Upload" onChange={(event) => start(event.target.files)} />
      <ul>{ids.map((id) => <UploadRow key={id} id={id} />)}</ul>
    </>
  )
}

const SaveButton = ({ fileId, name }: { fileId: string; name: string }) => {
  const drive = useDrive()
  const [id, setId] = useState("")
  const received = useDownload(id, (download) => download.received)
  const onClick = () => setId(drive.downloads.start({ fileId, target: name }).id)
  return <button onClick={onClick}>{received === undefined ? "Save" : `${received} bytes`}</button>
}

const SignInAgain = () => {
  const [isExpired, setExpired] = useState(false)
  useDriveEvent("TokenExpired", () => setExpired(true))
  return isExpired ? <p role="alert">Please sign in again</p> : null
}

export const App = ({ drive, folder }: { drive: DriveClient; folder: string }) => (
  <DriveProvider drive={drive}>
    <SignInAgain />
    <NewFolder folder={folder} onCreated={() => {}} />
    <Files folder={folder} />
    <Uploads folder={folder} />
    <SaveButton fileId="f1" name="one.txt" />
  </DriveProvider>
)
