/** docs/react.md: each change is made by its hook, and is then what the service says. */
import { fireEvent, screen, waitFor } from "@testing-library/react"
import type { TestDriveClient } from "effect-drive/testing"
import { assert, describe, it } from "vitest"
import { modes, openDrive, upload } from "../react/world.js"
import * as Changes from "./reactChanges.js"
import { says, show } from "./showExample.js"

const click = async (text: string) => void fireEvent.click(await screen.findByText(text))

const namesIn = async (drive: TestDriveClient, parentFileId = "root") =>
  (await drive.files.list({ parentFileId })).items.map(({ name }) => name).toSorted()

describe.each(modes)("the examples of changes in docs/react.md %s", (_, strict) => {
  it("FileButtons", async () => {
    const drive = await openDrive({ spaces: [{ spaceId: "mine", platform: "pds" }] })
    const folder = await drive.files.createFolder({ name: "d" })
    const fileId = await upload(drive, "a")
    show(drive, <Changes.FileButtons fileId={fileId} toParentFileId={folder} />, strict)
    await click("Copy")
    await waitFor(async () => assert.deepStrictEqual(await namesIn(drive, folder), ["a"]))
    await click("Star")
    await waitFor(async () => assert.isTrue((await drive.files.info(fileId)).starred))
    await click("Tag")
    const tags = [{ key: "state", value: "paid" }]
    await waitFor(async () => assert.deepStrictEqual([...(await drive.files.info(fileId)).userTags], tags))
    await click("Save")
    await waitFor(async () => assert.strictEqual((await drive.files.info(fileId)).size, "new text".length))
    await click("Delete for good")
    await waitFor(async () => assert.deepStrictEqual(await namesIn(drive), ["d"]))
    assert.lengthOf((await drive.recycleBin.list()).items, 0)
  })

  it("FileButtons moves", async () => {
    const drive = await openDrive()
    const folder = await drive.files.createFolder({ name: "d" })
    show(drive, <Changes.FileButtons fileId={await upload(drive, "a")} toParentFileId={folder} />, strict)
    await click("Move")
    await waitFor(async () => assert.deepStrictEqual(await namesIn(drive, folder), ["a"]))
    assert.deepStrictEqual(await namesIn(drive), ["d"])
  })

  it("Bin", async () => {
    const drive = await openDrive()
    await drive.recycleBin.recycle([await upload(drive, "a"), await upload(drive, "b")])
    show(drive, <Changes.Bin />, strict)
    await click("Restore a")
    await says("Restore bEmpty")
    assert.deepStrictEqual(await namesIn(drive), ["a"])
    await click("Empty")
    await says("Empty")
    await waitFor(async () => assert.lengthOf((await drive.recycleBin.list()).items, 0))
  })

  it("AssetButtons", async () => {
    const drive = await openDrive()
    const { assetId = "" } = await drive.uploads.start({ source: "x", name: "x" }).done
    show(drive, <Changes.AssetButtons assetId={assetId} />, strict)
    await click("Star")
    await waitFor(async () => assert.isTrue((await drive.assets.get(assetId)).starred))
    await click("Read only")
    await waitFor(async () => assert.strictEqual((await drive.assets.get(assetId)).rawAction, "read"))
    await click("Rename")
    await waitFor(async () => assert.strictEqual((await drive.assets.get(assetId)).name, "renamed"))
    const assets = async () => (await drive.assets.list()).items.map(({ name }) => name).toSorted()
    await click("One more asset")
    await waitFor(async () => assert.deepStrictEqual(await assets(), ["renamed", "second"]))
    await click("Delete")
    await waitFor(async () => assert.notInclude(await assets(), "renamed"))
  })

  it("AssetFolders", async () => {
    const drive = await openDrive()
    show(drive, <Changes.AssetFolders />, strict)
    await click("New")
    await says("Newnew PinRenameDelete")
    await waitFor(async () => assert.lengthOf((await drive.assetFolders.list()).items, 1))
    await click("Pin")
    await says("Newnew pinnedPinRenameDelete")
    await click("Rename")
    await says("Newrenamed pinnedPinRenameDelete")
    await waitFor(async () => {
      const [folder] = (await drive.assetFolders.list()).items
      assert.deepInclude(folder, { name: "renamed", pinned: true })
    })
    await click("Delete")
    await says("New")
    await waitFor(async () => assert.lengthOf((await drive.assetFolders.list()).items, 0))
  })

  it("Share", async () => {
    const drive = await openDrive()
    const { assetId = "" } = await drive.uploads.start({ source: "x", name: "x" }).done
    show(drive, <Changes.Share assetId={assetId} />, strict)
    await click("Share")
    const href = (await screen.findByText("Link")).getAttribute("href") ?? ""
    assert.match(href, /^https?:/)
    await click("For a day")
    await says(/^Link idle success/)
    await click("For ever, without a code")
    await says(/^Link success success/)
    await click("Close")
    await says("Share")
  })

  it("Migrate", async () => {
    const drive = await openDrive()
    show(drive, <Changes.Migrate />, strict)
    const before = await screen.findByRole("button")
    const { status } = await drive.migration.status()
    await waitFor(() => assert.strictEqual(before.textContent, String(status ?? "Move")))
    fireEvent.click(before)
    await waitFor(async () => assert.notStrictEqual((await drive.migration.status()).status, status))
  })
})
