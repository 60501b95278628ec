/** The page that has the adapters for browsers, each by itself, as `window.adapters`. */
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { launchChromium } from "./chromium.js"
import { type PageServer, servePage } from "./PageServer.js"

interface AdaptersPage {
  /** One more tab. */
  readonly openPage: (context: BrowserContext) => Promise<Page>
  /** With a context and a tab of its own. */
  readonly onPage: <A>(use: (page: Page, context: BrowserContext) => Promise<A>) => Promise<A>
}

/** Set up before the first test of the suite that calls this, taken down after its last. */
export const adaptersPage = (launch: () => Promise<Browser> = launchChromium): AdaptersPage => {
  let browser: Browser
  let server: PageServer

  beforeAll(async () => {
    browser = await launch()
    server = await servePage({ script: "adapters" })
  })

  afterAll(async () => {
    await browser.close()
    await server.close()
  })

  const openPage = async (context: BrowserContext): Promise<Page> => {
    const page = await context.newPage()
    await page.goto(server.origin)
    await page.waitForFunction(() => "adapters" in window)
    return page
  }

  return {
    openPage,
    onPage: async (use) => {
      const context = await browser.newContext()
      try {
        return await use(await openPage(context), context)
      } finally {
        await context.close()
      }
    }
  }
}
