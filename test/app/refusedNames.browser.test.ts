/** A name that was refused, or never reached the service, can be sent again: the text stays, and what was wrong with it goes. */
import type { Page } from "playwright-core"
import { afterEach, expect, test } from "vitest"
import { openFolder, openRoom, setAppStage } from "./AppStage.js"
import { row, rowSide } from "./onPage.js"

const stage = setAppStage()
const inSpace = { spaceId: "s3-space" }

let page: Page

afterEach(() => page.context().close())

const dialog = () => page.getByRole("dialog")
const lost = () => dialog().getByText("The connection was lost. Nothing else is.")

/** Opens the dialog that moves a file, and in it the field for the name of a new folder. */
const openNameInMove = async (): Promise<void> => {
  const { drive } = stage()
  const parentFileId = await drive.files.ensureFolder("moved from", inSpace)
  await drive.uploads.start({ source: new Blob(["one"]), name: "one.txt", parentFileId }, inSpace).done
  page = await openFolder(stage(), "s3", parentFileId)
  await row(page, "one.txt").click(rowSide)
  await page.keyboard.press("Shift+M")
  await openName()
}

const openName = () => dialog().getByRole("button", { name: "New folder" }).click()
const field = () => dialog().getByRole("textbox", { name: /^New folder/ })

/** No call with this in its address arrives until the function that this gives is called. */
const cut = async (address: string): Promise<() => Promise<void>> => {
  await page.route(address, (route) => route.abort())
  return () => page.unroute(address)
}

/** The name is sent once without an answer and once more, in the open field. */
const makeAfterLostCall = async (): Promise<void> => {
  const mend = await cut("**/api/v2/**")
  await field().fill("reached")
  await page.keyboard.press("Enter")
  await lost().waitFor()
  await mend()
  await page.keyboard.press("Enter")
  await dialog().getByRole("button", { name: "Move to reached" }).waitFor()
}

test("of a folder to move to", async () => {
  await openNameInMove()
  await makeAfterLostCall()
})

test("of a folder to move to: what is wrong is said of that name alone", async () => {
  await openNameInMove()
  const wrong = dialog().getByText("A name can’t contain /.")
  for (const [name, sentence] of [["a/b", wrong], [" ", dialog().getByText("Enter a name.")]] as const) {
    await field().fill(name)
    await page.keyboard.press("Enter")
    await sentence.waitFor()
    expect(await field().evaluate((one) => one === document.activeElement)).toBe(true)
  }
  await field().fill("a/b")
  await page.keyboard.press("Enter")
  await wrong.waitFor()
  await field().fill("a")
  await wrong.waitFor({ state: "detached" })
  await field().fill("a/b")
  await page.keyboard.press("Enter")
  await wrong.waitFor()
  await dialog().getByRole("button", { name: "Cancel" }).click()
  await openName()
  await field().waitFor()
  expect(await wrong.count()).toBe(0)
})

test("of a new folder here", async () => {
  page = await openFolder(stage(), "s3", await stage().drive.files.ensureFolder("made in", inSpace))
  await page.getByRole("button", { name: "New folder" }).first().click()
  await dialog().getByRole("textbox").fill("a/b")
  await page.keyboard.press("Enter")
  await dialog().getByText("A name can’t contain /.").waitFor()
  await dialog().getByRole("textbox").fill("ab")
  await page.keyboard.press("Enter")
  await row(page, "ab").waitFor()
})

test("of a folder to move assets to", async () => {
  const { drive } = stage()
  await (await drive.assets.create({ file: new Blob(["asset"]), name: "one.bin" }, inSpace)).done
  page = await openRoom(stage(), "s3", "assets")
  await row(page, "one.bin").click(rowSide)
  await page.keyboard.press("Shift+M")
  await openName()
  await makeAfterLostCall()
})

