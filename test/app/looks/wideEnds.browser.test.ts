/** The end of a name, which stays readable, is never wider than the room of the name. */
import { expect, test } from "vitest"
import { openRoom, setAppStage } from "../AppStage.js"
import { panel, slowDown } from "../onPage.js"

const stage = setAppStage()

test("on a small phone the end of a name of wide letters, as Chinese ones are, does not lie on the buttons of its upload", async () => {
  const folder = await stage().drive.files.ensureFolder("wide ends", { spaceId: "s3-space" })
  const page = await openRoom(stage(), "s3", `f/${folder}`, {
    viewport: { width: 320, height: 568 },
    hasTouch: true,
    isMobile: true
  })
  await slowDown(page, 20_000)
  const chooser = page.waitForEvent("filechooser")
  await page.getByRole("button", { name: "Add" }).first().tap()
  await page.getByRole("menuitem", { name: /^Upload files/ }).tap()
  const name = "Harbour (WWWWWWWWW).docx"
  await (await chooser).setFiles([{ name, mimeType: "application/octet-stream", buffer: Buffer.alloc(900_000, 1) }])
  const upload = panel(page).getByRole("listitem").filter({ hasText: "Harbour" })
  await upload.waitFor()
  const end = await upload.getByTitle(name).evaluate((text) =>
    Math.max(...[...text.children].map((part) => part.getBoundingClientRect().right))
  )
  const button = await upload.getByRole("button").first().boundingBox()
  expect(end).toBeLessThanOrEqual(button?.x ?? 0)
  await page.context().close()
})
