/** What is rare and has to look right all the same: very long names, a file without a byte, one item alone, hundreds selected. */
import { all, menuOf, onPaper, opened, press, row, wait } from "./acts.js"
import type { Samples, Screen } from "./Screen.js"
import { wide, wideAndSmall } from "./Screen.js"

const sizes = ["wide", "medium", "small"] as const

export const screensOfUnusual = ({ inOddFolder, inOneItem, inSoundings }: Samples): ReadonlyArray<Screen> => [
  { name: "odd-names", path: inOddFolder, sizes },
  { name: "odd-names-grid", path: `${inOddFolder}?view=grid`, sizes },
  {
    name: "odd-names-details",
    path: inOddFolder,
    sizes: wideAndSmall,
    act: opened(["Wwwwww"], "i", "complementary")
  },
  { name: "odd-names-menu", path: inOddFolder, sizes: ["small"], act: menuOf((page) => row(page, "محضر"), 200) },
  { name: "odd-names-share", path: inOddFolder, sizes: wideAndSmall, act: opened(["محضر"], "Shift+S", "dialog") },
  {
    name: "odd-names-toast",
    path: inOddFolder,
    sizes: wideAndSmall,
    act: all(
      async (page) => {
        await page.route(/\/recycle/, (route) => route.fulfill({ json: { code: 0, msg: "", data: {} } }))
      },
      (page) => row(page, "Wwwwww").focus(),
      press("x", "Delete"),
      (page) => page.locator("[data-region='toasts'] li").first().waitFor()
    )
  },
  { name: "printed", path: inOddFolder, sizes: wide, act: onPaper },
  { name: "one-item", path: inOneItem, sizes },
  {
    name: "many-selected",
    path: inSoundings,
    sizes,
    act: all((page) => row(page, "sounding 1.csv").focus(), press("x", "ControlOrMeta+a"), wait(200))
  }
]