test("spaces around a name go where it is made and where it is changed; those that were there and were not touched stay", async () => {
  const { drive } = stage()
  const parentFileId = await drive.files.ensureFolder("trimmed in", inSpace)
  await drive.uploads.start({ source: new Blob(["one"]), name: " old ", parentFileId }, inSpace).done
  page = await openFolder(stage(), "s3", parentFileId)
  await page.getByRole("button", { name: "New folder" }).first().click()
  await dialog().getByRole("textbox").fill("  made ")
  await page.keyboard.press("Enter")
  await row(page, "made").waitFor()

  const renamed = page.getByRole("textbox", { name: "New name" })
  const write = async (before: string, name?: string) => {
    await row(page, before).click(rowSide)
    await page.keyboard.press("F2")
    if (name !== undefined) await renamed.fill(name)
    await page.keyboard.press("Enter")
    await renamed.waitFor({ state: "detached" })
  }
  await write(" old ")
  await row(page, " old ").waitFor()
  await write("made", " made\t")
  await write("made", "  changed ")
  await row(page, "changed").waitFor()
  await expect.poll(async () =>
    (await drive.files.list({ parentFileId }, inSpace)).items.map(({ name }) => name).sort()
  )
    .toEqual([" old ", "changed"])
  await row(page, "changed").click(rowSide)
  await page.keyboard.press("F2")
  await renamed.fill("   ")
  await page.keyboard.press("Enter")
  await page.getByText("Enter a name.").waitFor()
})

/** Sends a name that is taken from the field of a row. */
const refuse = async (name: string, taken: string): Promise<void> => {
  await row(page, name).click(rowSide)
  await page.keyboard.press("F2")
  await renamed().fill(taken)
  await page.keyboard.press("Enter")
  await reason().waitFor()
}

const renamed = () => page.getByRole("textbox", { name: "New name" })
const reason = () => page.getByRole("row").getByRole("alert")

test("of a row: what is wrong goes with the next letter, and a click elsewhere saves", async () => {
  const { drive } = stage()
  const parentFileId = await drive.files.ensureFolder("corrected in", inSpace)
  for (const name of ["one.txt", "two.txt"]) {
    await drive.uploads.start({ source: new Blob([name]), name, parentFileId }, inSpace).done
  }
  page = await openFolder(stage(), "s3", parentFileId)
  await refuse("one.txt", "two.txt")
  await renamed().fill("three.txt")
  await reason().waitFor({ state: "detached" })
  await row(page, "two.txt").click(rowSide)
  await row(page, "three.txt").waitFor()
  await renamed().waitFor({ state: "detached" })
  await expect.poll(async () =>
    (await drive.files.list({ parentFileId }, inSpace)).items.map(({ name }) => name).sort()
  ).toEqual(["three.txt", "two.txt"])
})

test("of a row of a phone: what is wrong is in sight, and the list stays where it is", async () => {
  const { drive } = stage()
  const parentFileId = await drive.files.ensureFolder("long in", inSpace)
  const taken = "a name that is taken and is longer than a phone is wide.txt"
  for (const name of ["one.txt", taken]) {
    await drive.uploads.start({ source: new Blob([name]), name, parentFileId }, inSpace).done
  }
  page = await openRoom(stage(), "s3", `f/${parentFileId}`, { viewport: { width: 375, height: 640 }, hasTouch: true })
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 640 })
    await refuse("one.txt", taken)
    const seen = await reason().evaluate((one) => {
      const { left = 0, right = 0 } = one.parentElement?.getBoundingClientRect() ?? {}
      const { clientWidth = 0, scrollLeft = 0, scrollWidth = 0 } = one.closest("[role='rowgroup']") ?? {}
      return { room: Math.min(left, innerWidth - right) >= 0, scrollLeft, beyond: scrollWidth - clientWidth }
    })
    expect(seen, `at ${width} px`).toEqual({ room: true, scrollLeft: 0, beyond: 0 })
    await page.keyboard.press("Escape")
    await renamed().waitFor({ state: "detached" })
  }
})
