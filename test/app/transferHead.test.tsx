// @vitest-environment happy-dom
/** The bar above all uploads: whose bytes it counts, and what it looks like in each state of theirs. */
import { act, cleanup, renderHook } from "@testing-library/react"
import type { DownloadSnapshot, DriveClient, UploadSnapshot, UploadStatusTag, UploadTotals } from "effect-drive/promise"
import { createDrive } from "effect-drive/promise"
import { DriveProvider } from "effect-drive/react"
import type { PropsWithChildren } from "react"
import { afterAll, afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { useBoard } from "../../app/src/upload/board.js"
import type { TransferHead } from "../../app/src/upload/TransferHead.js"
import { useDownloadHead, useUploadHead } from "../../app/src/upload/TransferHead.js"
import { noCounts } from "../../src/domain/UploadStatus.js"

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

interface FakeUpload {
  readonly status: UploadStatusTag
  readonly sent: number
  readonly size: number
}

/** As the registry counts: what is done was sent whole, what is cancelled is no part of it. */
const totalsOf = (uploads: ReadonlyArray<FakeUpload>): UploadTotals => {
  const counts = { ...noCounts }
  for (const { status } of uploads) counts[status]++
  const counted = uploads.filter(({ status }) => status !== "cancelled")
  return {
    counts,
    sent: counted.reduce((sum, { sent, size, status }) => sum + (status === "done" ? size : sent), 0),
    size: counted.reduce((sum, { size }) => sum + size, 0),
    speed: 0,
    eta: undefined
  }
}

const client = createDrive({ apiHost: "http://localhost:9", product: { id: "p", version: "1" } })
afterAll(() => client.dispose())

/** A drive with only those on its list. */
const driveOf = (uploads: ReadonlyArray<FakeUpload>): DriveClient => {
  const totals = totalsOf(uploads)
  return {
    ...client,
    uploads: {
      list: () => uploads.map((_, index) => String(index)),
      snapshot: (id: string) => {
        const upload = uploads[Number(id)]
        return upload === undefined ? undefined : {
          id,
          status: { _tag: upload.status },
          size: upload.size,
          bytes: { hashed: 0, sent: upload.sent, accepted: 0, committed: 0 }
        } as unknown as UploadSnapshot
      },
      totals: () => totals,
      subscribeTotals: () => () => {}
    }
  } as unknown as DriveClient
}

const headOf = async (...uploads: ReadonlyArray<FakeUpload>): Promise<TransferHead> => {
  const drive = driveOf(uploads)
  const wrapper = ({ children }: PropsWithChildren) => <DriveProvider drive={drive}>{children}</DriveProvider>
  const { result } = renderHook(() => useUploadHead(useBoard()), { wrapper })
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  return result.current
}

const upload = (status: UploadStatusTag, sent: number, size: number): FakeUpload => ({ status, sent, size })

const barOf = async (...uploads: ReadonlyArray<FakeUpload>) => {
  const { movement, percent } = await headOf(...uploads)
  return { movement, percent }
}

describe("the bar above all uploads", () => {
  it("counts bytes, not files: of a large and a small one the large one weighs more", async () => {
    const bar = await barOf(upload("done", 0, 100), upload("uploading", 300, 900))
    assert.deepStrictEqual(bar, { movement: "moving", percent: 40 })
  })

  it("what was cancelled, and what another tab uploads, are no part of it", async () => {
    const bar = await barOf(
      upload("uploading", 250, 1_000),
      upload("cancelled", 0, 9_000),
      upload("elsewhere", 500, 8_000)
    )
    assert.deepStrictEqual(bar, { movement: "moving", percent: 25 })
  })

  it("stands still where nothing can go on by itself, and moves as long as one does", async () => {
    assert.strictEqual((await barOf(upload("paused", 50, 100), upload("done", 0, 100))).movement, "still")
    assert.strictEqual((await barOf(upload("waitingForNetwork", 50, 100))).movement, "still")
    assert.strictEqual((await barOf(upload("conflict", 0, 100))).movement, "still")
    assert.strictEqual((await barOf(upload("needsFile", 40, 100))).movement, "still")
    assert.strictEqual((await barOf(upload("paused", 50, 100), upload("uploading", 0, 100))).movement, "moving")
    assert.strictEqual((await barOf(upload("waitingForNetwork", 5, 9), upload("uploading", 0, 9))).movement, "moving")
  })

  it("says that all wait for the network where those behind the first ones are queued, and stands still", async () => {
    const queued = Array.from({ length: 20 }, () => upload("queued", 0, 9))
    const { facts, movement, title } = await headOf(upload("waitingForNetwork", 5, 9), ...queued)
    assert.deepStrictEqual({ facts, movement, title }, {
      facts: "",
      movement: "still",
      title: "21 uploads wait for the network"
    })
  })

  it("ends where the bytes have ended: full after a clean end, short of it where one of several failed", async () => {
    assert.deepStrictEqual(await barOf(upload("done", 0, 70), upload("done", 0, 30)), {
      movement: "moving",
      percent: 100
    })
    assert.deepStrictEqual(await barOf(upload("done", 0, 70), upload("failed", 10, 30)), {
      movement: "moving",
      percent: 80
    })
  })

  it("is red and full where all failed, whatever was sent, and empty where all was cancelled", async () => {
    assert.deepStrictEqual(await barOf(upload("failed", 20, 30), upload("cancelled", 0, 10)), {
      movement: "failed",
      percent: 100
    })
    assert.deepStrictEqual(await barOf(upload("cancelled", 0, 10)), { movement: "moving", percent: 0 })
  })

  it("is full once files without a byte have arrived, and not before", async () => {
    assert.strictEqual((await barOf(upload("queued", 0, 0), upload("done", 0, 0))).percent, 0)
    assert.strictEqual((await barOf(upload("done", 0, 0), upload("done", 0, 0))).percent, 100)
  })
})

describe("the head of all downloads", () => {
  const headOfDownloads = (...statuses: ReadonlyArray<DownloadSnapshot["status"]>): TransferHead => {
    const downloads = statuses.map((status, at) =>
      ({ id: String(at), status, size: 10, received: 5, speed: 0 }) as unknown as DownloadSnapshot
    )
    const wrapper = ({ children }: PropsWithChildren) => <DriveProvider drive={client}>{children}</DriveProvider>
    return renderHook(() => useDownloadHead(downloads), { wrapper }).result.current
  }

  it("says that all wait for the network where those behind the first ones are queued, and stands still", () => {
    const { movement, title } = headOfDownloads("success", "offline", "waiting", "waiting")
    assert.deepStrictEqual({ movement, title }, { movement: "still", title: "3 downloads wait for the network" })
    assert.strictEqual(headOfDownloads("offline", "stopped").title, "1 download waits for the network")
  })

  it("counts as long as one moves, or waits for its turn alone", () => {
    assert.deepStrictEqual(
      [headOfDownloads("offline", "running", "waiting"), headOfDownloads("waiting")].map(({ movement, title }) => ({
        movement,
        title
      })),
      [{ movement: "moving", title: "Downloading 1 of 3" }, { movement: "moving", title: "Downloading 1 of 1" }]
    )
    assert.strictEqual(headOfDownloads("stopped").movement, "still")
  })
})
