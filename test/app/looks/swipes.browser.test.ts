/** A finger sideways over a file that is shown large: the next one, or the one before, but where it moves something there. */
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { film } from "../../../app/scripts/samples/film.js"
import { sound } from "../../../app/scripts/samples/sound.js"
import { openFolderWithoutPickers, setAppStage } from "../AppStage.js"
import { complaintsOf } from "../findings.js"
import { previewsOf, shown, viewer } from "../previewsOf.js"
import type { Fingers } from "./byTouch.js"
import { alone, fingersOn, middleOf, way } from "./byTouch.js"

const stage = setAppStage()

const { openPreview, putFiles } = previewsOf(stage)

const lines = Array.from({ length: 200 }, (_, at) => `line ${at + 1}`).join("\n")

const wide = `# A heading\n\n\`\`\`\n${"as wide as it goes ".repeat(20)}\n\`\`\`\n`

const screen = { width: 360, height: 740 }

const files = async () => ({
  "1 notes.txt": lines,
  "2 sound.wav": sound(),
  "3 nothing.xyz": new Uint8Array(64),
  "4 wide.md": wide,
  "5 film.webm": await film({
    seconds: 2,
    width: 160,
    height: 120,
    draw: () =>
      "<svg xmlns='http://www.w3.org/2000/svg' width='160' height='120'><rect width='160' height='120' fill='teal'/></svg>"
  })
})

/** From the middle of the screen, or from another point; `-1` is to the left. */
const across = (fingers: Fingers, direction: 1 | -1, from = { x: screen.width / 2, y: screen.height / 2 }) =>
  fingers.draw(...alone(way(from, { x: from.x + direction * 120, y: from.y + 10 })))

const nameShown = (page: Page) => viewer(page).getAttribute("aria-label")

test("words, sound, what cannot be shown and a film are brushed aside; sliders and wide code are moved, and words scroll", async () => {
  const { folderId, ids } = await putFiles("s3", "swiped", await files())
  const page = await openFolderWithoutPickers(stage(), "s3", folderId, {
    viewport: screen,
    hasTouch: true,
    isMobile: true
  })
  const complaints = complaintsOf(page)
  const fingers = await fingersOn(page)
  await openPreview(page, "s3", folderId, ids.get("1 notes.txt"))

  // up and down, and a little to the side
  const text = page.locator("[data-viewer] [tabindex='0']").filter({ hasText: "line 1" })
  await text.waitFor()
  await fingers.draw(...alone(way({ x: 200, y: 500 }, { x: 130, y: 200 })))
  await expect.poll(() => text.evaluate((one) => one.scrollTop)).toBeGreaterThan(100)
  expect(await nameShown(page)).toBe("1 notes.txt")
  // two fingers are no swipe
  await fingers.draw(...way({ x: 200, y: 400 }, { x: 80, y: 400 }).map((one) => [one, { x: one.x, y: one.y + 100 }]))
  expect(await nameShown(page)).toBe("1 notes.txt")

  await across(fingers, -1)
  await shown(page, "2 sound.wav").getByRole("button", { name: "Play" }).waitFor()
  await across(fingers, -1, await middleOf(page.getByRole("slider", { name: "Position" })))
  expect(await nameShown(page)).toBe("2 sound.wav")
  await across(fingers, 1, { x: 180, y: 120 })
  await shown(page, "1 notes.txt").waitFor()
  await across(fingers, -1)
  await shown(page, "2 sound.wav").getByRole("button", { name: "Play" }).waitFor()
  await across(fingers, -1, { x: 180, y: 120 })
  await shown(page, "3 nothing.xyz").getByRole("heading", { name: "This kind of file can’t be shown here" }).waitFor()
  await across(fingers, -1)
  const code = shown(page, "4 wide.md").locator("pre")
  await code.waitFor()
  await across(fingers, -1, await middleOf(code))
  await expect.poll(() => code.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0)
  expect(await nameShown(page)).toBe("4 wide.md")
  await across(fingers, 1, await middleOf(page.getByRole("heading", { name: "A heading" })))
  await shown(page, "3 nothing.xyz").waitFor()
  await across(fingers, -1)
  await across(fingers, -1, await middleOf(page.getByRole("heading", { name: "A heading" })))
  const picture = shown(page, "5 film.webm").locator("video")
  await picture.waitFor()
  const play = page.getByRole("button", { name: "Play" })
  await play.waitFor()
  await across(fingers, 1, await middleOf(play))
  expect(await nameShown(page)).toBe("5 film.webm")
  // after the last one there is none
  const middle = await middleOf(picture)
  await across(fingers, -1, { x: middle.x, y: middle.y - 40 })
  expect(await nameShown(page)).toBe("5 film.webm")
  await across(fingers, 1, { x: middle.x, y: middle.y - 40 })
  await shown(page, "4 wide.md").waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})
