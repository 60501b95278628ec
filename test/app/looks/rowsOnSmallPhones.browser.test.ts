/** What an upload says while it goes on is read whole on the smallest phones: how much has arrived, and how fast. */
import { randomBytes } from "node:crypto"
import { expect, test } from "vitest"
import { openRoom, setAppStage } from "../AppStage.js"
import { panel } from "../onPage.js"

const stage = setAppStage()

test.each([320, 360])("at %i px", async (width) => {
  const page = await openRoom(stage(), "s3", "f", { viewport: { width, height: 640 }, hasTouch: true, isMobile: true })
  const line = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 }
  await line.send("Network.emulateNetworkConditions", slow)
  const chooser = page.waitForEvent("filechooser")
  await page.getByRole("button", { name: "Add" }).first().click()
  await page.getByRole("menuitem", { name: /^Upload files/ }).click()
  const file = { name: `${width}.bin`, mimeType: "application/octet-stream", buffer: randomBytes(12_000_000) }
  await (await chooser).setFiles([file])
  const said = panel(page).getByRole("listitem").locator("span[title*='MB · ']")
  await said.waitFor()
  const { beyond, isInRow } = await said.evaluate((words) => {
    const row = words.closest("li")?.getBoundingClientRect()
    const status = words.parentElement?.parentElement?.getBoundingClientRect()
    const bar = words.closest("li")?.querySelector("[role='progressbar']")?.getBoundingClientRect()
    const text = words.getBoundingClientRect()
    return {
      beyond: Math.max(words.scrollWidth - words.clientWidth, words.scrollHeight - words.clientHeight),
      isInRow: row !== undefined && bar !== undefined && status !== undefined && bar.bottom <= row.bottom &&
        text.bottom <= status.bottom
    }
  })
  expect({ beyond, isInRow }).toEqual({ beyond: 0, isInRow: true })
  await page.context().close()
})
