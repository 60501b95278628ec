// @vitest-environment happy-dom
/** A page asks before it is left while bytes move, and at no other time. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { act, cleanup, render } from "@testing-library/react"
import type { DriveClient, UploadStatusTag } from "effect-drive/promise"
import { createDrive } from "effect-drive/promise"
import { DriveProvider } from "effect-drive/react"
import { afterEach, assert, beforeEach, it, vi } from "vitest"
import { TransferWatch } from "../../app/src/upload/TransferWatch.js"

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A drive with one upload, in the state that it is told. */
const driveWithUpload = (first: UploadStatusTag) => {
  const drive = createDrive({ apiHost: "http://localhost:9", product: { id: "p", version: "1" } })
  const nothing = drive.uploads.totals()
  const totalsIn = (status: UploadStatusTag) => ({ ...nothing, counts: { ...nothing.counts, [status]: 1 } })
  let totals = totalsIn(first)
  const listeners = new Set<() => void>()
  const uploads: DriveClient["uploads"] = {
    ...drive.uploads,
    totals: () => totals,
    subscribeTotals: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
  const become = (status: UploadStatusTag) => {
    totals = totalsIn(status)
    for (const listener of listeners) listener()
  }
  return { become, drive: { ...drive, uploads } }
}

/** A person sees the board of a quarter of a second ago. */
const boardIsRead = () => act(() => vi.advanceTimersByTimeAsync(300))

const watch = async (drive: DriveClient) => {
  const view = render(
    <QueryClientProvider client={new QueryClient()}>
      <DriveProvider drive={drive}>
        <TransferWatch />
      </DriveProvider>
    </QueryClientProvider>
  )
  await boardIsRead()
  return view
}

const isAsked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }))

const all: Readonly<Record<UploadStatusTag, boolean>> = {
  hashing: true,
  uploading: true,
  finishing: true,
  queued: false,
  paused: false,
  waitingForNetwork: false,
  waitingForSignIn: false,
  conflict: false,
  needsFile: false,
  elsewhere: false,
  failed: false,
  cancelled: false,
  done: false
}

for (const [status, asks] of Object.entries(all)) {
  it(`an upload that is ${status} ${asks ? "holds" : "lets go of"} the page`, async () => {
    const { drive } = driveWithUpload(status as UploadStatusTag) // the keys of a record are told as text
    const view = await watch(drive)
    assert.strictEqual(isAsked(), asks)
    view.unmount()
    assert.isFalse(isAsked())
    await act(() => drive.dispose())
  })
}

it("what has ended or was paused since the board was read lets go at once, and holds again when it moves again", async () => {
  const { become, drive } = driveWithUpload("uploading")
  await watch(drive)
  assert.isTrue(isAsked())
  for (const still of ["paused", "waitingForNetwork", "done"] as const) {
    act(() => become(still))
    assert.isFalse(isAsked(), still)
    act(() => become("uploading"))
    assert.isTrue(isAsked(), `after ${still}`)
  }
  act(() => become("done"))
  await boardIsRead()
  assert.isFalse(isAsked())
  await act(() => drive.dispose())
})
