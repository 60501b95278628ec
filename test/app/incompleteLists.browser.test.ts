/** A list of which a page was refused, or that could not be read again: it says so, and the button reads what is missing. */
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { openFolder, openRoom, setAppStage } from "./AppStage.js"
import { findingsEverywhere } from "./findings.js"
import { row } from "./onPage.js"

const stage = setAppStage()
const inSpace = { spaceId: "s3-space" }

const refusal = { status: 500, contentType: "application/json", body: "{}" }
const trouble = (page: Page) =>
  page.getByRole("status").filter({ has: page.getByRole("button", { name: "Try again" }) })
const tryAgain = (page: Page) => page.getByRole("button", { name: "Try again" })
const countIs = (page: Page, words: string) => page.getByText(words, { exact: true }).waitFor()

/** Refuses what `isMeant` until the function that this gives is called. */
const refuse = async (page: Page, isMeant: (url: URL) => boolean): Promise<() => Promise<void>> => {
  await page.route(isMeant, (route) => route.fulfill(refusal))
  return () => page.unroute(isMeant)
}

const isLaterPage = (url: URL): boolean => Number(url.searchParams.get("page") ?? "1") > 1

test("a page of a folder that is refused once", async () => {
  const folder = await stage().drive.files.ensureFolder("incomplete", inSpace)
  await Promise.all(
    Array.from({ length: 501 }, (_, at) => stage().drive.files.ensureFolder(`incomplete/${at + 1000}`, inSpace))
  )
  const page = await openRoom(stage(), "s3", "bin")
  const mend = await refuse(page, isLaterPage)
  await page.goto(`${stage().origin}/s3-space/f/${folder}`)
  await countIs(page, "500+ items")
  await trouble(page).getByText("Some items could not be loaded.").waitFor()
  await trouble(page).getByText("The service had a problem. Nothing is lost.").waitFor()
  expect(await findingsEverywhere(page)).toEqual([])
  await tryAgain(page).click()
  await countIs(page, "500+ items")
  await trouble(page).waitFor()
  await mend()
  await tryAgain(page).click()
  await countIs(page, "501 items")
  await trouble(page).waitFor({ state: "detached" })
  await page.context().close()
})

test("a folder that was read before and cannot be read again", async () => {
  await stage().drive.files.ensureFolder("read before/inner", inSpace)
  const folder = await stage().drive.files.ensureFolder("read before", inSpace)
  const page = await openFolder(stage(), "s3", folder)
  await row(page, "inner").waitFor()
  const mend = await refuse(page, (url) => url.pathname.endsWith("/list"))
  // what is made makes the page ask for the list again
  await page.keyboard.press("Shift+N")
  await page.getByRole("dialog").getByRole("textbox").fill("made")
  await page.keyboard.press("Enter")
  await trouble(page).getByText("This list could not be reloaded and may be out of date.").waitFor()
  await row(page, "inner").waitFor()
  await mend()
  await tryAgain(page).click()
  await trouble(page).waitFor({ state: "detached" })
  await row(page, "made").waitFor()
  await page.context().close()
})

test("a page of the bin that is refused once", async () => {
  const ids = await Promise.all(
    Array.from({ length: 101 }, (_, at) => stage().drive.files.ensureFolder(`thrown ${at + 1000}`, inSpace))
  )
  await stage().drive.recycleBin.recycle(ids, inSpace)
  const page = await openFolder(stage(), "s3", "root")
  let asked = 0
  const mend = await refuse(page, (url) => url.pathname.includes("/recycle") && asked++ > 0)
  await page.getByRole("link", { name: "Recycle bin" }).click()
  await countIs(page, "100+ items")
  await trouble(page).getByText("Some items could not be loaded.").waitFor()
  await mend()
  await tryAgain(page).click()
  await page.getByText(/^101 items/).waitFor()
  await page.context().close()
})

test("the way to a folder that is refused: its rows are there, and the button reads the way", async () => {
  const { drive } = stage()
  const folder = await drive.files.ensureFolder("way/to it", inSpace)
  await drive.uploads.start({ source: new Blob(["a"]), name: "a.txt", parentFileId: folder }, inSpace).done
  const page = await openRoom(stage(), "s3", "bin")
  const mend = await refuse(page, ({ pathname }) => pathname.endsWith(`${folder}/info`))
  await page.goto(`${stage().origin}/s3-space/f/${folder}`)
  await row(page, "a.txt").waitFor()
  await trouble(page).getByText("The path of this folder could not be loaded.").waitFor()
  await mend()
  await tryAgain(page).click()
  await page.getByRole("heading", { level: 1, name: "to it" }).waitFor()
  await trouble(page).waitFor({ state: "detached" })
  await page.context().close()
})
