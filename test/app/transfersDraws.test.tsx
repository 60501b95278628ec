// @vitest-environment happy-dom
/** A folder of thousands of files tells of each of them: its row and the panel's totals are drawn four times a second. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { act, cleanup, render } from "@testing-library/react"
import type { DriveClient, FolderHandle, FolderSnapshot } from "effect-drive/promise"
import { createDrive } from "effect-drive/promise"
import { DriveProvider } from "effect-drive/react"
import { Profiler, useSyncExternalStore } from "react"
import { afterEach, assert, beforeEach, it, vi } from "vitest"
import { useBoard } from "../../app/src/upload/board.js"
import { FolderRow } from "../../app/src/upload/FolderRow.js"
import { addFolder, incomingFolders } from "../../app/src/upload/incoming.js"
// as in a page without TLS, there are no locks here
import "../../app/src/upload/interruptedFolders.js"

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  // other files in this process have the same list
  for (const { id } of incomingFolders.read()) incomingFolders.remove(id)
  vi.useRealTimers()
})

/** A folder that says what it is told to say. */
const folderOfTest = (id: string) => {
  let snapshot = {
    id,
    status: "running",
    reading: true,
    files: 0,
    skipped: 0,
    succeeded: 0,
    failed: 0,
    bytes: { sent: 0, committed: 0, total: 0 },
    error: undefined
  } as unknown as FolderSnapshot
  const listeners = new Set<(snapshot: FolderSnapshot) => void>()
  const handle = {
    id,
    snapshot: () => snapshot,
    subscribe: (listener: (snapshot: FolderSnapshot) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  } as unknown as FolderHandle
  const say = (change: Partial<FolderSnapshot>) => {
    snapshot = { ...snapshot, ...change }
    for (const listener of listeners) listener(snapshot)
  }
  return { handle, say }
}

const Rows = () => {
  const { succeeded } = useBoard()
  const folders = useSyncExternalStore(incomingFolders.subscribe, incomingFolders.read)
  return (
    <>
      <h2>{`${succeeded} in all`}</h2>
      {folders.map((folder) => <FolderRow folder={folder} key={folder.id} top={0} />)}
    </>
  )
}

it("a folder's row and the totals are drawn together, however many files end; what a person asks for shows at once", async () => {
  const drive = createDrive({ apiHost: "http://localhost:9", product: { id: "p", version: "1" } })
  const { handle, say } = folderOfTest("f1")
  const starts = { uploads: { startFolder: () => handle } } as unknown as DriveClient
  const file = new File(["1"], "1.txt")
  Object.defineProperty(file, "webkitRelativePath", { value: "letters/1.txt" })
  addFolder({ drive: starts, spaceId: "s3", folder: "top" }, [file])
  let draws = 0
  const view = render(
    <QueryClientProvider client={new QueryClient()}>
      <DriveProvider drive={drive}>
        <Profiler id="rows" onRender={() => void draws++}>
          <Rows />
        </Profiler>
      </DriveProvider>
    </QueryClientProvider>
  )
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  view.getByText("letters")
  draws = 0
  const seconds = 5
  const perSecond = 200
  for (let ended = 1; ended <= seconds * perSecond; ended++) {
    await act(() => {
      say({ files: ended, succeeded: ended })
      return vi.advanceTimersByTimeAsync(1_000 / perSecond)
    })
  }
  view.getByText("1000 in all")
  // four reads a second, and the sentence of the row twice a second
  assert.isAtMost(draws, seconds * (4 + 2) + 2)

  act(() => say({ status: "stopped" }))
  view.getByRole("button", { name: /^Resume/ })
  await act(() => drive.dispose())
})
