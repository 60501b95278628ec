// @vitest-environment happy-dom
import { assert, describe, it } from "@effect/vitest"
import { act, cleanup, configure, fireEvent, render, renderHook, waitFor } from "@testing-library/react"
import { Effect } from "effect"
import type { ReactNode } from "react"
import { Component, StrictMode } from "react"
import { renderToString } from "react-dom/server"
import { afterEach, vi } from "vitest"
import { FileNotFound } from "../../src/domain/errors/FileErrors.js"
import type { FolderHandle } from "../../src/promise/FolderHandle.js"
import {
  DriveProvider,
  useDrive,
  useDriveEvent,
  useDriveMutation,
  useDriveQuery,
  useFolderUpload,
  useUpload,
  useUploads
} from "../../src/react/index.js"
import { DriveEvents } from "../../src/services/DriveEvents.js"
import { Files } from "../../src/services/Files.js"
import * as FakeDrive from "../promise/fakeDrive.js"

// One second by default, which a busy machine may take.
configure({ asyncUtilTimeout: 60_000 })

afterEach(cleanup)

const turn = () => act(() => new Promise((resolve) => setTimeout(resolve)))

describe.each([["with StrictMode", true], ["without StrictMode", false]])("%s", (_, strict) => {
  const setup = () => {
    const fake = FakeDrive.make()
    const wrapper = ({ children }: { readonly children: ReactNode }) => {
      const provided = <DriveProvider drive={fake.drive}>{children}</DriveProvider>
      return strict ? <StrictMode>{provided}</StrictMode> : provided
    }
    return { ...fake, wrapper }
  }

  describe("useUploads and useUpload", () => {
    it("show the list and each upload, and render a row only for its own upload", () => {
      const { drive, update, wrapper } = setup()
      const renders: Record<string, number> = {}
      const Row = ({ id }: { readonly id: string }) => {
        const upload = useUpload(id)
        renders[id] = (renders[id] ?? 0) + 1
        return <li>{upload?.name} {upload?.progress}</li>
      }
      const List = () => <ul>{useUploads().map((id) => <Row key={id} id={id} />)}</ul>
      const view = render(<List />, { wrapper })
      act(() => {
        drive.uploads.start({ source: "x", name: "one" })
        drive.uploads.start({ source: "x", name: "two" })
      })
      assert.strictEqual(view.container.textContent, "one waitingtwo waiting")
      const before = { ...renders }
      act(() => update("u1", { progress: "running" }))
      assert.strictEqual(view.container.textContent, "one runningtwo waiting")
      assert.strictEqual(renders["u2"], before["u2"])
    })

    it("a folder shows its snapshot as it goes", () => {
      const { drive, folder } = setup()
      const { rerender, result } = renderHook(({ of }) => useFolderUpload(of), {
        initialProps: { of: undefined as FolderHandle | undefined }
      })
      assert.strictEqual(result.current, undefined)
      rerender({ of: drive.uploads.startFolder({ entries: [] }) })
      assert.deepStrictEqual([result.current?.id, result.current?.succeeded], ["f1", 0])
      act(() => folder.update({ succeeded: 1 }))
      assert.strictEqual(result.current?.succeeded, 1)
    })

    it("a selection renders only when it changes, also when it is written in place", () => {
      const { drive, update, wrapper } = setup()
      const { id } = drive.uploads.start({ source: "x", name: "one" })
      let renders = 0
      const { result } = renderHook(() => {
        renders++
        return useUpload(id, (snapshot) => Math.round(snapshot.bytes.sent / 10))
      }, { wrapper })
      const before = renders
      act(() => update(id, { bytes: { hashed: 0, sent: 4, accepted: 0, committed: 0 } }))
      assert.strictEqual(renders, before)
      act(() => update(id, { bytes: { hashed: 0, sent: 20, accepted: 0, committed: 0 } }))
      assert.strictEqual(result.current, 2)
    })

    it("a selection may be a new object each time", () => {
      const { drive, update, wrapper } = setup()
      const { id } = drive.uploads.start({ source: "x", name: "one" })
      const { result } = renderHook(() => useUpload(id, ({ progress }) => ({ progress })), { wrapper })
      act(() => update(id, { progress: "success" }))
      assert.deepStrictEqual(result.current, { progress: "success" })
    })

    it("unmounting leaves the upload alone, an unknown id is undefined", async () => {
      const { calls, drive, wrapper } = setup()
      const { id } = drive.uploads.start({ source: "x" })
      renderHook(() => useUpload(id), { wrapper }).unmount()
      await turn()
      assert.deepStrictEqual(calls.map(([name]) => name), ["start"])
      assert.isUndefined(renderHook(() => useUpload("unknown"), { wrapper }).result.current)
    })
  })

  describe("useDriveQuery", () => {
    const useList = (parentFileId: string | null) =>
      useDriveQuery(
        parentFileId === null ? null : ["files", parentFileId],
        (drive, call) => drive.files.list({ parentFileId: parentFileId ?? "" }, call)
      )

    it("is pending, then has data, from one call", async () => {
      const { calls, wrapper } = setup()
      const { result } = renderHook(() => useList("root"), { wrapper })
      assert.deepInclude(result.current, { status: "pending", isPending: true, isFetching: true })
      await waitFor(() => assert.strictEqual(result.current.status, "success"))
      assert.deepStrictEqual(result.current.data, { items: [] })
      assert.deepStrictEqual(calls, [["list", { parentFileId: "root" }, undefined]])
    })

    it("components with one key share one call", async () => {
      const { calls, wrapper } = setup()
      const { result } = renderHook(() => [useList("root"), useList("root")], { wrapper })
      await waitFor(() => assert.isTrue(result.current.every(({ status }) => status === "success")))
      assert.strictEqual(calls.length, 1)
    })

    it("a failure of the catalogue is its error", async () => {
      const { wrapper } = setup()
      const { result } = renderHook(() => useList("gone"), { wrapper })
      await waitFor(() => assert.strictEqual(result.current.status, "error"))
      assert.instanceOf(result.current.error, FileNotFound)
    })

    it("runs Effects over the drive's services too", async () => {
      const { wrapper } = setup()
      const { result } = renderHook(
        () => useDriveQuery("resolve", () => Effect.flatMap(Files, (files) => files.resolve("a"))),
        { wrapper }
      )
      await waitFor(() => assert.strictEqual(result.current.data, "root"))
    })

    it("another key reads anew, the old call is aborted, a null key waits", async () => {
      const { calls, hold, wrapper } = setup()
      const release = hold()
      const { rerender, result } = renderHook(({ id }: { id: string | null }) => useList(id), {
        wrapper,
        initialProps: { id: "one" as string | null }
      })
      await turn()
      rerender({ id: "two" })
      await turn()
      await turn()
      assert.include(calls.map(([name]) => name), "list interrupted")
      release()
      await waitFor(() => assert.strictEqual(result.current.status, "success"))
      rerender({ id: null })
      assert.deepInclude(result.current, { status: "pending", isFetching: false })
    })

    it("unmounting aborts the call", async () => {
      const { calls, hold, wrapper } = setup()
      hold()
      const { unmount } = renderHook(() => useList("root"), { wrapper })
      await turn()
      unmount()
      await turn()
      await turn()
      assert.deepStrictEqual(calls.map(([name]) => name), ["list", "list interrupted"])
    })

    it("refetch keeps the data while it runs", async () => {
      const { calls, hold, wrapper } = setup()
      const { result } = renderHook(() => useList("root"), { wrapper })
      await waitFor(() => assert.strictEqual(result.current.status, "success"))
      const release = hold()
      act(() => result.current.refetch())
      assert.deepInclude(result.current, { status: "success", isFetching: true })
      assert.deepStrictEqual(result.current.data, { items: [] })
      release()
      await waitFor(() => assert.isFalse(result.current.isFetching))
      assert.strictEqual(calls.length, 2)
    })
  })

  describe("useDriveMutation", () => {
    const useCreate = () => useDriveMutation((drive, name: string, call) => drive.files.createFolder({ name }, call))

    it("goes from idle over pending to success", async () => {
      const { wrapper } = setup()
      const { result } = renderHook(useCreate, { wrapper })
      assert.strictEqual(result.current.status, "idle")
      act(() => result.current.run("a"))
      assert.deepInclude(result.current, { status: "pending", isPending: true, variables: "a" })
      await waitFor(() => assert.strictEqual(result.current.status, "success"))
      assert.strictEqual(result.current.data, "folder a")
    })

    it("the latest call wins", async () => {
      const { calls, hold, wrapper } = setup()
      const release = hold()
      const { result } = renderHook(useCreate, { wrapper })
      act(() => result.current.run("a"))
      await turn()
      act(() => result.current.run("b"))
      await turn()
      release()
      await waitFor(() => assert.strictEqual(result.current.data, "folder b"))
      assert.include(calls.map(([name]) => name), "createFolder interrupted")
    })

    it("cancel and unmount abort the call in flight", async () => {
      for (const end of ["cancel", "unmount"] as const) {
        const { calls, hold, wrapper } = setup()
        hold()
        const { result, unmount } = renderHook(useCreate, { wrapper })
        act(() => result.current.run("a"))
        await turn()
        act(() => end === "cancel" ? result.current.cancel() : unmount())
        await turn()
        assert.deepStrictEqual(calls.map(([name]) => name), ["createFolder", "createFolder interrupted"])
        if (end === "cancel") assert.strictEqual(result.current.status, "idle")
      }
    })

    it("runAsync rejects with the error that the state shows", async () => {
      const { wrapper } = setup()
      const { result } = renderHook(() => useDriveMutation((drive, id: string, call) => drive.files.info(id, call)), {
        wrapper
      })
      let caught: unknown
      await act(() => result.current.runAsync("x").catch((error: unknown) => caught = error))
      assert.instanceOf(caught, FileNotFound)
      assert.strictEqual(result.current.error, caught)
    })

    it("a bug goes to the error boundary", async () => {
      vi.spyOn(console, "error").mockImplementation(() => {})
      class Boundary extends Component<{ readonly children: ReactNode }, { readonly message?: string }> {
        static getDerivedStateFromError = (error: Error) => ({ message: error.message })
        override state: { readonly message?: string } = {}
        override render = () => this.state.message ?? this.props.children
      }
      const { wrapper } = setup()
      const Button = () => {
        const { run } = useDriveMutation((drive, path: string, call) => drive.files.ensureFolder(path, call))
        return <button onClick={() => run("x")}>go</button>
      }
      const view = render(
        <Boundary>
          <Button />
        </Boundary>,
        { wrapper }
      )
      fireEvent.click(view.getByText("go"))
      await waitFor(() => assert.strictEqual(view.container.textContent, "a bug"))
      vi.restoreAllMocks()
    })
  })

  it("useDriveEvent calls the newest handler, once, and stops with the component", async () => {
    const { drive, wrapper } = setup()
    const heard: Array<string> = []
    const signOut = () => drive.run(Effect.flatMap(DriveEvents, (events) => events.publish({ _tag: "SignedOut" })))
    const { rerender, unmount } = renderHook(({ name }) => useDriveEvent("SignedOut", () => heard.push(name)), {
      wrapper,
      initialProps: { name: "first" }
    })
    rerender({ name: "second" })
    await turn()
    await act(signOut)
    await turn()
    unmount()
    await turn()
    await signOut()
    await turn()
    assert.deepStrictEqual(heard, ["second"])
  })
})

describe("on the server", () => {
  it("renders without building the drive: no uploads, queries pending", () => {
    const { drive } = FakeDrive.make()
    const runtime = vi.spyOn(drive.runtime, "runSyncExit")
    const Page = () => {
      const query = useDriveQuery("files", (client, call) => client.files.list({}, call))
      return <p>{useUploads().length} {String(useUpload("u1"))} {query.status}</p>
    }
    assert.include(
      renderToString(
        <DriveProvider drive={drive}>
          <Page />
        </DriveProvider>
      ),
      "pending"
    )
    assert.strictEqual(runtime.mock.calls.length, 0)
  })
})

it("useDrive outside a provider says what is missing", () => {
  vi.spyOn(console, "error").mockImplementation(() => {})
  assert.throws(() => renderHook(() => useDrive()), /DriveProvider/)
  vi.restoreAllMocks()
})
