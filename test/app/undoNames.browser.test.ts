/** Names and stars that were given are taken back like every other change: by the button of the message, and by keys, the last first. */
import { expect, test } from "vitest"
import { openFolder, openRoom, setAppStage } from "./AppStage.js"
import { makeFolder, messages, rename, row, rowSide, told } from "./onPage.js"

const stage = setAppStage()
const inSpace = { spaceId: "s3-space" }

test("the keys take back a new name, and not the change before it", async () => {
  const { drive } = stage()
  const folder = await drive.files.ensureFolder("renamed", inSpace)
  for (const name of ["goes", "before"]) {
    await drive.uploads.start({ source: new Blob([name]), name, parentFileId: folder }, inSpace).done
  }
  const page = await openFolder(stage(), "s3", folder)
  await row(page, "goes").click(rowSide)
  await page.keyboard.press("Delete")
  await told(page, "1 item moved to the recycle bin")
  await rename(page, "before", "after")
  await told(page, "Renamed to “after”")
  await page.keyboard.press("Control+z")
  await row(page, "before").waitFor()
  await told(page, "Undone")
  expect(await row(page, "goes").count()).toBe(0)

  await rename(page, "before", "later")
  await messages(page).getByRole("listitem").filter({ hasText: "Renamed to “later”" })
    .getByRole("button", { name: "Undo" }).click()
  await row(page, "before").waitFor()

  await page.keyboard.press("Escape")
  await makeFolder(page, "by mistake")
  await told(page, "“by mistake” created")
  await row(page, "by mistake").waitFor()
  await page.keyboard.press("Control+z")
  await row(page, "by mistake").waitFor({ state: "detached" })
  await page.context().close()
})

test("the name of an asset is taken back too", async () => {
  const { drive } = stage()
  await (await drive.assets.create({ file: new Blob(["a"]), name: "asset before" }, inSpace)).done
  const page = await openRoom(stage(), "s3", "assets")
  await rename(page, "asset before", "asset after")
  await told(page, "Renamed to “asset after”")
  await page.keyboard.press("Control+z")
  await row(page, "asset before").waitFor()
  await page.context().close()
})

test("a star is taken back too", async () => {
  const { drive } = stage()
  const onPds = { spaceId: "pds-space" }
  const folder = await drive.files.ensureFolder("starred", onPds)
  await drive.uploads.start({ source: new Blob(["s"]), name: "a", parentFileId: folder }, onPds).done
  const hasStar = async () => (await drive.files.list({ parentFileId: folder }, onPds)).items[0]?.starred === true
  const page = await openFolder(stage(), "pds", folder)
  await row(page, "a").click(rowSide)
  await page.keyboard.press("s")
  await expect.poll(hasStar).toBe(true)
  await page.keyboard.press("Control+z")
  await told(page, "Undone")
  await expect.poll(hasStar).toBe(false)
  await page.context().close()
})

test("what the message of an older change takes back leaves the newest to the keys", async () => {
  const { drive } = stage()
  const folder = await drive.files.ensureFolder("older", inSpace)
  for (const name of ["first", "second"]) {
    await drive.uploads.start({ source: new Blob([name]), name, parentFileId: folder }, inSpace).done
  }
  const page = await openFolder(stage(), "s3", folder)
  await rename(page, "first", "first changed")
  await told(page, "Renamed to “first changed”")
  await rename(page, "second", "second changed")
  await told(page, "Renamed to “second changed”")
  await messages(page).getByRole("listitem").filter({ hasText: "Renamed to “first changed”" })
    .getByRole("button", { name: "Undo" }).click()
  await row(page, "first").waitFor()
  await told(page, "Undone")
  await row(page, "first").click(rowSide)
  await page.keyboard.press("Control+z")
  await row(page, "second").waitFor()
  await page.context().close()
})
