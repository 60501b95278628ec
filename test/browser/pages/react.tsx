/** A page with components over a drive, driven by tests: files, uploads, what an earlier page has left, the network. */
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { useInfiniteQuery } from "@tanstack/react-query"
import * as Drive from "effect-drive/react"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ReactElement } from "react"
import { memo, StrictMode } from "react"
import { flushSync } from "react-dom"
import { createRoot } from "react-dom/client"
import * as Drives from "../../../src/layers/Drive.js"
import { layerAdapters } from "../../../src/layers/DriveBrowser.js"
import type { DriveClient } from "../../../src/promise/browser.js"
import { createDrive } from "../../../src/promise/browser.js"
import * as Client from "../../../src/promise/DriveClient.js"
import { loadChanges } from "../../../src/react/loading/loadChanges.js"
import { Transport } from "../../../src/services/Transport.js"
import { block } from "./pattern.js"

const renders = new Map<string, number>()

const Row = memo(({ id }: { readonly id: string }): ReactElement => {
  const name = Drive.useUpload(id, (upload) => upload.name)
  const status = Drive.useUpload(id, (upload) => upload.status._tag)
  const sent = Drive.useUpload(id, (upload) => upload.bytes.sent)
  renders.set(id, (renders.get(id) ?? 0) + 1)
  return (
    <li>
      {name} {status} <progress max={1} value={sent} />
    </li>
  )
})

const Uploads = (): ReactElement => <ol>{Drive.useUploads().map((id) => <Row id={id} key={id} />)}</ol>

/** React looks at all rows beside one that changes: here at those of its group, and at the groups. */
const Group = memo(({ ids }: { readonly ids: string }): ReactElement => (
  <>{ids.split(" ").map((id) => <Row id={id} key={id} />)}</>
))

const GroupedUploads = ({ group }: { readonly group: number }): ReactElement => {
  const ids = Drive.useUploads()
  const groups = Array.from(
    { length: Math.ceil(ids.length / group) },
    (_, index) => ids.slice(index * group, (index + 1) * group).join(" ")
  )
  return <ol>{groups.map((ids, index) => <Group ids={ids} key={index} />)}</ol>
}

const Total = (): ReactElement => {
  const { done, elsewhere } = Drive.useUploads(({ counts }) => counts)
  return <p id="total">{done} done {elsewhere} elsewhere</p>
}

const Files = (): ReactElement => {
  const files = useInfiniteQuery({ ...Drive.useDriveQueries().files(), select: Drive.rowsOf })
  const rename = Drive.useRename()
  return (
    <ul id="files">
      {files.data?.map(({ fileId, name }) => (
        <li key={fileId}>
          <button onClick={() => rename.mutate({ fileId, name: `new ${name}` })}>{name}</button>
        </li>
      ))}
    </ul>
  )
}

const Recoverable = (): ReactElement => {
  const { items, resume } = Drive.useRecoverable()
  return (
    <ul id="recoverable">
      {items.map(({ id, name, needsFile }) => (
        <li key={id}>
          <button onClick={() => void resume(id)}>{name} {needsFile ? "needs its file" : "goes on"}</button>
        </li>
      ))}
    </ul>
  )
}

const Network = (): ReactElement => <p id="network">{Drive.useOnline().online ? "online" : "offline"}</p>

const Picker = (): ReactElement => <input {...Drive.useFileInput().getInputProps()} id="picker" />

const App = ({ drive }: { readonly drive: DriveClient }): ReactElement => (
  <StrictMode>
    <Drive.DriveProvider drive={drive}>
      <Network />
      <Total />
      <Picker />
      <Files />
      <Recoverable />
      <Uploads />
    </Drive.DriveProvider>
  </StrictMode>
)

/** The file in the origin's private file system: its handle outlives the page. */
const writeFile = async (name: string, blocks: number): Promise<FileSystemFileHandle> => {
  const handle = await (await navigator.storage.getDirectory()).getFileHandle(name, { create: true })
  const writable = await handle.createWritable()
  for (let index = 0; index < blocks; index++) await writable.write(block(index))
  await writable.close()
  return handle
}

const open = async (apiHost: string, accessToken: string): Promise<DriveClient> => {
  const drive = createDrive({ apiHost, product: { id: "page", version: "1.0" } })
  await drive.session.initialise({ accessToken })
  return drive
}

/** What a page loads as it opens. */
const codeCame = async (drive: DriveClient): Promise<void> => {
  await drive.files.list({ parentFileId: "root" })
  await loadChanges()
}

