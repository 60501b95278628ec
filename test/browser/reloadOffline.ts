import type { Page } from "playwright-core"

/**
 * Loads a page once more while its context is offline. Some releases of Chromium tell the new document that it is online, though no
 * request of it gets through: it hears of the network again. Nothing must answer meanwhile.
 */
export const reloadOffline = async (page: Page): Promise<void> => {
  await page.reload()
  if (!await page.evaluate<boolean>("navigator.onLine")) return
  await page.context().setOffline(false)
  await page.context().setOffline(true)
}
