import { assert } from "@effect/vitest"
import { describe, it } from "vitest"
import { adaptersPage } from "./adaptersPage.js"

const { onPage } = adaptersPage()

describe("ConnectivityBrowser in Chromium", () => {
  it("says what the browser's own switch says", () =>
    onPage(async (page, context) => {
      const heard = page.evaluate(() => window.adapters.watchConnectivity())
      await page.waitForFunction(() => window.heard?.length === 1)
      await context.setOffline(true)
      await page.waitForFunction(() => window.heard.length === 3)
      await context.setOffline(false)
      const { value } = await heard
      assert.deepStrictEqual([...value ?? []].sort(), [false, "online: false", true, true].sort())
    }))
})
