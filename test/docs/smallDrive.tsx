import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import type { DriveClient } from "effect-drive/promise"
import type { FileRow } from "effect-drive/react"
import { DriveProvider, rowsOf, useDriveQueries, useDropzone, useRecycle, useRename } from "effect-drive/react"
import { useSession, useSpaces, useUpload, useUploads } from "effect-drive/react"
import { useState } from "react"

const SignIn = () => {
  const { error, signIn } = useSession()
  const submit = (data: FormData) => signIn({ accessToken: String(data.get("token")) }).then(() => {}, () => {})
  return (
    <form action={submit}>
      <input name="token" aria-label="Token" />
      <button>Sign in</button>
      {error?.message}
    </form>
  )
}

const Spaces = () => {
  const { select, spaces } = useSpaces()
  return (
    <nav>
      {spaces.map(({ isSelected, name, platform, spaceId }) => (
        <button
          key={spaceId}
          disabled={isSelected}
          onClick={() => void select(spaceId)}
        >
          {name} ({platform})
        </button>
      ))}
    </nav>
  )
}

const Upload = ({ id }: { id: string }) => {
  const upload = useUpload(id)
  if (upload === undefined || upload.status._tag === "done") return null
  return (
    <li>
      {upload.name} {upload.status._tag} <progress value={upload.bytes.sent} max={upload.size ?? 1} />
    </li>
  )
}

const Row = ({ file, onOpen, onRecycle }: { file: FileRow; onOpen: () => void; onRecycle: () => void }) => {
  const rename = useRename()
  const ask = () => {
    const name = prompt("New name", file.name)
    if (name !== null) rename.mutate({ fileId: file.fileId, name })
  }
  return (
    <li style={{ opacity: file.pending === undefined ? 1 : 0.5 }}>
      {file.isFolder ? <button onClick={onOpen}>{file.name}</button> : file.name}
      <button onClick={ask}>Rename</button> <button onClick={onRecycle}>Delete</button> {rename.error?.message}
    </li>
  )
}

const Folder = () => {
  const [folder, open] = useState("root")
  const queries = useDriveQueries()
  const crumbs = useQuery(queries.path({ fileId: folder }))
  const files = useInfiniteQuery({ ...queries.files({ parentFileId: folder }), select: rowsOf })
  const recycle = useRecycle()
  const zone = useDropzone({ folderId: folder })
  return (
    <main {...zone.getRootProps()}>
      {crumbs.data?.map(({ fileId, name }) => <button key={fileId} onClick={() => open(fileId)}>{name}</button>)}
      <button onClick={zone.openFiles}>Upload</button>
      <input {...zone.getInputProps({ "aria-label": "Files" })} />
      <ul>{useUploads().map((id) => <Upload key={id} id={id} />)}</ul>
      <ul>
        {files.data?.map((file) => (
          <Row
            key={file.fileId}
            file={file}
            onOpen={() => open(file.fileId)}
            onRecycle={() => recycle.mutate({ fileIds: [file.fileId] })}
          />
        ))}
      </ul>
      {files.hasNextPage && <button onClick={() => void files.fetchNextPage()}>More</button>}
      {recycle.data?.undo && <button onClick={() => void recycle.data.undo?.().then(recycle.reset)}>Undo</button>}
    </main>
  )
}

const Screen = () => {
  const { selected, status } = useSession()
  return status === "ready"
    ? (
      <>
        <Spaces />
        <Folder key={selected} />
      </>
    )
    : <SignIn />
}

export const SmallDrive = ({ drive }: { drive: DriveClient }) => (
  <DriveProvider drive={drive}>
    <Screen />
  </DriveProvider>
)
