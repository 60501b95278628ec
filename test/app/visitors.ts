/** Files that are shared, and somebody who is not signed in and has their link. */
import type { BrowserContext, Page, Request } from "playwright-core"
import type { AppStage, TestedPlatform } from "./AppStage.js"
import { complaintsOf, isFailedRequest } from "./findings.js"

/** Into a folder of the top, by the drive outside of the page. */
export const uploadTo = async (
  { drive }: AppStage,
  platform: TestedPlatform,
  folder: string,
  name: string,
  source: Blob | string
) => {
  const spaceId = `${platform}-space`
  const parentFileId = await drive.files.ensureFolder(folder, { spaceId })
  const { fileId } = await drive.uploads.start({ source, name, parentFileId }, { spaceId }).done
  return { parentFileId, fileId }
}

export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  readonly requests: ReadonlyArray<Request>
  /** What the page complained of. */
  readonly complaints: ReadonlyArray<string>
}

/** Somebody who is not signed in. */
export const makeVisitor = async ({ browser }: AppStage): Promise<Visitor> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en" })
  const page = await context.newPage()
  const requests: Array<Request> = []
  page.on("request", (request) => requests.push(request))
  return { context, page, requests, complaints: complaintsOf(page, isFailedRequest) }
}

export const enter = async (page: Page, code: string): Promise<void> => {
  await page.getByRole("textbox", { name: "Code" }).fill(code)
  await page.getByRole("button", { name: "Open" }).click()
}
