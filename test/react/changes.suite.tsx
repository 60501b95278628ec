/** Changes: they finish, run side by side, show at once, are taken back when refused, and end in what the service says. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { act, fireEvent, render, renderHook, screen, waitFor } from "@testing-library/react"
import {
  rowsOf,
  useClearRecycleBin,
  useCreateFolder,
  useDriveQueries,
  useMove,
  useRecycle,
  useRename,
  useStarAsset
} from "effect-drive/react"
import type { TestDriveClient } from "effect-drive/testing"
import { useState } from "react"
import { assert, describe, it } from "vitest"
import { begin, modes, openDrive, provide, upload } from "./world.js"

const Names = ({ folder = "root" }: { readonly folder?: string }) => {
  const files = useInfiniteQuery({ ...useDriveQueries().files({ parentFileId: folder }), select: rowsOf })
  const names = files.data?.map(({ name, pending }) => `${name}${pending === undefined ? "" : "*"}`)
  return <p data-testid={folder}>{names === undefined ? "…" : names.toSorted().join(" ")}</p>
}

const shows = (names: string, folder = "root") =>
  waitFor(() => assert.strictEqual(screen.getByTestId(folder).textContent, names))

const namesOf = async (drive: TestDriveClient) =>
  (await drive.files.list()).items.map(({ name }) => name).toSorted().join(" ")

/** Holds up what matches until the returned function is called. */
const delay = (drive: TestDriveClient, path: string | RegExp, times = 1) =>
  drive.emulator.faults.add([{ match: { path }, times, action: { _tag: "delay", millis: 200 } }])

/** The next rename is refused. */
const refuse = (drive: TestDriveClient, code: number) =>
  drive.emulator.faults.add([{
    match: { path: "rename" },
    action: { _tag: "status", status: 200, body: JSON.stringify({ code, message: "no" }) }
  }])

