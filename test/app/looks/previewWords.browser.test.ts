/** Words of files that are shown large: those of a document are found, and captions stand under a film. */
import { expect, test } from "vitest"
import { pdf } from "../../../app/scripts/samples/documents.js"
import { film } from "../../../app/scripts/samples/film.js"
import { sound } from "../../../app/scripts/samples/sound.js"
import { openFolder, setAppStage } from "../AppStage.js"
import { complaintsOf, findingsEverywhere } from "../findings.js"
import { previewsOf, shown, viewer } from "../previewsOf.js"

const stage = setAppStage()
const { openPreview, putFiles } = previewsOf(stage)

test("words of a document are found, counted, marked and stepped through, by keys and by buttons", async () => {
  const { folderId, ids } = await putFiles("s3", "searched", {
    "survey.pdf": pdf("Survey", [
      ["Anodes of the north quay"],
      ["Nothing of the kind"],
      ["Two \xe1nodes here, and the anodes", "there; a word bro-", "ken over lines"]
    ])
  })
  const page = await openFolder(stage(), "s3", folderId)
  await openPreview(page, "s3", folderId, ids.get("survey.pdf"))
  const survey = shown(page, "survey.pdf").getByRole("document")
  await survey.getByText("Anodes of the north quay").waitFor()
  await survey.focus()
  await page.keyboard.press("Control+f")
  const finder = viewer(page).getByRole("search")
  const field = finder.getByRole("textbox", { name: "Find in the document" })
  await field.fill("ANODES")
  await finder.getByText("1 of 3", { exact: true }).waitFor()
  const current = survey.locator("[data-mark][data-current]")
  const currentPage = () => current.evaluate((mark) => mark.closest("[data-page]")?.getAttribute("data-page"))
  await current.waitFor()
  expect(await currentPage()).toBe("1")
  // the mark lies on the words
  const [mark, words] = await Promise.all([
    current.boundingBox(),
    survey.getByText("Anodes of the north quay").boundingBox()
  ])
  expect(Math.abs((mark?.x ?? 0) - (words?.x ?? 0))).toBeLessThan(3)
  expect(Math.abs((mark?.y ?? 0) - (words?.y ?? 0))).toBeLessThan(6)

  await page.keyboard.press("Enter")
  await finder.getByText("2 of 3", { exact: true }).waitFor()
  await expect.poll(currentPage).toBe("3")
  await expect.poll(() => survey.locator("[data-page='3'] [data-mark]").count()).toBe(2)
  const isInSight = await current.evaluate((found) => {
    const sheet = found.closest("[role='document']")?.getBoundingClientRect()
    const box = found.getBoundingClientRect()
    return sheet !== undefined && box.top >= sheet.top && box.bottom <= sheet.bottom
  })
  expect(isInSight).toBe(true)
  expect(await findingsEverywhere(page)).toEqual([])
  await finder.getByRole("button", { name: "Next match" }).click()
  await finder.getByText("3 of 3", { exact: true }).waitFor()
  await page.keyboard.press("F3")
  await finder.getByText("1 of 3", { exact: true }).waitFor()
  await field.press("Shift+Enter")
  await finder.getByText("3 of 3", { exact: true }).waitFor()
  await field.fill("broken over")
  await finder.getByText("1 of 1", { exact: true }).waitFor()
  await expect.poll(() => survey.locator("[data-current]").count()).toBe(2)
  await field.fill("no such words")
  await finder.getByText("Not found").waitFor()
  // Esc closes the field, and only that; the focus is where it was
  await page.keyboard.press("Escape")
  await finder.waitFor({ state: "detached" })
  expect(await survey.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await survey.locator("[data-mark]").count()).toBe(0)
  await page.context().close()
})

test("captions beside a film or sound are offered, switched and kept for the next one", async () => {
  const blue = () =>
    "<svg xmlns='http://www.w3.org/2000/svg' width='160' height='120'><rect width='160' height='120' fill='navy'/></svg>"
  const { folderId, ids } = await putFiles("s3", "captioned", {
    "film.webm": await film({ seconds: 2, width: 160, height: 120, draw: blue }),
    "film.en.vtt": "WEBVTT\n\n00:00.000 --> 00:30.000\n<v Ann>Low <b>water</b> &lt;img src=x onerror=pwned&gt;\n",
    "film.zh-CN.srt": "1\n00:00:00,000 --> 00:00:30,000\n低潮\n",
    "other.webm": await film({ seconds: 2, width: 160, height: 120, draw: blue }),
    "sound.wav": sound(),
    "sound.vtt": "these are no captions"
  })
  const page = await openFolder(stage(), "s3", folderId)
  const complaints = complaintsOf(page)
  await openPreview(page, "s3", folderId, ids.get("film.webm"))
  await viewer(page).getByRole("button", { name: "Captions: off" }).click()
  const lines = viewer(page).locator("[data-captions]")
  await lines.getByText("Low water <img src=x onerror=pwned>", { exact: true }).waitFor()
  await viewer(page).getByRole("button", { name: "Captions: English" }).waitFor()
  await page.keyboard.press("c")
  await viewer(page).getByRole("button", { name: /^Captions: Chinese/ }).waitFor()
  await lines.getByText("低潮", { exact: true }).waitFor()
  expect(await lines.getAttribute("lang")).toBe("zh-CN")
  expect(await findingsEverywhere(page)).toEqual([])
  await page.reload()
  await lines.getByText("低潮", { exact: true }).waitFor()
  await page.keyboard.press("c")
  await lines.waitFor({ state: "detached" })
  await viewer(page).getByRole("button", { name: "Captions: off" }).waitFor()
  expect(complaints).toEqual([])

  await openPreview(page, "s3", folderId, ids.get("other.webm"))
  await viewer(page).getByRole("button", { name: "Play" }).waitFor()
  expect(await viewer(page).getByRole("button", { name: /^Captions/ }).count()).toBe(0)
  await openPreview(page, "s3", folderId, ids.get("sound.wav"))
  await viewer(page).getByRole("button", { name: "Captions: off" }).click()
  await viewer(page).getByText("The captions could not be read.").waitFor()
  await page.context().close()
})
