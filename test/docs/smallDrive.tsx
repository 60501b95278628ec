import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import type { DriveClient } from "effect-drive/promise"
import * as Drive from "effect-drive/react"
import { useState } from "react"

const SignIn = () => {
  const { error, signIn } = Drive.useSession()
  const submit = (data: FormData) => signIn({ accessToken: String(data.get("token")) }).then(() => {}, () => {})
  return (
    <form action={submit}>
      <input name="token" aria-label="Token" /> <button>Sign in</button> {error?.message}
    </form>
  )
}

const Upload = ({ id }: { id: string }) => {
  const upload = Drive.useUpload(id)
  if (upload === undefined || upload.status._tag === "done") return null
  const done = <progress value={upload.bytes.sent} max={upload.size ?? 1} />
  return <li>{upload.name} {upload.status._tag} {done}</li>
}

const Row = ({ file, onOpen, onRecycle }: { file: Drive.FileRow; onOpen: () => void; onRecycle: () => void }) => {
  const rename = Drive.useRename()
  const ask = () => {
    const name = prompt("New name", file.name)
    if (name !== null) rename.mutate({ fileId: file.fileId, name })
  }
  return (
    <li style={{ opacity: file.pending === undefined ? 1 : 0.5 }}>
      {file.isFolder ? <button onClick={onOpen}>{file.name}</button> : file.name} <button onClick={ask}>Rename</button>
      <button onClick={onRecycle}>Delete</button> {rename.error?.message}
    </li>
  )
}

const Folder = () => {
  const [folder, open] = useState("root")
  const queries = Drive.useDriveQueries()
  const crumbs = useQuery(queries.path({ fileId: folder }))
  const files = useInfiniteQuery({ ...queries.files({ parentFileId: folder }), select: Drive.rowsOf })
  const recycle = Drive.useRecycle()
  const zone = Drive.useDropzone({ folderId: folder })
  const row = (file: Drive.FileRow) => {
    const { fileId } = file
    const onRecycle = () => recycle.mutate({ fileIds: [fileId] })
    return <Row key={fileId} file={file} onOpen={() => open(fileId)} onRecycle={onRecycle} />
  }
  return (
    <main {...zone.getRootProps()}>
      {crumbs.data?.map(({ fileId, name }) => <button key={fileId} onClick={() => open(fileId)}>{name}</button>)}
      <button onClick={zone.openFiles}>Upload</button> <input {...zone.getInputProps({ "aria-label": "Files" })} />
      <ul>{Drive.useUploads().map((id) => <Upload key={id} id={id} />)}</ul>
      <ul>{files.data?.map(row)}</ul>
      {files.hasNextPage && <button onClick={() => void files.fetchNextPage()}>More</button>}
      {recycle.data?.undo && <button onClick={() => void recycle.data.undo?.().then(recycle.reset)}>Undo</button>}
    </main>
  )
}

const Screen = () => {
  const { selected, status } = Drive.useSession()
  const { select, spaces } = Drive.useSpaces()
  if (status !== "ready") return <SignIn />
  const options = spaces.map(({ name, platform, spaceId: id }) => (
    <option key={id} value={id}>{name} ({platform})</option>
  ))
  return (
    <>
      <select value={selected} onChange={(event) => void select(event.target.value)}>{options}</select>
      <Folder key={selected} />
    </>
  )
}

export const SmallDrive = ({ drive }: { drive: DriveClient }) => (
  <Drive.DriveProvider drive={drive}>
    <Screen />
  </Drive.DriveProvider>
)
