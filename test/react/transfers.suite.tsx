/** Files that come and go: dropping, pasting, picking, folders, what an earlier run has left, downloads, tasks. */
import { act, fireEvent, render, renderHook, screen, waitFor } from "@testing-library/react"
import {
  driveQueries,
  useDownload,
  useDownloads,
  useDriveEvent,
  useDropzone,
  useFileInput,
  useFolderUpload,
  useRecoverable,
  useTasks
} from "effect-drive/react"
import type { TestDriveClient } from "effect-drive/testing"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { modes, namesIn, openDrive, provide, upload } from "./world.js"

const folderIn = async (drive: TestDriveClient, name: string, parentFileId: string) =>
  (await drive.files.list({ parentFileId })).items.find((file) => file.name === name && file.isFolder)?.fileId ?? ""

/** A dropped file as browsers give it. */
const fileEntry = (file: File) => ({
  isFile: true,
  isDirectory: false,
  name: file.name,
  file: (found: (file: File) => void) => found(file)
})

/** A dropped folder as browsers give it: its reader gives all once, then nothing. */
const folderEntry = (name: string, children: ReadonlyArray<unknown>) => ({
  isFile: false,
  isDirectory: true,
  name,
  createReader: () => {
    const batches = [children, []]
    return { readEntries: (found: (entries: ReadonlyArray<unknown>) => void) => found(batches.shift() ?? []) }
  }
})

const dropped = (...entries: ReadonlyArray<unknown>) => ({
  dataTransfer: {
    types: ["Files"],
    items: entries.map((entry) => ({ kind: "file", webkitGetAsEntry: () => entry, getAsFile: () => null }))
  }
})

const Zone = ({ disabled, folder }: { readonly folder: string; readonly disabled?: boolean }) => {
  const { getInputProps, getRootProps, isOver } = useDropzone({ folderId: folder, disabled })
  return (
    <div {...getRootProps()} data-testid="zone">
      {String(isOver)}
      <input {...getInputProps()} />
    </div>
  )
}

const Picker = ({ folder }: { readonly folder: string }) => {
  const { getInputProps, openFiles, openFolder } = useFileInput({ parentFileId: folder, accept: "image/*" })
  return (
    <>
      <input {...getInputProps()} data-testid="input" />
      <button onClick={openFiles}>files</button>
      <button onClick={openFolder}>folder</button>
    </>
  )
}

