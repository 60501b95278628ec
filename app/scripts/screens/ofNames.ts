/** Names in scripts that stack, join, run from right to left or know no spaces, wherever a name is shown. */
import type { Page } from "playwright-core"
import { all, menuOf, opened, pick, press, pressButton, row, slowDown, wait } from "./acts.js"
import type { Act, Samples, Screen } from "./Screen.js"
import { wide, wideAndSmall } from "./Screen.js"

/** Files whose names ask much of a line, by what they ask. */
export const hardNames = {
  thai: "รายงานการประชุมคณะกรรมการฟื้นฟูท่าเรือครั้งที่ ๑๒ ว่าด้วยเขื่อนกันคลื่นด้านทิศเหนือและทิศใต้.pdf",
  devanagari: "बंदरगाह पुनर्निर्माण समिति की बारहवीं बैठक का कार्यवृत्त, उत्तरी घाट के क्षतिग्रस्त खंभों सहित.docx",
  arabic: "محضر اجتماع لجنة إعادة بناء الميناء رقم ١٢ بخصوص الرصيف الشمالي والحوض الجنوبي.xlsx",
  hebrew: "פרוטוקול ישיבת הוועדה לשיקום הנמל, הרציף הצפוני והאגן הדרומי, נוסח סופי.txt",
  both: "עותק של Pier 4 survey (final) מאושר.jpg",
  emoji: "👩🏽‍🔧🌊🏗️ harbour crew, 👨‍👩‍👧‍👦 families’ day 🎏🎏🎏🎏🎏🎏🎏🎏🎏🎏 low tide ☀️.jpg",
  long: `${"the quay that goes on and on and ".repeat(6).slice(0, 195)}.jpg`
} as const

/** A way of five folders, each in another script. */
export const hardFolders =
  "แบบแปลนท่าเรือและเขื่อนกันคลื่น/बंदरगाह के पुराने और नए चित्र/صور الميناء القديم والجديد/ארכיון התמונות 🏗️"

const open = (path: string): Act => async (page: Page) => {
  await page.goto(`${new URL(page.url()).origin}${path}`)
  await page.locator("[data-viewer]").waitFor()
  await page.waitForLoadState("networkidle")
}

export const screensOfNames = (
  { inHardFolders, inHardNames, previewOfHard }: Samples
): ReadonlyArray<Screen> => [
  { name: "names", path: inHardNames, sizes: ["wide", "medium", "small"] },
  { name: "names-grid", path: `${inHardNames}?view=grid`, sizes: ["wide", "medium", "small"] },
  { name: "names-crumbs", path: inHardFolders, sizes: ["wide", "medium", "small"] },
  ...(["thai", "arabic", "long"] as const).map((name): Screen => ({
    name: `names-details-${name}`,
    path: inHardNames,
    sizes: wideAndSmall,
    act: opened([hardNames[name].slice(0, 12)], "i", "complementary")
  })),
  {
    name: "names-rename",
    path: inHardNames,
    sizes: wideAndSmall,
    act: all((page) => row(page, hardNames.hebrew.slice(0, 12)).focus(), press("x", "F2"), wait(300))
  },
  {
    name: "names-menu",
    path: inHardNames,
    sizes: ["small"],
    act: menuOf((page) => row(page, hardNames.long.slice(0, 20)), 200)
  },
  {
    name: "names-share",
    path: inHardNames,
    sizes: wideAndSmall,
    act: opened([hardNames.long.slice(0, 20)], "Shift+S", "dialog")
  },
  {
    name: "names-move",
    path: inHardFolders,
    sizes: wideAndSmall,
    act: opened([hardNames.devanagari.slice(0, 12)], "Shift+M", "dialog")
  },
  {
    name: "names-conflict",
    path: inHardNames,
    sizes: wideAndSmall,
    act: all(
      pick({ name: hardNames.long, bytes: 6_000 }, { name: hardNames.arabic, bytes: 6_000 }),
      pressButton(/^(Choose: |选择：)/),
      (page) => page.getByRole("dialog").waitFor()
    )
  },
  {
    name: "names-transfers",
    path: inHardFolders,
    sizes: wideAndSmall,
    act: all(
      slowDown,
      pick(...Object.values(hardNames).map((name, at) => ({ name: `v2 ${name}`, bytes: 2_000_000 + at }))),
      wait(1500)
    )
  },
  ...(["both", "emoji", "long"] as const).map((name): Screen => ({
    name: `names-preview-${name}`,
    path: inHardNames,
    sizes: wideAndSmall,
    act: open(previewOfHard(hardNames[name]))
  })),
  {
    name: "names-printed",
    path: inHardNames,
    sizes: wide,
    act: async (page) => {
      await page.setViewportSize({ width: 794, height: 1123 })
      await page.emulateMedia({ media: "print" })
    }
  }
]
