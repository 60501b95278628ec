/** docs/react.md: every example is rendered over a drive, and does what the page says. */
import { act, fireEvent, renderHook, screen, waitFor } from "@testing-library/react"
import { Effect } from "effect"
import { useSelection } from "effect-drive/react"
import type { TestDriveClient } from "effect-drive/testing"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it, vi } from "vitest"
import { openDrive, upload } from "../react/world.js"
import * as Tour from "./reactTour.js"
import { says, show } from "./showExample.js"

const namesIn = async (drive: TestDriveClient, parentFileId = "root") =>
  (await drive.files.list({ parentFileId })).items.map(({ name }) => name).toSorted()

/** An upload that was stopped between two parts. */
const stopUpload = async (drive: TestDriveClient) => {
  drive.emulator.faults.add([{
    match: { target: "s3", method: "PUT", query: { partNumber: "2" } },
    action: { _tag: "delay", millis: 2000 }
  }])
  const handle = drive.uploads.start({ source: new Uint8Array(12 * 1_048_576), name: "large" })
  await waitFor(() => assert.isAbove(handle.snapshot().bytes.accepted, 0))
  await handle.stop()
  return handle
}

describe("the examples of docs/react.md", () => {
  it("Listing, Details, Count, Config, Space", async () => {
    const drive = await openDrive()
    const fileId = await upload(drive, "a.txt")
    show(
      drive,
      <>
        <Tour.Listing folder="root" />, <Tour.Details fileId={fileId} />, <Tour.Count />, <Tour.Config />,{" "}
        <Tour.Space />
      </>
    )
    await says(/^a\.txt, a\.txt: 5 bytes, 1, \{.*\}, \d+$/)
  })

  it("OpenSoon reads before the folder is opened", async () => {
    const drive = await openDrive()
    const folder = await drive.files.createFolder({ name: "d" })
    await upload(drive, "in", folder)
    show(
      drive,
      <>
        <Tour.OpenSoon folder={folder} /> <Tour.Listing folder={folder} />
      </>
    )
    fireEvent.pointerEnter(screen.getByText("Open"))
    await says("Open in")
  })

  it("ListingFromServer shows at once what was read", async () => {
    const drive = await openDrive()
    await upload(drive, "a.txt")
    const listing = await Tour.ListingFromServer({ drive, folder: "root" })
    show(drive, listing)
    assert.strictEqual(screen.getByTestId("example").textContent, "a.txt")
  })

  it("NewFolder, and Failures after a refusal", async () => {
    const drive = await openDrive()
    show(
      drive,
      <>
        <Tour.NewFolder folder="root" /> <Tour.Failures />
      </>
    )
    fireEvent.click(screen.getByText("New folder"))
    await waitFor(async () => assert.deepStrictEqual(await namesIn(drive), ["New folder"]))
    drive.emulator.faults.add([{
      match: { method: "POST", path: /\/file\/mine$/ },
      action: { _tag: "status", status: 200, body: JSON.stringify({ code: 4711, message: "no" }) }
    }])
    fireEvent.click(screen.getByText("New folder"))
    await waitFor(() => assert.isNotEmpty(screen.getByRole("listitem").textContent))
  })

  it("ClearBin", async () => {
    const drive = await openDrive()
    await drive.recycleBin.recycle([await upload(drive, "a")])
    show(drive, <Tour.ClearBin />)
    fireEvent.click(screen.getByText("Empty the bin"))
    await waitFor(async () => assert.lengthOf((await drive.recycleBin.list()).items, 0))
  })

  it("Total, UploadRow and Picker", async () => {
    const drive = await openDrive()
    drive.emulator.faults.add([{ match: { target: "s3", method: "PUT" }, action: { _tag: "delay", millis: 300 } }])
    const { id } = drive.uploads.start({ source: "x", name: "x" })
    const container = show(
      drive,
      <>
        <Tour.Total />; <Tour.UploadRow id={id} />; <Tour.Picker folder="root" />
      </>
    )
    fireEvent.click(screen.getByText("Pause"))
    await says(/paused/)
    fireEvent.click(screen.getByText("Pause"))
    await says(/^0 files left, 100 %; done/)
    const input = container.querySelector("input")
    assert.isNotNull(input)
    fireEvent.change(input, { target: { files: [new File(["y"], "y")] } })
    await waitFor(async () => assert.deepStrictEqual(await namesIn(drive), ["x", "y"]))
  })

  it("Conflict asks, and answers for all", async () => {
    const drive = await openDrive()
    await upload(drive, "a")
    show(drive, <Tour.Conflict />)
    for (const source of ["1", "2"]) drive.uploads.start({ source, name: "a", checkNameMode: "refuse" })
    await says(/^a is there already \(2\)/)
    fireEvent.click(screen.getByText("Replace"))
    await says(/^a is there already \(1\)/)
    fireEvent.click(screen.getByText("Keep both, for all"))
    await says("")
    await waitFor(async () => assert.lengthOf(await namesIn(drive), 2))
  })

  it("Resume", async () => {
    const drive = await openDrive()
    const handle = await stopUpload(drive)
    show(drive, <Tour.Resume />)
    fireEvent.click(await screen.findByText("Resume large"))
    await handle.done
    await says("")
  })

  it("Queue takes a folder, stops all, tries again and clears", async () => {
    const drive = await openDrive()
    const refused = { match: { target: "s3", method: "PUT" }, action: { _tag: "status", status: 403 } } as const
    drive.emulator.faults.add([refused])
    const failed = drive.uploads.start({ source: "x", name: "x" })
    await failed.done.then(() => assert.fail("is refused"), () => {})
    const container = show(drive, <Tour.Queue folder="root" />)
    fireEvent.click(screen.getByText("Pause all"))
    fireEvent.click(screen.getByText("Try failed ones again"))
    await waitFor(() => assert.strictEqual(failed.snapshot().status._tag, "done"))
    fireEvent.click(screen.getByText("Clear"))
    await waitFor(() => assert.notInclude(drive.uploads.list(), failed.id))
    const input = container.querySelector("input")
    assert.isNotNull(input)
    const file = Object.defineProperty(new File(["y"], "y"), "webkitRelativePath", { value: "album/y" })
    fireEvent.change(input, { target: { files: [file] } })
    await waitFor(async () => assert.deepStrictEqual(await namesIn(drive), ["album", "x"]))
  })

  it("Forget takes an upload off the list", async () => {
    const drive = await openDrive()
    const handle = await stopUpload(drive)
    show(drive, <Tour.Forget />)
    fireEvent.click(await screen.findByText("Forget large"))
    await waitFor(() => assert.notInclude(drive.uploads.list(), handle.id))
    await says("")
  })

  it("pickSome changes a selection by its rows", () => {
    const said = vi.spyOn(console, "log").mockImplementation(() => {})
    const ids = ["a", "b", "c"]
    const { result } = renderHook(() => useSelection(ids))
    const places: Array<number | undefined> = []
    act(() => void places.push(Tour.pickSome(result.current, ids)))
    assert.deepStrictEqual(places, [2])
    assert.deepStrictEqual([...result.current.selected], ["c"])
    assert.deepStrictEqual(said.mock.calls.at(-1), [1, "c"])
    said.mockRestore()
  })

  it("ReadAgain and SignOut", async () => {
    const drive = await openDrive()
    show(
      drive,
      <>
        <Tour.ReadAgain /> <Tour.SignOut /> <Tour.Listing folder="root" />
      </>
    )
    await says("Read again Sign out ")
    await act(() => upload(drive, "a.txt"))
    fireEvent.click(screen.getByText("Read again"))
    await says("Read again Sign out a.txt")
    fireEvent.click(screen.getByText("Sign out"))
    await waitFor(() => assert.strictEqual(drive.session.state()._tag, "SignedOut"))
  })

  it("FolderDrop", async () => {
    const drive = await openDrive()
    show(drive, <Tour.FolderDrop folder="root" />)
    await says("Drop a folder")
    const entry = {
      isFile: true,
      isDirectory: false,
      name: "one",
      file: (found: (file: File) => void) => found(new File(["1"], "one"))
    }
    const item = { kind: "file", webkitGetAsEntry: () => entry, getAsFile: () => null }
    fireEvent.drop(screen.getByText("Drop a folder"), { dataTransfer: { types: ["Files"], items: [item] } })
    await says("1 of 1 files")
    assert.deepStrictEqual(await namesIn(drive), ["one"])
  })

  it("Downloads", async () => {
    const drive = await openDrive()
    const fileId = await upload(drive, "saved")
    show(drive, <Tour.Downloads />)
    const work = mkdtempSync(join(tmpdir(), "effect-drive-tour-"))
    await act(() => drive.downloads.start({ fileId, target: join(work, "saved") }).done)
    await says("saved: 100 %")
    rmSync(work, { recursive: true })
  })

  it("SaveButton", async () => {
    const drive = await openDrive()
    const fileId = await upload(drive, "twelve bytes")
    const work = mkdtempSync(join(tmpdir(), "effect-drive-tour-"))
    show(drive, <Tour.SaveButton fileId={fileId} name={join(work, "saved")} />)
    fireEvent.click(screen.getByText("Save"))
    await says("12 bytes")
    await waitFor(() => assert.strictEqual(readFileSync(join(work, "saved"), "utf8"), "twelve bytes"))
    rmSync(work, { recursive: true })
  })

  it("Archive", async () => {
    const drive = await openDrive({ spaces: [{ spaceId: "mine", platform: "pds" }] })
    const folder = await drive.files.createFolder({ name: "d" })
    const { asyncTaskId } = await drive.downloads.archive({ fileIds: [folder], name: "d.zip" })
    show(drive, <Tour.Archive taskId={asyncTaskId} />)
    await says("succeeded")
  })

  it("Picked: clicks alone, with Control and with Shift", async () => {
    const drive = await openDrive()
    show(drive, <Tour.Picked ids={["a", "b", "c", "d"]} />)
    const rows = screen.getAllByRole("listitem")
    const [, second, , fourth] = rows
    assert.isDefined(second)
    assert.isDefined(fourth)
    fireEvent.click(second)
    fireEvent.click(fourth, { shiftKey: true })
    await says("3 selected, at d")
    fireEvent.click(second, { ctrlKey: true })
    await says("2 selected, at b")
    assert.deepStrictEqual(rows.map((row) => row.tabIndex), [-1, 0, -1, -1])
    assert.deepStrictEqual(rows.map((row) => row.getAttribute("aria-selected")), ["false", "false", "true", "true"])
  })

  it("Banner, SignInAgain and Run", async () => {
    const drive = await openDrive()
    show(
      drive,
      <>
        <Tour.Banner /> <Tour.SignInAgain /> <Tour.Run />
      </>
    )
    await says(/^ Star files as assets\./)
    await act(() => drive.setOnline(false))
    await says(/^Offline\./)
    await act(() => drive.setOnline(true))
    await Effect.runPromise(drive.emulator.signOutAll)
    await act(() => drive.files.list().catch(() => undefined))
    await says(/Please sign in again/)
    fireEvent.click(screen.getByText("Run"))
  })
})
