/** The provider: how long a drive of its own lives, and what comes with another drive. */
import { useInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query"
import { act, render, screen, waitFor } from "@testing-library/react"
import { Effect } from "effect"
import type { DriveClient } from "effect-drive/promise"
import { DriveProvider, useDrive, useDriveQueries, useSession } from "effect-drive/react"
import type { ReactElement } from "react"
import { Activity, StrictMode, Suspense, useState } from "react"
import { renderToString } from "react-dom/server"
import { assert, describe, expect, it } from "vitest"
import { modes, openDrive } from "./world.js"

const wrapped = (strict: boolean, element: ReactElement) => strict ? <StrictMode>{element}</StrictMode> : element

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

  it("that is rendered as text makes one drive", () => {
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
