/** What a phone on its side shows of a document: its name stands beside the tools, and not below them. */
import { expect, test } from "vitest"
import { pdf } from "../../../app/scripts/samples/documents.js"
import { openRoom, setAppStage } from "../AppStage.js"
import { previewsOf, viewer } from "../previewsOf.js"

const stage = setAppStage()
const { putFiles } = previewsOf(stage)

const name = "Pier 4 structural survey, revised after the tide inspection of 14 October, with appendix B.pdf"

test.each([640, 667, 740])("on %i px", async (width) => {
  const files = { [name]: pdf("Survey", [["One"], ["Two"], ["Three"]]) }
  const { folderId, ids } = await putFiles("s3", `on its side ${width}`, files)
  const page = await openRoom(stage(), "s3", `f/${folderId}?preview=${ids.get(name) ?? ""}`, {
    viewport: { width, height: 360 },
    hasTouch: true,
    isMobile: true
  })
  const field = await viewer(page).getByRole("textbox", { name: "Page" }).boundingBox()
  const place = await viewer(page).getByText("1 of 1", { exact: true }).boundingBox()
  const words = await viewer(page).getByText("appendix B.pdf").last().boundingBox()
  expect(place?.height).toBeLessThan(20)
  expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThanOrEqual(field?.x ?? 0)
  await page.context().close()
})
