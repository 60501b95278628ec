import { all, pick, pressButton, slowDown, wait } from "./acts.js"
import type { Act, Samples, Screen } from "./Screen.js"
import { wideAndSmall } from "./Screen.js"

const fold = pressButton(/^(Fold|收起)$/)
const choose = /^(Choose|选择): /

const answerConflict: Act = all(pressButton(choose), (page) => page.getByRole("dialog").waitFor())

const openInspector = pressButton(/^(Inspector|检查器)$/)

/** On a narrow page the inspector is in the menu. */
const openInspectorFromMenu: Act = async (page) => {
  await pressButton(/^(Settings|设置)$/)(page)
  await page.getByRole("menuitem", { name: /^(Inspector|检查器)/ }).click()
}

const breakLine: Act = async (page) => {
  await page.getByText(/^(Reset connections|重置连接)/).click()
  await page.getByText(/^(Lose answers|丢失应答)/).click()
}

const film = { name: "drone pass 03, low tide, north quay.mp4", bytes: 24_000_000 }

/** An upload whose line is broken on purpose, while one watches. */
const watchBrokenUpload = (open: Act): Act =>
  all(
    open,
    breakLine,
    pressButton(/^(Close the inspector|关闭检查器)$/),
    slowDown,
    pick(film),
    fold,
    open,
    wait(9000)
  )

export const screensOfTransfers = ({ inFolder }: Samples): ReadonlyArray<Screen> => [
  {
    name: "transfers",
    path: inFolder,
    sizes: wideAndSmall,
    act: all(
      slowDown,
      pick(
        { name: "harbour at dusk.jpg", bytes: 600_000 },
        { name: "drone pass 05, high tide, north quay and the mole.mp4", bytes: 9_000_000 },
        { name: "tide gauge.csv", bytes: 700_000 },
        { name: "quay-panorama-east.jpg", bytes: 7_000_000 },
        { name: "港口改造 总平面图 v13.dwg", bytes: 3_000_000 },
        { name: "음성 메모 0413.m4a", bytes: 3_000_000 }
      ),
      pressButton(/^(Pause|暂停): quay-panorama-east/),
      wait(2500)
    )
  },
  {
    name: "folded",
    path: inFolder,
    sizes: wideAndSmall,
    act: all(slowDown, pick({ name: "drone pass 06.mp4", bytes: 9_000_000 }), wait(2000), fold)
  },
  {
    name: "conflict",
    path: inFolder,
    sizes: wideAndSmall,
    act: all(
      pick({ name: "harbour at dusk.jpg", bytes: 600_000 }, { name: "site-notes.md", bytes: 6_000 }),
      answerConflict
    )
  },
  {
    name: "conflicts",
    path: inFolder,
    sizes: wideAndSmall,
    act: all(
      pick(
        ...["harbour at dusk.jpg", "site-notes.md", "tide-model.py", "first frost.jpg", "council talk.pptx"].map(
          (name) => ({ name, bytes: 6_451 })
        )
      ),
      (page) => page.getByRole("button", { name: choose }).nth(4).waitFor(),
      answerConflict
    )
  },
  { name: "inspector", path: inFolder, sizes: ["wide", "tablet"], act: watchBrokenUpload(openInspector) },
  {
    name: "inspector-narrow",
    path: inFolder,
    sizes: ["phone", "small"],
    act: watchBrokenUpload(openInspectorFromMenu)
  }
]
