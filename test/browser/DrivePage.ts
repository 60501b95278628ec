/** Pages with a drive in them, and the emulator that they use. */
import type { RunningEmulator } from "effect-drive/emulator"
import type { BrowserContext, Page } from "playwright-core"
import type { PageServer, PageServerOptions } from "./PageServer.js"
import { servePage } from "./PageServer.js"

export const serveDrivePage = (
  policies: Pick<PageServerOptions, "contentSecurityPolicy" | "workerPolicy"> = {}
): Promise<PageServer> =>
  servePage({ script: "uploads", bundles: { hashWorker: "../../src/layers/browser/hashWorker" }, ...policies })

/** `failures` in a row end a request; default as the library has it. */
export const openDrivePage = async (
  context: BrowserContext,
  server: PageServer,
  { accessToken, apiHost }: Pick<RunningEmulator, "accessToken" | "apiHost">,
  failures?: number
): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(server.origin)
  await page.waitForFunction(() => "signIn" in window)
  await page.evaluate(
    ([host, token, most]) => window.signIn(host, token, most),
    [apiHost, accessToken, failures] as const
  )
  return page
}

/** Its renderer dies; no handler of the page runs. */
export const crash = async (page: Page): Promise<void> => {
  const gone = page.waitForEvent("crash")
  const session = await page.context().newCDPSession(page)
  void session.send("Page.crash").catch(() => {})
  await gone
  await page.close()
}

/** Requests that put a part: any, or that of a number. */
export const partPuts = (partNumber?: string, target: "oss" | "pds" | "s3" = "s3") =>
  ({ target, method: "PUT", query: { partNumber } }) as const

/** So many parts after the first `count` wait for longer than any test lasts. */
export const holdParts = (emulator: RunningEmulator, options: { readonly after: number; readonly times: number }) =>
  emulator.faults.add([{
    match: partPuts(),
    skip: options.after,
    times: options.times,
    action: { _tag: "delay", millis: 300_000 }
  }])
