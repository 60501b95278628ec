import type { Page } from "playwright-core"
import { all, beside, isNarrow, menuOf, opened, pressButton, row } from "./acts.js"
import type { Act, Samples, Screen } from "./Screen.js"
import { wide, wideAndPhone, wideAndSmall } from "./Screen.js"

/** One that is on the screen without scrolling, wide or narrow, in the order of either language. */
const someAsset = (page: Page) => row(page, "100%")

const openSpace = (path: string, act: Act): Act => async (page) => {
  await page.goto(`${new URL(page.url()).origin}${path}`)
  await act(page)
}

export const screensOfRooms = ({ inFolder }: Samples): ReadonlyArray<Screen> => [
  { name: "bin", path: "/nordhafen/bin" },
  {
    name: "bin-selected",
    path: "/nordhafen/bin",
    sizes: wideAndSmall,
    act: async (page) => {
      await row(page, "Pier 3").click(isNarrow(page) ? { ...beside, button: "right" } : beside)
      if (isNarrow(page)) await page.getByRole("dialog").waitFor()
      else await row(page, "Old tender").click({ ...beside, modifiers: ["Control"] })
    }
  },
  {
    name: "bin-remove",
    path: "/nordhafen/bin",
    sizes: wideAndSmall,
    act: opened(["Pier 3", "drone pass", "photos-week"], "Delete", "alertdialog")
  },
  {
    name: "bin-clear",
    path: "/nordhafen/bin",
    sizes: wideAndSmall,
    act: all(pressButton(/^(Clear the bin|清空回收站)/), (page) => page.getByRole("alertdialog").waitFor())
  },
  { name: "assets", path: "/nordhafen/assets" },
  { name: "assets-grid", path: "/nordhafen/assets?view=grid", sizes: wideAndSmall },
  { name: "assets-selected", path: "/nordhafen/assets", sizes: wide, act: opened([someAsset], "i", "complementary") },
  { name: "assets-menu", path: "/nordhafen/assets", sizes: wideAndSmall, act: menuOf(someAsset, 200) },
  {
    name: "assets-permission",
    path: "/nordhafen/assets",
    sizes: wideAndSmall,
    act: opened([someAsset], "Shift+A", "dialog")
  },
  {
    name: "assets-move",
    path: "/nordhafen/assets",
    sizes: wideAndSmall,
    act: opened([someAsset], "Shift+M", "dialog")
  },
  { name: "starred", path: "/nordhafen/starred", sizes: wideAndSmall },
  {
    name: "space",
    path: inFolder,
    sizes: wideAndSmall,
    act: openSpace("/nordhafen/about", (page) => page.getByRole("textbox").last().waitFor())
  },
  {
    name: "space-moving",
    path: inFolder,
    sizes: wide,
    act: async (page) => {
      await page.getByRole("link", { name: /^(This space|此空间)$/ }).click()
      await page.getByRole("link", { name: /Client archive/ }).click()
      await page.getByRole("heading", { name: "Client archive" }).waitFor()
      const field = page.getByRole("textbox", { name: /move is for|迁移用途/ })
      await field.or(page.getByRole("progressbar")).first().waitFor()
      if (await field.isVisible()) {
        await field.fill("drive")
        await page.keyboard.press("Enter")
      }
      await page.getByRole("progressbar").waitFor()
    }
  },
  {
    name: "space-unsupported",
    path: inFolder,
    sizes: wideAndSmall,
    act: openSpace("/old-backups/about", (page) => page.getByRole("heading", { name: "Old backups" }).waitFor())
  },
  {
    name: "space-unsupported-files",
    path: inFolder,
    sizes: wideAndSmall,
    act: openSpace("/old-backups/f", (page) => page.getByRole("heading", { level: 2 }).first().waitFor())
  },
  {
    name: "space-none",
    path: inFolder,
    sizes: wideAndSmall,
    act: all(
      async (page) => {
        await page.route(
          /\/space\/list/,
          (route) => route.fulfill({ json: { code: 0, msg: "", data: { list: [], total: 0 } } })
        )
      },
      openSpace("/", (page) => page.getByRole("heading", { level: 1 }).waitFor())
    )
  },
  // a part of the page that the network does not give
  {
    name: "broken-room",
    path: inFolder,
    sizes: wideAndSmall,
    act: async (page) => {
      // the worker that keeps the shell has the file by now
      await page.evaluate(async () => {
        for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
      })
      await page.addInitScript("delete Navigator.prototype.serviceWorker")
      await page.route(/\/AssetsPage-/, (route) => route.abort())
      await openSpace(
        "/nordhafen/assets",
        (there) => there.getByRole("button", { name: /^(Try again|重试)/ }).waitFor()
      )(page)
    }
  },
  { name: "signin", path: "/", signedOut: true, sizes: wideAndPhone }
]
