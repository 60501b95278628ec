/** What stands in the place of rows while they come: heads where the heads will be, and tiles where there will be tiles. */
import { expect, test } from "vitest"
import { openRoom, setAppStage } from "../AppStage.js"
import { row } from "../onPage.js"

const stage = setAppStage()
const inSpace = { spaceId: "s3-space" }

const folderWith = async (path: string, name: string): Promise<string> => {
  const folder = await stage().drive.files.ensureFolder(path, inSpace)
  await stage().drive.uploads.start({ source: new Blob([name]), name, parentFileId: folder }, inSpace).done
  return folder
}

test.each(["bin", "assets", "starred", "f"])("where rows of %s will stand, their heads stand already", async (room) => {
  const name = `0 heads of ${room}.txt`
  const folder = await folderWith("heads", name)
  const upload = await stage().drive.assets.create({ file: new Blob([name]), name }, inSpace)
  const { assetId } = await upload.done
  if (assetId !== undefined) await stage().drive.assets.star({ assetId, starred: true }, inSpace)
  const { items } = await stage().drive.files.list({ parentFileId: folder }, inSpace)
  const fileId = items.find((file) => file.name === name)?.fileId
  if (room === "bin" && fileId !== undefined) await stage().drive.recycleBin.recycle([fileId], inSpace)
  const page = await openRoom(stage(), "s3", room === "f" ? `f/${folder}` : room)
  await row(page, name).first().waitFor()
  const places = (of: string): Promise<ReadonlyArray<string>> =>
    page.locator(of).evaluate((head) =>
      [...head.children].map((child) => {
        const { left, right } = (child.querySelector("button") ?? child.firstElementChild ?? child)
          .getBoundingClientRect()
        return child.textContent === "" || child.textContent === "Actions"
          ? ""
          : `${child.textContent} ${Math.round(left)} ${Math.round(right)}`
      }).filter((text) => text !== "")
    )
  const there = await places("main [role='grid'] [role='row']:has([role='columnheader'])")
  let letGo: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/\/api\/v2\/(file|drive\/[^/]+\/asset)/, async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  const waiting = "main [aria-busy='true'] > :first-child"
  await page.locator(waiting).waitFor()
  await expect.poll(() => places(waiting)).toEqual(there)
  letGo()
  await row(page, name).first().waitFor()
  await page.context().close()
})

test("a folder that is shown as tiles is waited for as tiles", async () => {
  const folder = await folderWith("tiles to come", "one.txt")
  const page = await openRoom(stage(), "s3", `f/${folder}?view=grid`)
  await row(page, "one.txt").waitFor()
  await page.route(/\/file\/.*list/, () => new Promise<void>(() => {}))
  await page.reload()
  const waiting = page.getByRole("status", { name: "tiles to come" })
  await waiting.waitFor()
  await expect.poll(() => waiting.locator("[data-tiles] > *").count()).toBeGreaterThan(0)
  expect(await waiting.getByText("Modified").count()).toBe(0)
  await page.context().close()
})
