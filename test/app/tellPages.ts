/** What the pages of a browser show when a test has failed: the run's last lines are often all that is kept of it. */
import type { Browser, BrowserContext, Page } from "playwright-core"
import type { RunnerTestCase } from "vitest"

const readPage = "[...document.querySelectorAll('h1, h2, [role=dialog], [role=alertdialog], [role=status], " +
  "[aria-live], [data-region=toasts], [data-index]')].map((one) => one.textContent.trim()).filter(Boolean).join(' | ')"

const atMost = 600

const tellPage = async (page: Page): Promise<string> => {
  const shown = await page.evaluate(readPage).catch((cause: unknown) => `cannot be asked: ${String(cause)}`)
  return `${new URL(page.url()).pathname} shows ${String(shown).replaceAll(/\s+/g, " ").slice(0, atMost)}`
}

/** Writes behind the first line of each error what the pages show. */
const tell = async (contexts: ReadonlyArray<BrowserContext>, { result }: RunnerTestCase): Promise<void> => {
  const told = await Promise.all(contexts.flatMap((context) => context.pages()).map(tellPage))
  for (const error of result?.errors ?? []) {
    const append = (text: string) => text.replace(/(?=\n|$)/, ` (${told.join("; ")})`)
    error.message = append(error.message)
    if (error.stack !== undefined) error.stack = append(error.stack)
  }
}

const hasFailed = ({ result }: RunnerTestCase): boolean => result?.state === "fail"

/** Of a test that has failed, tells what its pages show before they are closed: by the hook of its file, or by what this gives. */
export const tellPages = (browser: Browser, running: () => RunnerTestCase | undefined): () => Promise<void> => {
  browser.on("context", (context) => {
    const close = context.close.bind(context)
    context.close = async (options) => {
      const test = running()
      context.close = close
      if (test !== undefined && hasFailed(test)) await tell([context], test)
      await close(options)
    }
  })
  return async () => {
    const test = running()
    if (test === undefined || !hasFailed(test)) return
    for (const context of browser.contexts()) await context.close()
  }
}
