/** Where the dialog that moves begins: nothing goes anywhere that nobody has chosen. */
import { beforeAll, expect, test } from "vitest"
import { openFolder, setAppStage } from "../AppStage.js"
import { row, rowSide } from "../onPage.js"

const stage = setAppStage()
const there = { spaceId: "s3-space" }

let folder = ""

beforeAll(async () => {
  const { drive } = stage()
  // enough beside it that the top is scrolled out of sight
  await Promise.all(
    Array.from({ length: 12 }, (_, at) => drive.files.ensureFolder(`move goal ${at + 10}`, there))
  )
  folder = await drive.files.ensureFolder("move goal/depot", there)
  await drive.uploads.start({ source: new Blob(["a"]), name: "a.txt", parentFileId: folder }, there).done
})

test("in the folder that they are in, which is in sight: it moves once another is chosen, and makes folders there", async () => {
  const page = await openFolder(stage(), "s3", folder)
  await row(page, "a.txt").click(rowSide)
  await page.keyboard.press("Shift+M")
  const dialog = page.getByRole("dialog")
  const here = dialog.getByRole("treeitem", { name: "depot It is here" })
  await here.waitFor()
  expect(await here.getAttribute("aria-selected")).toBe("true")
  expect(await dialog.getByRole("treeitem", { selected: true }).count()).toBe(1)
  await expect.poll(() => dialog.getByRole("button", { name: "Move to depot" }).isDisabled()).toBe(true)

  await dialog.getByRole("button", { name: "New folder" }).click()
  await dialog.getByRole("textbox", { name: "New folder in depot" }).fill("shelf")
  await page.keyboard.press("Enter")
  await dialog.getByRole("button", { name: "Move to shelf" }).click()
  await row(page, "a.txt").waitFor({ state: "detached" })
  const { items } = await stage().drive.files.list({ parentFileId: folder }, there)
  expect(items.map(({ name }) => name)).toEqual(["shelf"])
  await page.context().close()
})
