/** What is not a query: session, spaces, network, uploads, conflicts, selections, drops; and rendering on the server. */
import type { DehydratedState } from "@tanstack/react-query"
import { dehydrate, HydrationBoundary, QueryClient, QueryClientProvider, useInfiniteQuery } from "@tanstack/react-query"
import { act, fireEvent, render, renderHook, screen, waitFor } from "@testing-library/react"
import { Effect } from "effect"
import {
  DriveProvider,
  driveQueries,
  rowsOf,
  useConflicts,
  useDrive,
  useDriveMutation,
  useDriveQueries,
  useDriveQuery,
  useDropzone,
  useFocusedId,
  useIsFocused,
  useIsSelected,
  useOnline,
  useSelectedIds,
  useSelection,
  useSession,
  useSpace,
  useSpaces,
  useUpload,
  useUploadActions,
  useUploads
} from "effect-drive/react"
import { TestDrive } from "effect-drive/testing"
import { useState } from "react"
import { renderToString } from "react-dom/server"
import { assert, describe, it } from "vitest"
import { Files } from "../../src/services/Files.js"
import { modes, openDrive, provide, upload } from "./world.js"

describe.each(modes)("%s", (_, strict) => {
  it("a sign-in form that goes leaves the app signed in, with a space", async () => {
    const drive = await openDrive({ signedIn: false })
    const Form = () => {
      const { signIn } = useSession()
      return <button onClick={() => void signIn({ accessToken: TestDrive.accessToken })}>Sign in</button>
    }
    const App = () => {
      const { selected, status } = useSession()
      return status === "signedOut" ? <Form /> : <p data-testid="status">{status} {selected}</p>
    }
    render(<App />, { wrapper: provide(drive, strict).wrapper })
    fireEvent.click(screen.getByText("Sign in"))
    assert.isNull(screen.queryByText("Sign in"), "the form is gone while the drive is made ready")
    await waitFor(() => assert.strictEqual(screen.getByTestId("status").textContent, "ready mine"))
    assert.strictEqual(drive.session.state()._tag, "Ready")
  })

  it("an expired session shows, and a failed sign-in says why", async () => {
    const drive = await openDrive()
    const { result } = renderHook(() => useSession(), { wrapper: provide(drive, strict).wrapper })
    assert.strictEqual(result.current.status, "ready")
    await Effect.runPromise(drive.emulator.signOutAll)
    await act(() => drive.files.list().catch(() => undefined))
    await waitFor(() => assert.strictEqual(result.current.status, "expired"))
    await act(() => result.current.signIn({ accessToken: "wrong" }).catch(() => undefined))
    await waitFor(() => assert.isDefined(result.current.error))
    await act(() => result.current.signIn({ accessToken: TestDrive.accessToken }))
    await waitFor(() => assert.strictEqual(result.current.status, "ready"))
    await act(() => result.current.signOut())
    await waitFor(() => assert.strictEqual(result.current.status, "signedOut"))
  })

  it("spaces come with their platforms before they are selected, and the selected one with what it can do", async () => {
    const drive = await openDrive({ spaces: [{ spaceId: "one", platform: "s3" }, { spaceId: "two", platform: "pds" }] })
    const { result } = renderHook(() => ({ all: useSpaces(), one: useSpace() }), {
      wrapper: provide(drive, strict).wrapper
    })
    await waitFor(() =>
      assert.deepStrictEqual(
        result.current.all.spaces.map(({ isSelected, platform, spaceId }) => [spaceId, platform, isSelected]),
        [["one", "s3", true], ["two", "pds", false]]
      )
    )
    await waitFor(() => assert.isTrue(result.current.one.capabilities.bucket))
    await act(() => result.current.one.select("two"))
    await waitFor(() => assert.isTrue(result.current.one.capabilities.starFiles))
    assert.strictEqual(result.current.one.spaceId, "two")
  })

  it("the network is what the drive believes of it", async () => {
    const drive = await openDrive()
    const { result } = renderHook(() => useOnline(), { wrapper: provide(drive, strict).wrapper })
    assert.isTrue(result.current.online)
    await act(() => drive.setOnline(false))
    await waitFor(() => assert.isFalse(result.current.online))
    await act(() => drive.setOnline(true))
    await waitFor(() => assert.isTrue(result.current.online))
  })

  it("uploads show in total and by row, and a row renders for itself alone", async () => {
    const drive = await openDrive()
    const renders: Record<string, number> = {}
    const Row = ({ id }: { readonly id: string }) => {
      const name = useUpload(id, (one) => one.name) ?? ""
      const status = useUpload(id, (one) => one.status._tag)
      renders[name] = (renders[name] ?? 0) + 1
      return <li>{name} {status}</li>
    }
    const App = () => {
      const { add } = useUploadActions()
      const done = useUploads(({ counts }) => counts.done)
      const send = (name: string) => add([new File([name], name)])
      return (
        <>
          {["a", "b"].map((name) => <button key={name} onClick={() => void send(name)}>{name}</button>)}
          <p data-testid="done">{done}</p>
          <ul>{useUploads().map((id) => <Row key={id} id={id} />)}</ul>
        </>
      )
    }
    render(<App />, { wrapper: provide(drive, strict).wrapper })
    fireEvent.click(screen.getByText("a"))
    await screen.findByText("a done")
    const before = renders["a"]
    fireEvent.click(screen.getByText("b"))
    await screen.findByText("b done")
    await waitFor(() => assert.strictEqual(screen.getByTestId("done").textContent, "2"))
    // the list itself has changed once, and each row with it
    assert.isAtMost((renders["a"] ?? 0) - (before ?? 0), strict ? 4 : 2)
  })

  it("conflicts are asked about one after the other, and answered for all", async () => {
    const drive = await openDrive()
    for (const name of ["a", "b", "c"]) await upload(drive, name)
    const { result } = renderHook(() => useConflicts(), { wrapper: provide(drive, strict).wrapper })
    for (const name of ["a", "b", "c"]) drive.uploads.start({ source: `new ${name}`, name, checkNameMode: "refuse" })
    await waitFor(() => assert.strictEqual(result.current.remaining, 3))
    await act(() => result.current.resolve("keepBoth"))
    await waitFor(() => assert.strictEqual(result.current.remaining, 2))
    await act(() => result.current.resolve("replace", { applyToAll: true }))
    await waitFor(() => assert.deepStrictEqual([result.current.remaining, drive.uploads.totals().counts.done], [0, 6]))
    assert.isUndefined(result.current.current)
    assert.strictEqual((await drive.files.list()).items.length, 4)
  })

  it("a file that is picked or pasted is uploaded to the folder", async () => {
    const drive = await openDrive()
    const folder = await drive.files.createFolder({ name: "d" })
    const Zone = () => {
      const { getInputProps, getRootProps, isOver } = useDropzone({ folderId: folder })
      return (
        <div {...getRootProps()} data-testid="zone">
          {String(isOver)}
          <input {...getInputProps()} data-testid="input" />
        </div>
      )
    }
    render(<Zone />, { wrapper: provide(drive, strict).wrapper })
    fireEvent.dragEnter(screen.getByTestId("zone"), { dataTransfer: { types: ["Files"], items: [{}] } })
    assert.strictEqual(screen.getByTestId("zone").textContent, "true")
    fireEvent.dragLeave(screen.getByTestId("zone"), { dataTransfer: { types: ["Files"], items: [{}] } })
    assert.strictEqual(screen.getByTestId("zone").textContent, "false")
    const input = screen.getByTestId<HTMLInputElement>("input")
    fireEvent.change(input, { target: { files: [new File(["1"], "picked")] } })
    await waitFor(() => assert.strictEqual(drive.uploads.totals().counts.done, 1))
    assert.deepStrictEqual((await drive.files.list({ parentFileId: folder })).items.map(({ name }) => name), ["picked"])
  })

  it("a selection renders the rows that changed, among many", async () => {
    const drive = await openDrive()
    const ids = Array.from({ length: 300 }, (_row, index) => String(index))
    let renders = 0
    const Row = ({ id, selection }: { readonly id: string; readonly selection: ReturnType<typeof useSelection> }) => {
      renders++
      const isSelected = useIsSelected(selection, id)
      return (
        <li
          aria-selected={isSelected}
          onClick={(event) => selection.select(id, event.shiftKey ? "range" : "replace")}
        >
          row {id}
        </li>
      )
    }
    const Count = ({ selection }: { readonly selection: ReturnType<typeof useSelection> }) => (
      <p data-testid="count">{useSelectedIds(selection).size}</p>
    )
    const App = () => {
      const selection = useSelection(ids)
      return (
        <>
          <Count selection={selection} />
          <ul>{ids.map((id) => <Row key={id} id={id} selection={selection} />)}</ul>
        </>
      )
    }
    render(<App />, { wrapper: provide(drive, strict).wrapper })
    const once = strict ? 2 : 1
    renders = 0
    fireEvent.click(screen.getByText("row 10"))
    assert.strictEqual(renders, once)
    fireEvent.click(screen.getByText("row 19"), { shiftKey: true })
    assert.strictEqual(screen.getByTestId("count").textContent, "10")
    assert.strictEqual(renders, 10 * once)
    fireEvent.click(screen.getByText("row 250"))
    assert.strictEqual(screen.getByTestId("count").textContent, "1")
    assert.strictEqual(renders, 21 * once)
  })

  it("the focus moves from row to row, and renders those two alone", async () => {
    const drive = await openDrive()
    const ids = ["a", "b", "c", "d"]
    const rendered: Array<string> = []
    const Row = ({ id, selection }: { readonly id: string; readonly selection: ReturnType<typeof useSelection> }) => {
      rendered.push(id)
      return <li>{id} {String(useIsFocused(selection, id))}</li>
    }
    const Focused = ({ selection }: { readonly selection: ReturnType<typeof useSelection> }) => (
      <p data-testid="focused">{useFocusedId(selection) ?? "none"}</p>
    )
    const App = () => {
      const selection = useSelection(ids, { focused: "a" })
      return (
        <>
          <Focused selection={selection} />
          <button onClick={() => selection.move(2)}>down</button>
          {ids.map((id) => <Row key={id} id={id} selection={selection} />)}
        </>
      )
    }
    render(<App />, { wrapper: provide(drive, strict).wrapper })
    screen.getByText("a true")
    rendered.length = 0
    fireEvent.click(screen.getByText("down"))
    screen.getByText("c true")
    assert.strictEqual(screen.getByTestId("focused").textContent, "c")
    assert.deepStrictEqual([...new Set(rendered)].toSorted(), ["a", "c"])
  })

  it("a mutation of one's own is made by a promise or an effect, and is finished when its component is gone", async () => {
    const drive = await openDrive()
    const { result, unmount } = renderHook(() => ({
      drive: useDrive(),
      promise: useDriveMutation((one, name: string) => one.files.createFolder({ name })),
      effect: useDriveMutation((_one, name: string) => Effect.flatMap(Files, (files) => files.createFolder({ name })))
    }), { wrapper: provide(drive, strict).wrapper })
    assert.strictEqual(result.current.drive, drive)
    const { effect, promise } = result.current
    const made: Array<Promise<unknown>> = []
    act(() => void made.push(promise.mutateAsync("a"), effect.mutateAsync("b")))
    unmount()
    await Promise.all(made)
    assert.deepStrictEqual((await drive.files.list()).items.map(({ name }) => name).toSorted(), ["a", "b"])
  })

  it("an effect of one's own fails in `error` with its own type, and a bug goes to the boundary", async () => {
    const drive = await openDrive()
    class Mine {
      readonly _tag = "Mine"
    }
    const { wrapper } = provide(drive, strict)
    const { result } = renderHook(() => ({
      names: useDriveQuery(
        ["names"],
        Effect.map(Effect.flatMap(Files, (files) => files.list()), ({ items }) => items.length)
      ),
      mine: useDriveQuery(["mine"], Effect.fail(new Mine()))
    }), { wrapper })
    await waitFor(() => assert.strictEqual(result.current.names.data, 0))
    await waitFor(() => assert.instanceOf(result.current.mine.error, Mine))
    const tag: "Mine" | "DriveDisposed" | undefined = result.current.mine.error?._tag
    assert.strictEqual(tag, "Mine")
  })
})