describe.each(modes)("%s", (_, strict) => {
  let work = ""
  beforeEach(() => {
    work = mkdtempSync(join(tmpdir(), "effect-drive-react-"))
  })
  afterEach(() => rmSync(work, { recursive: true, force: true }))

  it("what is dropped is uploaded to the folder, folders with all that is in them", async () => {
    const drive = await openDrive()
    const folder = await drive.files.createFolder({ name: "d" })
    render(<Zone folder={folder} />, { wrapper: provide(drive, strict).wrapper })
    const inner = folderEntry("inner", [fileEntry(new File(["2"], "two")), folderEntry("empty", [])])
    const drop = dropped(fileEntry(new File(["1"], "one")), folderEntry("outer", [inner]))
    fireEvent.dragEnter(screen.getByTestId("zone"), drop)
    assert.strictEqual(screen.getByTestId("zone").textContent, "true")
    fireEvent.drop(screen.getByTestId("zone"), drop)
    assert.strictEqual(screen.getByTestId("zone").textContent, "false")
    await waitFor(async () => assert.deepStrictEqual(await namesIn(drive, folder), ["one", "outer"]))
    const below = await folderIn(drive, "inner", await folderIn(drive, "outer", folder))
    await waitFor(async () => assert.deepStrictEqual(await namesIn(drive, below), ["empty", "two"]))
  })

  it("a zone that is disabled takes nothing, and one of text is left alone", async () => {
    const drive = await openDrive()
    const { rerender } = render(<Zone disabled folder="root" />, { wrapper: provide(drive, strict).wrapper })
    const isLeftAlone = fireEvent.drop(screen.getByTestId("zone"), dropped(fileEntry(new File(["1"], "one"))))
    assert.isTrue(isLeftAlone)
    rerender(<Zone folder="root" />)
    assert.isTrue(fireEvent.drop(screen.getByTestId("zone"), { dataTransfer: { types: ["text/plain"], items: [] } }))
    assert.deepStrictEqual(drive.uploads.list(), [])
  })

  it("what is pasted is uploaded, and pasted text is not", async () => {
    const drive = await openDrive()
    render(<Zone folder="root" />, { wrapper: provide(drive, strict).wrapper })
    assert.isTrue(fireEvent.paste(screen.getByTestId("zone"), { clipboardData: { files: [] } }))
    const isLeftAlone = fireEvent.paste(screen.getByTestId("zone"), {
      clipboardData: { files: [new File(["1"], "one"), new File(["2"], "two")] }
    })
    assert.isFalse(isLeftAlone)
    await waitFor(() => assert.strictEqual(drive.uploads.totals().counts.done, 2))
    assert.deepStrictEqual(await namesIn(drive), ["one", "two"])
  })

  it("files and folders are picked by one input, which opens for what is asked", async () => {
    const drive = await openDrive()
    const folder = await drive.files.createFolder({ name: "d" })
    render(<Picker folder={folder} />, { wrapper: provide(drive, strict).wrapper })
    const input = screen.getByTestId<HTMLInputElement>("input")
    const opened: Array<boolean> = []
    input.addEventListener("click", () => opened.push(input.webkitdirectory))
    assert.deepInclude(input, { type: "file", multiple: true, accept: "image/*", hidden: true })

    fireEvent.click(screen.getByText("files"))
    fireEvent.change(input, { target: { files: [new File(["1"], "one")] } })
    await waitFor(() => assert.strictEqual(drive.uploads.totals().counts.done, 1))
    fireEvent.click(screen.getByText("folder"))
    const inFolder = Object.defineProperty(new File(["2"], "two"), "webkitRelativePath", { value: "top/two" })
    fireEvent.change(input, { target: { files: [inFolder] } })
    await waitFor(async () => assert.deepStrictEqual(await namesIn(drive, folder), ["one", "top"]))
    const top = await folderIn(drive, "top", folder)
    await waitFor(async () => assert.deepStrictEqual(await namesIn(drive, top), ["two"]))
    assert.deepStrictEqual(opened, [false, true])
  })

  it("a folder upload shows how far it is, to its end", async () => {
    const drive = await openDrive()
    const handle = drive.uploads.startFolder({
      entries: ["a", "b", "c"].map((name) => ({ _tag: "File" as const, path: `d/${name}`, source: name }))
    })
    const { rerender, result } = renderHook(({ folder }) => useFolderUpload(folder), {
      wrapper: provide(drive, strict).wrapper,
      initialProps: { folder: undefined as typeof handle | undefined }
    })
    assert.isUndefined(result.current)
    rerender({ folder: handle })
    const report = await act(() => handle.done)
    assert.strictEqual(report.succeeded, 3)
    await waitFor(() => assert.deepInclude(result.current, { ...handle.snapshot() }))
    assert.strictEqual(result.current, handle.snapshot())
  })

  it("uploads that wait to continue are found, continue, and are given up", async () => {
    const drive = await openDrive({ signedIn: false })
    const { result } = renderHook(() => useRecoverable(), { wrapper: provide(drive, strict).wrapper })
    assert.deepStrictEqual(result.current.items, [])
    const again = { accessToken: "test-token" }
    await drive.session.initialise(again)
    const bytes = new Uint8Array(12 * 1_048_576)
    drive.emulator.faults.add([{
      match: { target: "s3", method: "PUT", query: { partNumber: "2" } },
      times: 2,
      action: { _tag: "delay", millis: 300_000 }
    }])
    const ids = ["first", "second"].map((name) => drive.uploads.start({ source: bytes, name }).id)
    const stopAt = async (id: string) => {
      await waitFor(() => assert.isAbove(drive.uploads.snapshot(id)?.bytes.accepted ?? 0, 0))
      await act(() => drive.uploads.stop(id))
    }
    await stopAt(ids[0] ?? "")
    await stopAt(ids[1] ?? "")
    // each sign-in looks for them
    await act(() => drive.session.logout())
    await act(() => drive.session.initialise(again))
    await waitFor(() =>
      assert.deepStrictEqual(result.current.items.map(({ name }) => name).toSorted(), ["first", "second"])
    )
    const [first, second] = ids
    const entry = result.current.items.find(({ id }) => id === first)
    await act(() => result.current.forget(second ?? ""))
    await waitFor(() => assert.lengthOf(result.current.items, 1))
    await act(() =>
      result.current.resume(first ?? "", entry?.needsFile === true ? new File([bytes], "first") : undefined)
    )
    await waitFor(() => assert.deepStrictEqual(result.current.items, []))
    await waitFor(async () => assert.deepStrictEqual(await namesIn(drive), ["first"]))
  })

  it("downloads are listed, and each row shows its own", async () => {
    const drive = await openDrive()
    const fileId = await upload(drive, "twelve bytes")
    const { result } = renderHook(
      () => {
        const ids = useDownloads()
        return {
          ids,
          received: useDownload(ids[0] ?? "", ({ received }) => received),
          whole: useDownload(ids[0] ?? "")
        }
      },
      { wrapper: provide(drive, strict).wrapper }
    )
    assert.deepStrictEqual(result.current, { ids: [], received: undefined, whole: undefined })
    const target = join(work, "saved")
    const handle = drive.downloads.start({ fileId, target })
    await act(() => handle.done)
    await waitFor(() => assert.deepInclude(result.current, { ids: [handle.id], received: 12 }))
    assert.strictEqual(result.current.whole, drive.downloads.snapshot(handle.id))
    assert.strictEqual(readFileSync(target, "utf8"), "twelve bytes")
  })

  it("a task is asked for until it has ended", async () => {
    const drive = await openDrive({ spaces: [{ spaceId: "mine", platform: "pds" }] })
    const folder = await drive.files.createFolder({ name: "d" })
    await upload(drive, "in", folder)
    const { asyncTaskId } = await drive.downloads.archive({ fileIds: [folder], name: "d.zip" })
    const { result } = renderHook(() => useTasks([asyncTaskId, "nobody"]), { wrapper: provide(drive, strict).wrapper })
    await waitFor(() => assert.deepInclude(result.current[0], { taskId: asyncTaskId, end: "succeeded", error: null }))
    await waitFor(() => assert.isNotNull(result.current[1]?.error))
    assert.isUndefined(result.current[1]?.end)
  })

  it("a task is asked for no more where that is in vain", async () => {
    const drive = await openDrive({ spaces: [{ spaceId: "mine", platform: "pds" }] })
    const { client } = provide(drive, strict)
    const task = driveQueries(drive, { spaceId: "mine" }).task("nobody")
    const query = client.getQueryCache().build(client, client.defaultQueryOptions(task))
    const interval = () =>
      typeof task.refetchInterval === "function" ? task.refetchInterval(query) : task.refetchInterval
    assert.isNumber(interval())
    const error = await client.fetchQuery(task).catch((cause: unknown) => cause)
    assert.deepInclude(error, { retry: "never" })
    assert.isFalse(interval())
    await drive.session.logout()
    assert.deepInclude(await client.fetchQuery(task).catch((cause: unknown) => cause), { retry: "afterSignIn" })
    assert.isFalse(interval())
  })

  it("a task of another space than the selected one is asked for there", async () => {
    const drive = await openDrive({
      spaces: [{ spaceId: "mine", platform: "pds" }, { spaceId: "other", platform: "pds" }]
    })
    const folder = await drive.files.createFolder({ name: "d" }, { spaceId: "other" })
    const { asyncTaskId: taskId } = await drive.downloads.archive({ fileIds: [folder], name: "d.zip" }, {
      spaceId: "other"
    })
    const { result } = renderHook(() => useTasks([{ taskId, spaceId: "other" }]), {
      wrapper: provide(drive, strict).wrapper
    })
    await waitFor(() => assert.deepInclude(result.current[0], { taskId, end: "succeeded", error: null }))
  })

  it("events call the newest handler, and none after the component is gone", async () => {
    const drive = await openDrive()
    const heard: Array<string> = []
    const { rerender, unmount } = renderHook(
      ({ name }) => useDriveEvent("FilesChanged", ({ kind }) => heard.push(`${name} ${kind}`)),
      { wrapper: provide(drive, strict).wrapper, initialProps: { name: "one" } }
    )
    await act(() => drive.files.createFolder({ name: "a" }))
    rerender({ name: "two" })
    await act(() => drive.files.createFolder({ name: "b" }))
    unmount()
    await drive.files.createFolder({ name: "c" })
    assert.deepStrictEqual(heard, ["one created", "two created"])
  })
})
