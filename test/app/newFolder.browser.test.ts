/** A folder that was just made is what the next key means: it is selected, as in the file managers of desktops. */
import { expect, test } from "vitest"
import { openRoom, setAppStage } from "./AppStage.js"
import { makeFolder, row, rowSide } from "./onPage.js"

const stage = setAppStage()
const inSpace = { spaceId: "s3-space" }

/** A folder with a file and a folder in it. */
const prepare = async (name: string): Promise<string> => {
  const { drive } = stage()
  const folder = await drive.files.ensureFolder(name, inSpace)
  await drive.files.ensureFolder(`${name}/older`, inSpace)
  await drive.uploads.start({ source: new Blob(["a"]), name: "a.txt", parentFileId: folder }, inSpace).done
  return folder
}

test("it is selected, and nothing else is: F2 renames it", async () => {
  const page = await openRoom(stage(), "s3", `f/${await prepare("selected when made")}`)
  await row(page, "a.txt").click(rowSide)
  await page.getByRole("toolbar", { name: "1 selected" }).waitFor()
  // the bar of a selection takes the place of the button
  await page.keyboard.press("Shift+N")
  await page.getByRole("dialog").getByRole("textbox").fill("made")
  await page.keyboard.press("Enter")
  await page.locator("[data-name='made'][aria-selected='true']").waitFor()
  await page.getByRole("toolbar", { name: "1 selected" }).waitFor()
  expect(await row(page, "a.txt").getAttribute("aria-selected")).toBe("false")
  await page.keyboard.press("F2")
  await page.keyboard.type("renamed")
  await page.keyboard.press("Enter")
  await row(page, "renamed").waitFor()
  await page.context().close()
})

test("the first one of a folder that was empty has the focus too", async () => {
  const page = await openRoom(stage(), "s3", `f/${await stage().drive.files.ensureFolder("empty until then", inSpace)}`)
  await makeFolder(page, "made")
  await page.locator("[data-name='made'][aria-selected='true']").waitFor()
  await expect.poll(() => page.evaluate("document.activeElement.dataset.name")).toBe("made")
  await page.context().close()
})

test("on a phone it is not: a tap on another one would select that one instead of opening it", async () => {
  const page = await openRoom(stage(), "s3", `f/${await prepare("made by touch")}`, {
    viewport: { width: 844, height: 700 },
    hasTouch: true,
    isMobile: true
  })
  await makeFolder(page, "made")
  await page.getByRole("dialog").waitFor({ state: "detached" })
  await expect.poll(() => page.evaluate("document.activeElement.dataset.name")).toBe("made")
  expect(await page.locator("[aria-selected='true']").count()).toBe(0)
  await row(page, "older").tap(rowSide)
  await page.getByRole("heading", { level: 1, name: "older" }).waitFor()
  await page.context().close()
})

test("behind a filter that it does not pass it stays unselected: nobody sees what would be deleted", async () => {
  const page = await openRoom(stage(), "s3", `f/${await prepare("made behind a filter")}`)
  await row(page, "a.txt").waitFor()
  await page.getByRole("searchbox").fill("a.t")
  await row(page, "older").waitFor({ state: "detached" })
  await page.getByRole("button", { name: "New folder" }).first().click()
  await page.getByRole("dialog").getByRole("textbox").fill("made")
  await page.keyboard.press("Enter")
  await page.getByRole("dialog").waitFor({ state: "detached" })
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
  expect(await page.getByRole("toolbar", { name: "1 selected" }).count()).toBe(0)
  await page.context().close()
})
