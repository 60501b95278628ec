/** The provider: whose client reads, when it is asked again, what reaches the boundary, and how long a drive of its own lives. */
import {
  onlineManager,
  QueryClient,
  QueryClientProvider,
  timeoutManager,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery
} from "@tanstack/react-query"
import { act, render, renderHook, screen, waitFor } from "@testing-library/react"
import { Effect } from "effect"
import type { DriveClient } from "effect-drive/promise"
import { DriveProvider, driveQueryDefaults, useDrive, useDriveQueries, useSession } from "effect-drive/react"
import type { TestDriveClient } from "effect-drive/testing"
import type { ReactElement, ReactNode } from "react"
import { Activity, StrictMode, Suspense, useState } from "react"
import { renderToString } from "react-dom/server"
import { afterEach, assert, beforeEach, describe, expect, it, vi } from "vitest"
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

const options = { apiHost: "http://127.0.0.1:1", product: { id: "p", version: "1" } }

/** Past the moment in which a provider might have come back. */
const pause = () => act(() => new Promise((resolve) => setTimeout(resolve)))

/** What a call of the drive fails with: a disposed one has another error. */
const failureOf = (drive: DriveClient) =>
  drive.files.list().then(() => "none", (error: { readonly _tag?: unknown }) => String(error._tag))

