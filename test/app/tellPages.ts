/** What the pages of a browser show when a test has failed: the run's last lines are often all that is kept of it. */
import type { Browser, Page } from "playwright-core"
import type { RunnerTestCase } from "vitest"

const readPage = "[...document.querySelectorAll('h1, h2, [role=dialog], [role=alertdialog], [role=status], " +
  "[aria-live], [data-region=toasts], [data-index]')].map((one) => one.textContent.trim()).filter(Boolean).join(' | ')"

const atMost = 600

const tellPage = async (page: Page): Promise<string> => {
  const shown = await page.evaluate(readPage).catch((cause: unknown) => `cannot be asked: ${String(cause)}`)
  return `${new URL(page.url()).pathname} shows ${String(shown).replaceAll(/\s+/g, " ").slice(0, atMost)}`
}

/** Writes behind the first line of each error what the pages show; then they are closed. */
export const tellPages = async (browser: Browser, { result }: RunnerTestCase): Promise<void> => {
  if (result?.state !== "fail") return
  const contexts = browser.contexts()
  const told = await Promise.all(contexts.flatMap((context) => context.pages()).map(tellPage))
  for (const error of result.errors ?? []) {
    const append = (text: string) => text.replace(/(?=\n|$)/, ` (${told.join("; ")})`)
    error.message = append(error.message)
    if (error.stack !== undefined) error.stack = append(error.stack)
  }
  await Promise.all(contexts.map((context) => context.close()))
}
