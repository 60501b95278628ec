/** The client of a provider: whose reads, when it is asked again, and what reaches the boundary. */
import {
  onlineManager,
  QueryClient,
  QueryClientProvider,
  timeoutManager,
  useMutation,
  useQuery,
  useQueryClient
} from "@tanstack/react-query"
import { act, render, renderHook, screen, waitFor } from "@testing-library/react"
import { DriveProvider, driveQueryDefaults, useDriveQueries } from "effect-drive/react"
import type { TestDriveClient } from "effect-drive/testing"
import type { ReactElement, ReactNode } from "react"
import { StrictMode } from "react"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { Boundary } from "./Boundary.js"
import { modes, openDrive } from "./world.js"

const wrapped = (strict: boolean, element: ReactElement) => strict ? <StrictMode>{element}</StrictMode> : element

const real = {
  setTimeout: (callback: (_: void) => void, delay: number) => setTimeout(callback, delay),
  clearTimeout: (id: ReturnType<typeof setTimeout> | undefined) => clearTimeout(id),
  setInterval: (callback: (_: void) => void, delay: number) => setInterval(callback, delay),
  clearInterval: (id: ReturnType<typeof setTimeout> | undefined) => clearInterval(id)
}

/** What was read is fresh for 30 s, of which a slow machine has let some pass. No pause is near that. */
const isFreshness = (delay: number) => delay > 15_000 && delay <= 30_001

/** Pauses between attempts take no time, and are written down; what cleans caches up still waits. */
const pausesOf = () => {
  const pauses: Array<number> = []
  timeoutManager.setTimeoutProvider({
    ...real,
    setTimeout: (callback, delay) => {
      const isPause = delay >= 1000 && delay < 300_000 && !isFreshness(delay)
      if (isPause) pauses.push(delay)
      return setTimeout(callback, isPause ? 0 : delay)
    }
  })
  return pauses
}

const info = /\/info$/

const answerInfo = (
  drive: TestDriveClient,
  times: number,
  status: number,
  more: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {}
) => drive.emulator.faults.add([{ match: { path: info }, times, action: { _tag: "status", status, ...more } }])

