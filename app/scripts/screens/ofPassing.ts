/** What is there for a moment only: menus, fields in place, what the pointer draws, what a refusal says. */
import type { Page } from "playwright-core"
import { all, beside, isNarrow, press, pressButton, row, wait } from "./acts.js"
import type { Act, Samples, Screen } from "./Screen.js"
import { wide, wideAndSmall } from "./Screen.js"

const middleOf = async (page: Page, name: string) => {
  const box = await row(page, name).boundingBox()
  return { x: (box?.x ?? 0) + 110, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
}

/** Rows are held over a folder, and not yet let go. */
const dragTo = (name: string, goal: string): Act => async (page) => {
  const [from, to] = [await middleOf(page, name), await middleOf(page, goal)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, from.y + 6, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 6 })
  // the first move onto it only enters it
  await page.mouse.move(to.x + 2, to.y)
}

/** A rectangle is drawn from the empty side of one row to another. */
const drawBand = (from: string, to: string): Act => async (page) => {
  const [start, end] = [await middleOf(page, from), await middleOf(page, to)]
  // beside the button of the row, which would be pressed
  const right = (page.viewportSize()?.width ?? 0) - 110
  await page.mouse.move(right, start.y)
  await page.mouse.down()
  await page.mouse.move(right - 520, end.y, { steps: 8 })
}

const openMenu = (name: RegExp): Act => all(pressButton(name), (page) => page.getByRole("menu").first().waitFor())

const refuse = (address: RegExp, status: number, code: string): Act => async (page) => {
  await page.route(address, (route) => route.fulfill({ status, json: { code, msg: code, message: code } }))
}

export const screensOfPassing = ({ inFolder }: Samples): ReadonlyArray<Screen> => [
  { name: "drag", path: inFolder, sizes: wide, act: dragTo("morning fog", "02 Drawings") },
  {
    name: "drag-several",
    path: inFolder,
    sizes: wide,
    act: all(
      (page) => row(page, "first frost").click(beside),
      (page) => row(page, "harbour at").click({ ...beside, modifiers: ["Control"] }),
      dragTo("harbour at", "Lighting")
    )
  },
  { name: "band", path: inFolder, sizes: wide, act: drawBand("会议记录", "evening") },
  {
    name: "band-grid",
    path: `${inFolder}?view=grid`,
    sizes: wide,
    act: all(
      (page) => row(page, "first frost").click(beside),
      (page) => row(page, "evening").click({ ...beside, modifiers: ["Control"] }),
      (page) => row(page, "harbour at").hover()
    )
  },
  {
    name: "rename-touch",
    path: inFolder,
    sizes: ["small"],
    act: all((page) => row(page, "02 Drawings").focus(), press("x", "F2"), wait(300))
  },
  {
    name: "rename-taken",
    path: inFolder,
    sizes: wideAndSmall,
    act: all(
      (page) => row(page, "02 Drawings").focus(),
      press("x", "F2", "ControlOrMeta+A"),
      (page) => page.keyboard.type("Lighting"),
      press("Enter"),
      (page) => page.getByRole("button", { name: /Lighting \(1\)/ }).waitFor()
    )
  },
  {
    name: "new-folder-taken",
    path: inFolder,
    sizes: wideAndSmall,
    act: all(
      press("Shift+N"),
      (page) => page.getByRole("dialog").getByRole("textbox").fill("Lighting"),
      press("Enter"),
      (page) => page.getByRole("button", { name: /Lighting \(1\)/ }).waitFor()
    )
  },
  { name: "menu-upload", path: inFolder, sizes: wideAndSmall, act: openMenu(/^(Upload|上传|Add|添加|新建)$/) },
  {
    name: "menu-settings",
    path: inFolder,
    sizes: wideAndSmall,
    act: (page) => openMenu(isNarrow(page) ? /^(More|更多)$/ : /^(Settings|设置)$/)(page)
  },
  {
    name: "menu-several",
    path: inFolder,
    sizes: wideAndSmall,
    act: async (page) => {
      for (const name of ["02 Drawings", "Lighting"]) {
        await row(page, name).focus()
        await page.keyboard.press("x")
      }
      await row(page, "Lighting").click({ button: "right", position: { x: 200, y: 20 } })
      await page.getByRole("menu").first().waitFor()
    }
  },
  {
    name: "menu-empty",
    path: "/nordhafen/f",
    sizes: wide,
    act: (page) => page.locator("#list").click({ button: "right", position: { x: 500, y: 780 } })
  },
  {
    name: "tip",
    path: inFolder,
    sizes: wide,
    act: all((page) => page.getByRole("button", { name: /^(Transfers|传输)$/ }).hover(), wait(900))
  },
  {
    name: "refused",
    path: inFolder,
    sizes: wideAndSmall,
    act: all(
      refuse(/\/recycle/, 403, "Forbidden"),
      (page) => row(page, "Lighting").focus(),
      press("x", "Delete"),
      (page) => page.locator("[data-region='toasts'] li").first().waitFor()
    )
  },
  {
    name: "unreachable",
    path: inFolder,
    sizes: wideAndSmall,
    act: all(
      async (page) => {
        await page.route(/\/list\?/, (route) => route.abort())
        await page.goto(new URL("/nordhafen/f", page.url()).href)
      },
      wait(6_000)
    )
  }
]
