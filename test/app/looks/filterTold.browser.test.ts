/** What a filter leaves of a list is said to people who do not see the list. */
import type { Page } from "playwright-core"
import { beforeAll, expect, test } from "vitest"
import { openRoom, setAppStage } from "../AppStage.js"

const stage = setAppStage()
const there = { spaceId: "s3-space" }

let folder = ""

beforeAll(async () => {
  const { drive } = stage()
  folder = await drive.files.ensureFolder("filter told", there)
  for (const name of ["pier.txt", "pier 2.txt", "quay.jpg"]) {
    await drive.uploads.start({ source: new Blob([name]), name, parentFileId: folder }, there).done
  }
  for (const name of ["pier 3.txt", "quay 3.txt"]) {
    await drive.recycleBin.recycle([await drive.files.ensureFolder(`filter told/${name}`, there)], there)
  }
})

/** What the polite region says from now on. */
const hear = (page: Page) =>
  page.evaluate(`{
    window.heard = []
    const region = document.querySelector("[aria-live='polite'][aria-atomic]")
    new MutationObserver(() => window.heard.push(region.textContent.trim()))
      .observe(region, { childList: true, characterData: true, subtree: true })
  }`)

const heard = (page: Page) => page.evaluate<ReadonlyArray<string>>("window.heard.splice(0)")

const type = async (page: Page, words: string): Promise<void> => {
  await page.keyboard.press("/")
  await page.keyboard.type(words)
}

test("in a folder: once a word is written, by a kind, and when all is there again", async () => {
  const page = await openRoom(stage(), "s3", `f/${folder}`)
  await page.getByText("3 items", { exact: true }).waitFor()
  await hear(page)
  await type(page, "pier")
  await expect.poll(() => heard(page)).toEqual(["2 of 3 items"])
  await type(page, "zz")
  await expect.poll(() => heard(page)).toEqual(["0 of 3 items"])
  await page.getByRole("button", { name: "Clear the filter text" }).click()
  await expect.poll(() => heard(page)).toEqual(["3 items"])
  await page.getByRole("button", { name: "Images", exact: true }).click()
  await expect.poll(() => heard(page)).toEqual(["1 of 3 items"])
  await page.context().close()
})

test.each([
  { path: "assets", before: "3 assets", told: "2 of 3 items" },
  { path: "bin", before: "2 items", told: "1 of 2 items" }
])("in the room $path", async ({ before, path, told }) => {
  const page = await openRoom(stage(), "s3", path)
  await page.getByText(before).first().waitFor()
  await hear(page)
  await type(page, "pier")
  await expect.poll(() => heard(page)).toEqual([told])
  await page.context().close()
})