describe.each(modes)("a provider that makes its drive %s", (_, strict) => {
  const Seen = ({ drives }: { readonly drives: Set<DriveClient> }) => {
    drives.add(useDrive())
    return <p>{useSession().status}</p>
  }

  it("disposes it when it goes, and not before", async () => {
    const drives = new Set<DriveClient>()
    const { rerender, unmount } = render(wrapped(
      strict,
      <DriveProvider options={options}>
        <Seen drives={drives} />
      </DriveProvider>
    ))
    await pause()
    rerender(wrapped(
      strict,
      <DriveProvider options={{ ...options, id: "another" }}>
        <Seen drives={drives} />
      </DriveProvider>
    ))
    await pause()
    const [drive] = [...drives].slice(-1)
    assert.isDefined(drive)
    assert.strictEqual(drive.id, "drive", "the options are read once")
    assert.notStrictEqual(await failureOf(drive), "DriveDisposed")
    unmount()
    await pause()
    assert.strictEqual(await failureOf(drive), "DriveDisposed")
  })

  it("ends what the drive was doing", async () => {
    const drives = new Set<DriveClient>()
    const { unmount } = render(wrapped(
      strict,
      <DriveProvider options={options}>
        <Seen drives={drives} />
      </DriveProvider>
    ))
    await pause()
    const [drive] = [...drives].slice(-1)
    assert.isDefined(drive)
    const running = drive.run(Effect.never)
    unmount()
    await expect(running).rejects.toMatchObject({ _tag: "DriveDisposed" })
  })

  it("keeps it while it is hidden and shown again in one go", async () => {
    const drives = new Set<DriveClient>()
    const App = ({ place }: { readonly place: "left" | "right" }) => (
      <Activity mode={place === "left" ? "visible" : "hidden"}>
        <DriveProvider options={options}>
          <Seen drives={drives} />
        </DriveProvider>
      </Activity>
    )
    const { rerender } = render(wrapped(strict, <App place="left" />))
    await pause()
    rerender(wrapped(strict, <App place="right" />))
    rerender(wrapped(strict, <App place="left" />))
    await pause()
    const [drive] = [...drives].slice(-1)
    assert.isDefined(drive)
    assert.notStrictEqual(await failureOf(drive), "DriveDisposed")
  })

  it("makes another one when it is shown again after it was hidden for long", async () => {
    const drives = new Set<DriveClient>()
    const App = ({ isShown }: { readonly isShown: boolean }) => (
      <Activity mode={isShown ? "visible" : "hidden"}>
        <DriveProvider options={options}>
          <Seen drives={drives} />
        </DriveProvider>
      </Activity>
    )
    const { rerender } = render(wrapped(strict, <App isShown />))
    await pause()
    const [first] = [...drives].slice(-1)
    assert.isDefined(first)
    rerender(wrapped(strict, <App isShown={false} />))
    await pause()
    assert.strictEqual(await failureOf(first), "DriveDisposed")
    rerender(wrapped(strict, <App isShown />))
    await pause()
    const [second] = [...drives].slice(-1)
    assert.isDefined(second)
    assert.notStrictEqual(second, first)
    assert.notStrictEqual(await failureOf(second), "DriveDisposed")
  })

  it("keeps it below a boundary whose first read suspends, however often that is tried, and disposes it", async () => {
    const drives = new Set<DriveClient>()
    const Reads = () => {
      drives.add(useDrive())
      // an endless loop would not let the test end
      if (drives.size > 3) throw new Error("another drive at each attempt")
      const first = useSuspenseQuery({ queryKey: ["first"], queryFn: async () => "first" })
      const second = useSuspenseQuery({ queryKey: ["second"], queryFn: async () => "second" })
      return <p data-testid="read">{first.data} {second.data}</p>
    }
    const App = () => (
      <DriveProvider options={options}>
        <Reads />
      </DriveProvider>
    )
    const { unmount } = render(wrapped(
      strict,
      <Suspense fallback={<p>loading</p>}>
        <App />
      </Suspense>
    ))
    await waitFor(() => assert.strictEqual(screen.getByTestId("read").textContent, "first second"))
    assert.lengthOf(drives, 1)
    const [drive] = [...drives]
    assert.isDefined(drive)
    assert.notStrictEqual(await failureOf(drive), "DriveDisposed")
    unmount()
    await pause()
    assert.strictEqual(await failureOf(drive), "DriveDisposed")
  })

  it("has one of its own beside others with the same options, whenever those are mounted, also when all were hidden", async () => {
    const seen = [0, 1, 2].map(() => new Set<DriveClient>())
    const app = (isLater: boolean, isShown = true) =>
      wrapped(
        strict,
        <Activity mode={isShown ? "visible" : "hidden"}>
          {seen.slice(0, isLater ? 3 : 2).map((drives, index) => (
            <DriveProvider key={index} options={options}>
              <Seen drives={drives} />
            </DriveProvider>
          ))}
        </Activity>
      )
    const own = () => seen.map((drives) => [...drives].at(-1)).filter((drive) => drive !== undefined)
    const { rerender } = render(app(false))
    await pause()
    rerender(app(true))
    await pause()
    const before = own()
    rerender(app(true, false))
    await pause()
    rerender(app(true))
    await pause()
    assert.lengthOf(new Set([...before, ...own()]), 6)
    for (const drive of own()) assert.notStrictEqual(await failureOf(drive), "DriveDisposed")
  })

  it("reads the options anew when it is mounted anew", async () => {
    const asked: Array<string> = []
    const drives = new Set<DriveClient>()
    const mount = (host: string) =>
      render(wrapped(
        strict,
        <DriveProvider options={{ ...options, apiHost: () => (asked.push(host), "http://127.0.0.1:1") }}>
          <Seen drives={drives} />
        </DriveProvider>
      ))
    mount("one").unmount()
    await pause()
    mount("two")
    await pause()
    const [drive] = [...drives].slice(-1)
    assert.isDefined(drive)
    await failureOf(drive)
    assert.strictEqual(asked.at(-1), "two")
  })

  it("builds no drive on a server, and leaves nothing behind there", () => {
    const drives = new Set<DriveClient>()
    const html = renderToString(wrapped(
      strict,
      <DriveProvider options={options}>
        <Seen drives={drives} />
      </DriveProvider>
    ))
    assert.include(html, "signedOut")
    assert.lengthOf(drives, 1)
  })
})

describe.each(modes)("a provider %s", (_, strict) => {
  it("that gets another drive reads that one", async () => {
    const first = await openDrive({ drive: { id: "first" } })
    const other = await openDrive({ drive: { id: "other" } })
    await first.files.createFolder({ name: "one" })
    await other.files.createFolder({ name: "two" })
    const Names = () => {
      const { data } = useInfiniteQuery(useDriveQueries().files())
      const [marked] = useState("kept")
      return (
        <p data-testid="names">{marked} {data?.pages.flatMap(({ items }) => items.map(({ name }) => name)).join()}</p>
      )
    }
    const app = (drive: DriveClient) =>
      wrapped(
        strict,
        <DriveProvider drive={drive}>
          <Names />
        </DriveProvider>
      )
    const { rerender } = render(app(first))
    const shows = (text: string) => waitFor(() => assert.strictEqual(screen.getByTestId("names").textContent, text))
    await shows("kept one")
    rerender(app(other))
    await shows("kept two")
    await act(() => other.files.createFolder({ name: "three" }))
    await waitFor(() => assert.include(screen.getByTestId("names").textContent, "three"))
  })
})
