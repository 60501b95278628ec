/** Pages that have all the time they need: how slow a machine is says nothing of the library. The bench has its own end. */
import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core"

export const patientContext = async (
  browser: Browser,
  options: BrowserContextOptions = {}
): Promise<BrowserContext> => {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(0)
  return context
}