describe.each(modes)("%s", (_, strict) => {
  it("a rename from a dialog that closes is done", async () => {
    const drive = await openDrive()
    const fileId = await upload(drive, "old")
    const Dialog = ({ onClose }: { readonly onClose: () => void }) => {
      const rename = useRename()
      const save = () => {
        rename.mutate({ fileId, name: "new" })
        onClose()
      }
      return <button onClick={save}>Save</button>
    }
    const App = () => {
      const [isOpen, setOpen] = useState(true)
      return (
        <>
          {isOpen && <Dialog onClose={() => setOpen(false)} />}
          <Names />
        </>
      )
    }
    render(<App />, { wrapper: provide(drive, strict).wrapper })
    await shows("old")
    delay(drive, "rename")
    fireEvent.click(screen.getByText("Save"))
    assert.isNull(screen.queryByText("Save"))
    await shows("new*")
    await shows("new")
    assert.strictEqual(await namesOf(drive), "new")
  })

  it("is aborted by a component that goes only where that was asked for", async () => {
    const drive = await openDrive()
    const fileId = await upload(drive, "old")
    const { wrapper } = provide(drive, strict)
    const { result, unmount } = renderHook(() => useRename({ cancelOnUnmount: true }), { wrapper })
    delay(drive, "rename")
    const ended = begin(() => result.current.mutateAsync({ fileId, name: "new" }))
    unmount()
    const error: unknown = await ended.catch((cause: unknown) => cause)
    assert.deepInclude(error, { name: "AbortError" })
    assert.strictEqual(await namesOf(drive), "old")
  })

  it("is made by a component that wants nothing aborted any more, and one under way is finished", async () => {
    const drive = await openDrive()
    const fileId = await upload(drive, "old")
    const { wrapper } = provide(drive, strict)
    const { rerender, result, unmount } = renderHook(
      ({ cancelOnUnmount }) => useRename({ cancelOnUnmount }),
      { wrapper, initialProps: { cancelOnUnmount: true } }
    )
    delay(drive, "rename")
    const first = begin(() => result.current.mutateAsync({ fileId, name: "first" }))
    rerender({ cancelOnUnmount: false })
    await act(() => first)
    const second = begin(() => result.current.mutateAsync({ fileId, name: "second" }))
    unmount()
    await second
    assert.strictEqual(await namesOf(drive), "second")
  })

  it("three rows that share one hook are all renamed", async () => {
    const drive = await openDrive()
    const ids = await Promise.all(["a", "b", "c"].map((name) => upload(drive, name)))
    const Rows = () => {
      const rename = useRename()
      const renameAll = () => ids.forEach((fileId, index) => rename.mutate({ fileId, name: `new ${index}` }))
      return <button onClick={renameAll}>Rename</button>
    }
    render(
      <>
        <Rows />
        <Names />
      </>,
      { wrapper: provide(drive, strict).wrapper }
    )
    await shows("a b c")
    fireEvent.click(screen.getByText("Rename"))
    await shows("new 0 new 1 new 2")
    assert.strictEqual(await namesOf(drive), "new 0 new 1 new 2")
  })

  it("a refusal takes back its own rows, and no others", async () => {
    const drive = await openDrive()
    const [a, b] = await Promise.all([upload(drive, "a"), upload(drive, "b")])
    const { wrapper } = provide(drive, strict)
    render(<Names />, { wrapper })
    await shows("a b")
    const { result } = renderHook(() => useRename(), { wrapper })
    refuse(drive, 4711)
    const [refused, done] = await act(() =>
      Promise.all([
        result.current.mutateAsync({ fileId: a ?? "", name: "x" }).catch((error: unknown) => error),
        result.current.mutateAsync({ fileId: b ?? "", name: "y" })
      ])
    )
    assert.deepInclude(refused, { _tag: "ApiError", code: 4711 })
    assert.isFunction(done.undo)
    await shows("a y")
    assert.strictEqual(await namesOf(drive), "a y")
  })

  it("ten changes in flight to one folder end in what the service says", async () => {
    const drive = await openDrive()
    const ids = await Promise.all(["0", "1", "2", "3", "4"].map((name) => upload(drive, name)))
    const { wrapper } = provide(drive, strict)
    render(<Names />, { wrapper })
    await shows("0 1 2 3 4")
    const { result } = renderHook(() => ({ create: useCreateFolder(), recycle: useRecycle(), rename: useRename() }), {
      wrapper
    })
    refuse(drive, 1)
    await act(async () => {
      const { create, recycle, rename } = result.current
      await Promise.allSettled([
        ...ids.slice(0, 3).map((fileId, index) => rename.mutateAsync({ fileId, name: `n${index}` })),
        ...["x", "y", "z"].map((name) => create.mutateAsync({ name })),
        recycle.mutateAsync({ fileIds: [ids[3] ?? ""] }),
        recycle.mutateAsync({ fileIds: ["nobody"] }),
        rename.mutateAsync({ fileId: ids[4] ?? "", name: "once" }),
        rename.mutateAsync({ fileId: ids[4] ?? "", name: "twice" })
      ])
    })
    const truth = await namesOf(drive)
    await shows(truth)
    assert.match(truth, /^0 n1 n2 (once|twice) x y z$/)
  })

  it("shows a new folder, a move and the bin at once, and takes each back by undo", async () => {
    const drive = await openDrive()
    const file = await upload(drive, "f")
    const { wrapper } = provide(drive, strict)
    render(<Names />, { wrapper })
    await shows("f")
    const { result } = renderHook(() => ({ create: useCreateFolder(), move: useMove(), recycle: useRecycle() }), {
      wrapper
    })
    delay(drive, /\/file\/mine$/)
    const making = begin(() => result.current.create.mutateAsync({ name: "d" }))
    await shows("d* f")
    const { fileId: folder } = await making
    await shows("d f")

    const inFolder = render(<Names folder={folder} />, { wrapper })
    await shows("", folder)
    const moved = await act(() => result.current.move.mutateAsync({ fileIds: [file], toParentFileId: folder }))
    await shows("f", folder)
    await shows("d")
    await act(() => moved.undo?.() ?? Promise.resolve())
    await shows("d f")
    await shows("", folder)
    inFolder.unmount()

    const recycled = await act(() => result.current.recycle.mutateAsync({ fileIds: [file] }))
    await shows("d")
    await act(() => recycled.undo?.() ?? Promise.resolve())
    await shows("d f")
  })

  it("clears the bin at once, or as a task of the service that is named", async () => {
    const drive = await openDrive()
    const { wrapper } = provide(drive, strict)
    const { result } = renderHook(
      () => ({ bin: useInfiniteQuery(useDriveQueries().recycleBin()), clear: useClearRecycleBin() }),
      {
        wrapper
      }
    )
    const inBin = () => result.current.bin.data?.pages.flatMap(({ items }) => items.map(({ name }) => name)).join(" ")
    for (const input of [undefined, { isAsync: true }]) {
      await act(async () => void await drive.recycleBin.recycle([await upload(drive, "f")]))
      await waitFor(() => assert.strictEqual(inBin(), "f"))
      const { asyncTaskId } = await act(() => result.current.clear.mutateAsync(input))
      await waitFor(() => assert.strictEqual(inBin(), ""))
      assert.strictEqual(asyncTaskId === undefined, input === undefined)
    }
  })

  it("a change of another tab, of an Effect program and of an upload is seen, in exactly the reads that it touches", async () => {
    const drive = await openDrive()
    const folder = await drive.files.createFolder({ name: "d" })
    const { client, wrapper } = provide(drive, strict)
    render(
      <>
        <Names />
        <Names folder={folder} />
      </>,
      { wrapper }
    )
    await shows("d")
    await shows("", folder)
    const readsOf = (id: string) =>
      client.getQueryCache().findAll({ predicate: ({ queryKey }) => queryKey[4] === id })[0]?.state.dataUpdatedAt
    const before = readsOf("root")
    await act(() => upload(drive, "in", folder))
    await shows("in", folder)
    assert.strictEqual(readsOf("root"), before, "the other folder is not read again")
  })

  it("assets are starred at once", async () => {
    const drive = await openDrive()
    const { assetId } = await drive.uploads.start({ source: "x", name: "x" }).done
    assert.isString(assetId)
    const { wrapper } = provide(drive, strict)
    const { result } = renderHook(() => ({
      asset: useQuery(useDriveQueries().asset(assetId ?? "")),
      star: useStarAsset()
    }), { wrapper })
    await waitFor(() => assert.isTrue(result.current.asset.isSuccess))
    act(() => result.current.star.mutate({ assetId: assetId ?? "" }))
    await waitFor(() => assert.isTrue(result.current.asset.data?.starred))
    await waitFor(() => assert.isUndefined(result.current.asset.data?.pending))
  })
})
