/** A menu whose row leaves the list meanwhile: it goes too, and does not come again with the next row that is selected. */
import { expect, test } from "vitest"
import { openFolderIn, openRoom, setAppStage } from "./AppStage.js"
import { row, rowSide } from "./onPage.js"
import { uploadTo } from "./visitors.js"

const stage = setAppStage()
const inSpace = { spaceId: "s3-space" }

test("in a folder: another tab deletes the file", async () => {
  const { parentFileId } = await uploadTo(stage(), "s3", "row that goes", "one.txt", "a")
  await uploadTo(stage(), "s3", "row that goes", "two.txt", "b")
  const page = await openRoom(stage(), "s3", `f/${parentFileId}`)
  const other = await openFolderIn(page.context(), stage(), "s3", parentFileId)
  await page.bringToFront()
  await row(page, "one.txt").click({ button: "right" })
  await page.getByRole("menu").waitFor()
  await row(other, "one.txt").click(rowSide)
  await other.keyboard.press("Delete")
  await row(page, "one.txt").waitFor({ state: "detached" })
  await page.getByRole("menu").waitFor({ state: "detached" })
  await page.context().close()
})

test("in the bin: another tab restores it", async () => {
  for (const name of ["back.txt", "stays.txt"]) {
    const { fileId } = await uploadTo(stage(), "s3", "bin rows that go", name, name)
    await stage().drive.recycleBin.recycle([fileId], inSpace)
  }
  const page = await openRoom(stage(), "s3", "bin")
  const other = await openFolderIn(page.context(), stage(), "s3", "root")
  await other.getByRole("link", { name: "Recycle bin" }).click()
  await row(other, "back.txt").waitFor()
  await page.bringToFront()
  await row(page, "back.txt").click({ button: "right", ...rowSide })
  await page.getByRole("menu").waitFor()
  await row(other, "back.txt").click(rowSide)
  await other.keyboard.press("Shift+R")
  await row(page, "back.txt").waitFor({ state: "detached" })
  await page.getByRole("menu").waitFor({ state: "detached" })
  await row(page, "stays.txt").click(rowSide)
  await page.getByRole("toolbar", { name: "1 selected" }).waitFor()
  expect(await page.getByRole("menu").count()).toBe(0)
  await page.context().close()
})