const signIn = async (apiHost: string, accessToken: string): Promise<void> => {
  const drive = await open(apiHost, accessToken)
  createRoot(document.body.appendChild(document.createElement("main"))).render(<App drive={drive} />)
  window.reactPage = { drive, writeFile, codeCame: () => codeCame(drive) }
}

const updatesPerSecond = 60

/** Sends nothing, and tells so often that it has sent something, as a network does that never ends a part: one timer for all. */
const busyTransport = (): Layer.Layer<Transport> => {
  const sending = new Set<(bytes: number) => void>()
  setInterval(() => sending.forEach((sent) => sent(100)), 1000 / updatesPerSecond)
  return Layer.succeed(Transport, {
    put: (_address, _body, sent) =>
      Effect.async<never>(() => {
        sending.add(sent)
        return Effect.sync(() => sending.delete(sent))
      }),
    get: () => Effect.never
  })
}

const openBusy = async (apiHost: string, accessToken: string): Promise<DriveClient> => {
  const adapters = Layer.mergeAll(layerAdapters(), busyTransport(), FetchHttpClient.layer)
  const options = { apiHost, product: { id: "page", version: "1.0" } }
  const drive = Client.make(Layer.provide(Drives.layer(options), adapters))
  await drive.session.initialise({ accessToken })
  return drive
}

interface Queue {
  readonly idle: number
  readonly active: number
  /** Without it there are no components at all. */
  readonly isShown: boolean
  /** So many rows are a component of their own; left out, all rows stand side by side. */
  readonly group?: number
}

/** So many stopped uploads, and large ones that send for ever. Gives the ids of those once each of them sends. */
const openQueue = async (
  apiHost: string,
  accessToken: string,
  { active, group, idle, isShown }: Queue
): Promise<ReadonlyArray<string>> => {
  const drive = await openBusy(apiHost, accessToken)
  const { uploads } = drive
  for (let index = 0; index < idle; index++) {
    void uploads.start({ source: new File([`${index}`], `${index}.txt`) }).stop()
  }
  await uploads.stopAll()
  if (isShown) {
    const root = createRoot(document.body.appendChild(document.createElement("main")))
    flushSync(() =>
      root.render(
        <Drive.DriveProvider drive={drive}>
          <Total />
          {group === undefined ? <Uploads /> : <GroupedUploads group={group} />}
        </Drive.DriveProvider>
      )
    )
  }
  void uploads.setLimits({ part: active, bytes: 2 ** 30 })
  const blocks = Array.from({ length: 12 }, (_, index) => block(index))
  const begun = Array.from({ length: active }, (_, index) => {
    const source = new File([`${index}`, ...blocks], `active ${index}`)
    return uploads.start({ source, parallel: 1 })
  })
  await Promise.all(
    begun.map((upload) => new Promise<void>((resolve) => upload.subscribe(({ bytes }) => bytes.sent > 0 && resolve())))
  )
  renders.clear()
  return begun.map(({ id }) => id)
}

const Picked = memo(({ id, selection }: { readonly id: string; readonly selection: Drive.Selection }): ReactElement => {
  const isSelected = Drive.useIsSelected(selection, id)
  renders.set(id, (renders.get(id) ?? 0) + 1)
  return <li aria-selected={isSelected} />
})

let selection: Drive.Selection | undefined

const Selectable = ({ ids }: { readonly ids: ReadonlyArray<string> }): ReactElement => {
  const mine = Drive.useSelection(ids)
  selection = mine
  return <ol>{ids.map((id) => <Picked id={id} key={id} selection={mine} />)}</ol>
}

/** Rows that can be selected, all of them in the page; each call of the result gives the rows that it has rendered. */
const openSelection = (count: number): void => {
  const ids = Array.from({ length: count }, (_, index) => `row ${index}`)
  const root = createRoot(document.body.appendChild(document.createElement("main")))
  flushSync(() => root.render(<Selectable ids={ids} />))
  window.renderedBy = (change) => {
    renders.clear()
    flushSync(() => selection === undefined ? undefined : change(selection))
    return Array.from(renders.values()).reduce((sum, one) => sum + one, 0)
  }
}

declare global {
  interface Window {
    openReact: typeof signIn
    openQueue: typeof openQueue
    openSelection: typeof openSelection
    renders: typeof renders
    renderedBy: (change: (selection: Drive.Selection) => void) => number
    reactPage: {
      readonly drive: DriveClient
      readonly writeFile: typeof writeFile
      readonly codeCame: () => Promise<void>
    }
  }
}

Object.assign(window, { openReact: signIn, openQueue, openSelection, renders })