describe.each(modes)("the client of a provider %s", (_, strict) => {
  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation(() => {})
  })
  afterEach(() => {
    timeoutManager.setTimeoutProvider(real)
    onlineManager.setOnline(true)
    vi.restoreAllMocks()
  })

  /** Reads a file by a client that the provider has made. */
  const readFile = (drive: TestDriveClient, fileId: string) =>
    renderHook(() => ({ ...useQuery(useDriveQueries().file(fileId)) }), {
      wrapper: ({ children }: { readonly children?: ReactNode }) =>
        wrapped(strict, <DriveProvider drive={drive}>{children}</DriveProvider>)
    })

  const openFile = async () => {
    const drive = await openDrive()
    return { drive, fileId: (await drive.uploads.start({ source: "x", name: "x" }).done).fileId }
  }

  it("asks again after the time that the error names", async () => {
    const { drive, fileId } = await openFile()
    const pauses = pausesOf()
    // longer than the drive itself waits
    answerInfo(drive, 2, 429, { headers: { "Retry-After": "120" } })
    const { result } = readFile(drive, fileId)
    await waitFor(() => assert.strictEqual(result.current.data?.name, "x"))
    assert.deepStrictEqual(pauses, [120_000, 120_000])
  })

  it("asks three times more, each time later, where the error may pass by itself", async () => {
    const { drive, fileId } = await openFile()
    const pauses = pausesOf()
    answerInfo(drive, 100, 429, { headers: { "Retry-After": "61" } })
    const { result } = readFile(drive, fileId)
    await waitFor(() => assert.strictEqual(result.current.error?._tag, "RateLimited"))
    assert.deepStrictEqual(pauses, [61_000, 61_000, 61_000])
    assert.strictEqual(result.current.failureCount, 4)
  })

  it("waits longer each time where the error names no time", async () => {
    const { drive, fileId } = await openFile()
    await drive.setOnline(true)
    const pauses = pausesOf()
    drive.emulator.faults.add([{ match: { path: info }, times: 100, action: { _tag: "portal" } }])
    const { result } = readFile(drive, fileId)
    await waitFor(() => assert.isNotNull(result.current.error))
    const { retry } = result.current.error ?? {}
    assert.include(["now", "later", "afterRefresh"], retry)
    assert.deepStrictEqual(pauses, [1000, 2000, 4000])
  })

  it.each([
    ["a code of the service", 200, JSON.stringify({ code: 4711, message: "no" }), "ApiError"],
    ["a session that has ended", 401, undefined, "TokenExpired"],
    ["what is no longer there", 200, JSON.stringify({ code: 40401, message: "gone" }), undefined]
  ])("does not ask again after %s", async (_what, status, body, tag) => {
    const { drive, fileId } = await openFile()
    const pauses = pausesOf()
    answerInfo(drive, 1, status, body === undefined ? {} : { body })
    const { result } = readFile(drive, fileId)
    await waitFor(() => assert.isNotNull(result.current.error))
    if (tag !== undefined) assert.strictEqual(result.current.error?._tag, tag)
    assert.deepStrictEqual(pauses, [])
    assert.strictEqual(result.current.failureCount, 1)
  })

  it("is paused and continues as the drive sees the network, whatever the browser says", async () => {
    const { drive, fileId } = await openFile()
    const { result } = readFile(drive, fileId)
    await waitFor(() => assert.isTrue(result.current.isSuccess))
    await act(() => drive.setOnline(false))
    await waitFor(() => assert.isFalse(onlineManager.isOnline()))
    act(() => void result.current.refetch())
    await waitFor(() => assert.strictEqual(result.current.fetchStatus, "paused"))
    await act(() => drive.setOnline(true))
    await waitFor(() => assert.strictEqual(result.current.fetchStatus, "idle"))
    assert.isTrue(result.current.isSuccess)
  })

  it("gives bugs to the error boundary, at once, and errors of the catalogue to `error`", async () => {
    const { drive } = await openFile()
    const pauses = pausesOf()
    const Missing = () => <p>{useQuery(useDriveQueries().file("nobody")).error?._tag}</p>
    const Buggy = () => {
      useQuery({ queryKey: ["buggy"], queryFn: () => Promise.reject(new Error("a bug")) })
      return null
    }
    const Wrong = () => {
      const { mutate, status } = useMutation({ mutationFn: () => Promise.reject(new Error("a wrong change")) })
      return status === "idle" ? <button onClick={() => mutate()}>change</button> : null
    }
    render(wrapped(
      strict,
      <DriveProvider drive={drive}>
        <Boundary>
          <Missing />
        </Boundary>
        <Boundary>
          <Buggy />
        </Boundary>
        <Boundary>
          <Wrong />
        </Boundary>
      </DriveProvider>
    ))
    await screen.findByText("FileNotFound")
    await screen.findByText("caught Error: a bug")
    act(() => screen.getByText("change").click())
    await screen.findByText("caught Error: a wrong change")
    assert.deepStrictEqual(pauses, [])
  })

  it("is the one above, where there is one, with the defaults that it has", async () => {
    const { drive } = await openFile()
    const above = new QueryClient({ defaultOptions: { queries: { ...driveQueryDefaults.queries, staleTime: 1 } } })
    const { result } = renderHook(() => useQueryClient(), {
      wrapper: ({ children }: { readonly children?: ReactNode }) =>
        wrapped(
          strict,
          <QueryClientProvider client={above}>
            <DriveProvider drive={drive}>{children}</DriveProvider>
          </QueryClientProvider>
        )
    })
    assert.strictEqual(result.current, above)
    await drive.setOnline(false)
    assert.isTrue(onlineManager.isOnline(), "another client is not told what is offline")
  })
})
