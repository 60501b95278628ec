/** Each chip of the library shows what it finds from the first row on, also where another one was pressed before. */
import { beforeAll, expect, test } from "vitest"
import { openRoom, setAppStage } from "./AppStage.js"
import { row } from "./onPage.js"

const stage = setAppStage()
const inSpace = { spaceId: "s3-space" }

let folder = ""

beforeAll(async () => {
  const { drive } = stage()
  folder = (await drive.assetFolders.create({ name: "many" }, inSpace)).folderId
  const names = Array.from({ length: 40 }, (_, index) => `note ${index + 10}.txt`)
  await Promise.all(names.map(async (name) => {
    const upload = await drive.assets.create({ file: new Blob([name]), name, folderId: folder }, inSpace)
    const { assetId = "" } = await upload.done
    await drive.assets.star({ assetId, starred: true }, inSpace)
    await drive.assets.setPermission({ assetId, rawAction: "edit" }, inSpace)
  }))
})

test("from one chip to another the list begins at its top; without one it is where it was", async () => {
  const page = await openRoom(stage(), "s3", `assets/${folder}`, { viewport: { width: 1280, height: 600 } })
  await row(page, "note 10.txt").waitFor()
  const list = page.locator("[role='rowgroup']")
  const top = () => list.evaluate(({ scrollTop }) => scrollTop)
  const chip = (name: string) => page.getByRole("toolbar", { name: "Filters" }).getByRole("button", { name })
  await list.evaluate((one) => one.scrollTo(0, 400))
  await expect.poll(top).toBe(400)
  await chip("Starred").click()
  await expect.poll(top).toBe(0)
  await list.evaluate((one) => one.scrollTo(0, 600))
  await expect.poll(top).toBe(600)
  await chip("Can edit").click()
  await expect.poll(top).toBe(0)
  await chip("Can edit").click()
  await expect.poll(top).toBe(400)
  await page.context().close()
})
