import { join } from "node:path"
import { all, beside, dragOver, holdAnswers, isNarrow, menuOf, opened, press, row, wait } from "./acts.js"
import type { Samples, Screen } from "./Screen.js"
import { wide, wideAndPhone, wideAndSmall } from "./Screen.js"

const root = process.cwd()

export const screensOfFiles = ({ inDeepFolder, inFolder }: Samples): ReadonlyArray<Screen> => [
  { name: "list", path: inFolder },
  {
    name: "selected",
    path: inFolder,
    act: async (page) => {
      await row(page, "harbour at").click(beside)
      for (const name of ["Kosten", "morning fog"]) await row(page, name).click({ ...beside, modifiers: ["Control"] })
    },
    sizes: ["wide", "tablet", "medium"]
  },
  // there a finger that rests selects the first, and taps the others
  {
    name: "selected-touch",
    path: inFolder,
    sizes: ["phone", "small"],
    act: async (page) => {
      await row(page, "Lighting").focus()
      await page.keyboard.press("x")
      await row(page, "02 Drawings").tap(beside)
      await row(page, "会议记录").tap(beside)
    }
  },
  {
    name: "skeleton",
    path: inFolder,
    sizes: wideAndSmall,
    act: all(holdAnswers(/\/file\/.*\/list/), (page) => page.goto(page.url()).then(() => {}), wait(1500))
  },
  {
    name: "filtered",
    path: inFolder,
    sizes: wideAndSmall,
    act: async (page) => {
      await page.getByRole("button", { name: /^(Images|图片)$/ }).click()
      if (!isNarrow(page)) await page.getByRole("searchbox").fill("o")
    }
  },
  {
    name: "recycled",
    path: inFolder,
    sizes: wideAndSmall,
    act: async (page) => {
      await page.route(/\/recycle/, (route) => route.fulfill({ json: { code: 0, msg: "success", data: {} } }))
      await row(page, "Lighting").focus()
      await page.keyboard.press("x")
      await page.keyboard.press("Delete")
      await page.locator("[data-region='toasts'] li").first().waitFor()
    }
  },
  { name: "menu", path: inFolder, act: menuOf((page) => row(page, "harbour at"), 300), sizes: wideAndPhone },
  { name: "grid", path: `${inFolder}?view=grid`, sizes: wideAndPhone },
  {
    name: "rename",
    path: inFolder,
    sizes: wide,
    act: all((page) => row(page, "quay-panorama").click(beside), press("F2"))
  },
  {
    name: "spaces",
    path: inFolder,
    sizes: wide,
    act: async (page) => {
      await page.getByRole("button", { name: /Nordhafen Studio/ }).click()
      await page.getByRole("menu").waitFor()
    }
  },
  { name: "crumbs", path: inDeepFolder, sizes: ["tablet", "small"] },
  { name: "keyboard", path: inFolder, sizes: wide, act: opened(["quay-panorama"], "?", "dialog") },
  { name: "filter", path: inFolder, sizes: wide, act: (page) => page.getByRole("searchbox").fill("zzz") },
  { name: "new-folder", path: "/nordhafen/f", sizes: wide, act: opened([], "Shift+N", "dialog") },
  {
    name: "sidebar",
    path: "/nordhafen/f",
    sizes: ["tablet", "phone"],
    act: all((page) => page.getByRole("button", { name: /Places|位置/ }).click(), wait(400))
  },
  { name: "drop", path: inFolder, sizes: wideAndSmall, act: dragOver(join(root, "README.md"), join(root, "docs")) },
  {
    name: "offline",
    path: inFolder,
    sizes: wideAndSmall,
    act: async (page) => {
      await page.context().setOffline(true)
      await page.locator("[data-dimmed]").waitFor()
    }
  },
  {
    name: "move",
    path: inFolder,
    sizes: wideAndSmall,
    act: all(
      opened(["Kosten"], "Shift+M", "dialog"),
      (page) => page.getByRole("treeitem", { name: "02 Drawings" }).locator("> div").click(),
      wait(400)
    )
  },
  { name: "details", path: inFolder, sizes: wideAndSmall, act: opened(["Kosten"], "i", "complementary") },
  {
    name: "details-none",
    path: inFolder,
    sizes: wide,
    act: async (page) => page.getByRole("button", { name: /^(Details|详情)$/ }).click()
  },
  {
    name: "details-several",
    path: inFolder,
    sizes: ["wide", "medium"],
    act: async (page) => {
      for (const name of ["Kosten", "first frost"]) {
        await row(page, name).focus()
        await page.keyboard.press("x")
      }
      await page.getByRole("button", { name: /^(Details|详情)$/ }).click()
    }
  },
  { name: "file-asset", path: inFolder, sizes: ["wide", "tablet"], act: opened(["Kosten"], "Shift+A", "dialog") }
]
