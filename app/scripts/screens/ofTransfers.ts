import { all, beside, comeBack, pick, pickKept, press, pressButton, row, slowDown, slowTo, wait } from "./acts.js"
import type { Act, Samples, Screen } from "./Screen.js"
import { wideAndSmall } from "./Screen.js"

const fold = pressButton(/^(Collapse|收起)$/)
const choose = /^(Choose: |选择：)/

const answerConflict: Act = all(pressButton(choose), (page) => page.getByRole("dialog").waitFor())

const openInspector = pressButton(/^(Inspector|检查器)$/)

/** On a narrow page the inspector is in the menu. */
const openInspectorFromMenu: Act = async (page) => {
  await pressButton(/^(More|更多)$/)(page)
  await page.getByRole("menuitem", { name: /^(Inspector|检查器)/ }).click()
}

const breakLine: Act = async (page) => {
  await page.getByText(/^(Reset connections|重置连接)/).click()
  await page.getByText(/^(Lose answers|丢失应答)/).click()
}

const again = [
  { name: "drone pass 07, slipway at high water.mp4", bytes: 9_000_000 },
  { name: "quay-panorama-south.jpg", bytes: 7_000_000 },
  { name: "港口改造 总平面图 v14.dwg", bytes: 3_000_000 }
]

/** What a page leaves that goes while it reads a folder. */
const halfRead = [{ id: "1", name: "Week 46, from the crane", spaceId: "nordhafen", folder: "root" }]
const markHalfRead: Act = (page) =>
  page.evaluate(
    `localStorage.setItem("drive.reading.before", ${
      JSON.stringify(JSON.stringify({ at: Date.now(), folders: halfRead }))
    })`
  )

const film = pick({ name: "drone pass 03, low tide, north quay.mp4", bytes: 260_000_000 })
const fastEnough = slowTo(9_000_000)

/** The service packs two files, and the panel shows its task. */
const packTwo: Act = all(
  (page) => row(page, "first frost").click(beside),
  (page) => row(page, "harbour at dusk").click({ ...beside, modifiers: ["ControlOrMeta"] }),
  press("Shift+D"),
  (page) => page.getByRole("tab", { name: /^(Tasks|任务)/ }).click()
)

export const screensOfTransfers = ({ inFolder }: Samples): ReadonlyArray<Screen> => {
  /** What the page before has left; `button` is there once it is shown. */
  const backAfter = (name: string, left: Act, button: RegExp): Screen => ({
    name,
    path: inFolder,
    sizes: wideAndSmall,
    act: all(left, comeBack, (page) => page.getByRole("button", { name: button }).waitFor())
  })
  return [
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
        pressButton(/^(Pause: |暂停：)quay-panorama-east/),
        wait(2500)
      )
    },
    // the emulator of the pictures takes its time for what it does by itself
    {
      name: "tasks",
      path: inFolder,
      sizes: wideAndSmall,
      act: all(
        packTwo,
        press("Escape")
      )
    },
    {
      name: "task-left",
      path: inFolder,
      sizes: wideAndSmall,
      act: all(
        packTwo,
        pressButton(/^(Stop following|不再跟踪)/),
        wait(300)
      )
    },
    backAfter("pick-again", all(slowDown, pick(...again)), /^(Choose files|选择文件)$/),
    backAfter("drop-again", markHalfRead, /^(Choose folder|选择文件夹)$/),
    backAfter("goes-on", all(slowDown, pickKept(...again)), /^(Pause all|全部暂停)$/),
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
          ...["harbour at dusk.jpg", "site-notes.md", "tide-model.py", "first frost.jpg", "dune survey, east.jpg"].map(
            (name) => ({ name, bytes: 6_451 })
          )
        ),
        (page) => page.getByRole("button", { name: choose }).nth(4).waitFor(),
        answerConflict
      )
    },
    // an upload whose line is broken on purpose, while one watches
    {
      name: "inspector",
      path: inFolder,
      sizes: ["wide", "tablet"],
      act: all(openInspector, breakLine, fastEnough, film, fold, wait(12_000))
    },
    // there it covers all of the page
    {
      name: "inspector-narrow",
      path: inFolder,
      sizes: ["phone", "small"],
      act: all(fastEnough, film, fold, openInspectorFromMenu, wait(9_000))
    }
  ]
}