describe("on the server", () => {
  const Names = () => {
    const files = useInfiniteQuery({ ...useDriveQueries({ spaceId: "mine" }).files(), select: rowsOf })
    return (
      <p data-testid="names">{files.data?.map(({ name, isFolder }) => `${name} ${String(isFolder)}`).join() ?? "…"}</p>
    )
  }

  it("what was read there is shown by the page at once, without a warning", async () => {
    const drive = await openDrive()
    await upload(drive, "a")
    const server = new QueryClient()
    await server.prefetchInfiniteQuery(driveQueries(drive).files())
    const state = JSON.parse(JSON.stringify(dehydrate(server))) as DehydratedState
    const App = ({ client }: { readonly client: QueryClient }) => (
      <QueryClientProvider client={client}>
        <HydrationBoundary state={state}>
          <DriveProvider drive={drive}>
            <Names />
          </DriveProvider>
        </HydrationBoundary>
      </QueryClientProvider>
    )
    const html = renderToString(<App client={new QueryClient()} />)
    assert.include(html, "a false")
    const container = document.createElement("div")
    container.innerHTML = html
    document.body.append(container)
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
    const view = render(<App client={client} />, {
      container,
      hydrate: true,
      onRecoverableError: (error) => assert.fail(String(error))
    })
    assert.strictEqual(view.getByTestId("names").textContent, "a false")
  })

  it("a provider that makes its drive outlives StrictMode", async () => {
    const Status = () => {
      const [count, setCount] = useState(0)
      return <button onClick={() => setCount(count + 1)}>{useSession().status} {count}</button>
    }
    render(
      <DriveProvider options={{ apiHost: "http://127.0.0.1:1", product: { id: "p", version: "1" } }}>
        <Status />
      </DriveProvider>,
      { reactStrictMode: true }
    )
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    fireEvent.click(screen.getByText("signedOut 0"))
    assert.isNotNull(screen.getByText("signedOut 1"))
  })
})
