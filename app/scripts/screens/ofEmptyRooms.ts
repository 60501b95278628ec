/** Rooms that have nothing to show, and sign-ins. */
import type { Page } from "playwright-core"
import { all, pressButton, wait } from "./acts.js"
import type { Act, Samples, Screen } from "./Screen.js"
import { wideAndPhone, wideAndSmall } from "./Screen.js"

/** A space that nothing was put into. */
const emptySpace = "/client-archive"

const openRoom = (path: string, heading = "main h2"): Act => async (page) => {
  await page.goto(`${new URL(page.url()).origin}${path}`)
  await page.locator(heading).first().waitFor()
  await page.waitForLoadState("networkidle")
}

const filterBy = (text: string): Act => async (page: Page) => {
  const field = page.getByRole("searchbox").locator("visible=true")
  if (await field.count() === 0) {
    await pressButton(/^(Filter this list|筛选此列表|筛选当前列表)/)(page)
  }
  await field.first().fill(text)
}

export const screensOfEmptyRooms = ({ inFolder }: Samples): ReadonlyArray<Screen> => [
  ...(["f", "bin", "assets", "starred"] as const).map((room): Screen => ({
    name: `empty-${room === "f" ? "files" : room}`,
    path: inFolder,
    sizes: wideAndSmall,
    act: openRoom(`${emptySpace}/${room}`)
  })),
  { name: "empty-filter", path: inFolder, sizes: wideAndSmall, act: filterBy("zzz") },
  { name: "empty-filter-bin", path: "/nordhafen/bin", sizes: wideAndSmall, act: filterBy("zzz") },
  { name: "empty-filter-assets", path: "/nordhafen/assets", sizes: wideAndSmall, act: filterBy("zzz") },
  { name: "nowhere", path: inFolder, sizes: wideAndSmall, act: openRoom("/nordhafen/nowhere/at/all", "h1") },
  { name: "folder-gone", path: inFolder, sizes: wideAndSmall, act: openRoom("/nordhafen/f/no-such-folder") },
  {
    name: "signin-refused",
    path: "/",
    signedOut: true,
    sizes: wideAndPhone,
    act: async (page) => {
      await page.getByRole("textbox").fill("not a token")
      await page.keyboard.press("Enter")
      await page.getByText(/is not valid|无效/).waitFor()
    }
  },
  {
    name: "signin-ended",
    path: inFolder,
    sizes: wideAndPhone,
    act: all(
      async (page) => {
        await page.route(
          /\/api\//,
          (route) => route.fulfill({ status: 401, json: { code: "AccessTokenInvalid", message: "" } })
        )
        await page.locator("[data-index]").first().dblclick({ position: { x: 90, y: 20 } })
        await page.locator("form").waitFor()
      },
      wait(400)
    )
  }
]
