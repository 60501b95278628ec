/** The panel of transfers, once for each state that a file can be in. */
import type { Page } from "playwright-core"
import type { Picked } from "./acts.js"
import { all, beside, pick, pressButton, row, slowDown, wait, withFaults } from "./acts.js"
import type { Act, Samples, Screen } from "./Screen.js"
import { wide, wideAndSmall } from "./Screen.js"

const says = (text: RegExp): Act => (page) => page.locator("[data-region='panel']").getByText(text).first().waitFor()

const some: ReadonlyArray<Picked> = [
  { name: "drone pass 08, slipway.mp4", bytes: 9_000_000 },
  { name: "quay-panorama-north.jpg", bytes: 7_000_000 },
  { name: "港口改造 总平面图 v15.dwg", bytes: 3_000_000 },
  { name: "tide gauge 2.csv", bytes: 700_000 }
]

/** The same names again and again: only where none of them arrives. */
const slowUpload: Act = all(slowDown, pick(...some), wait(2500))

const goOffline: Act = (page) => page.context().setOffline(true)

const download: Act = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const conditions = { offline: false, latency: 20, downloadThroughput: 2_000, uploadThroughput: -1 }
  await session.send("Network.emulateNetworkConditions", conditions)
  await row(page, "dune survey").click(beside)
  await page.keyboard.press("Shift+D")
  await page.locator("[data-region='panel']").waitFor()
}

let turn = 0
const tiny = (count: number): Act => async (page) => {
  turn++
  const files = Array.from({ length: count }, (_, at) => ({ name: `sounding ${turn}-${at + 1}.csv`, bytes: 400 + at }))
  await pick(...files)(page)
}

export const screensOfTransferStates = ({ inFolder }: Samples): ReadonlyArray<Screen> => {
  const state = (name: string, ...acts: ReadonlyArray<Act>): Screen => ({
    name: `state-${name}`,
    path: inFolder,
    sizes: wideAndSmall,
    act: all(...acts)
  })
  return [
    state("uploading", slowUpload),
    state("paused", slowUpload, pressButton(/^(Pause all|全部暂停)$/), wait(800)),
    state("offline", slowUpload, goOffline, says(/Waiting for the network|等待网络/)),
    state(
      "cancelled",
      slowUpload,
      pressButton(/^(Cancel: |取消：)quay/),
      wait(600)
    ),
    state(
      "stop",
      slowUpload,
      (page) => page.locator("[data-region='panel']").getByRole("button", { name: /^(Close|关闭)$/ }).click(),
      (page) => page.getByRole("alertdialog").waitFor()
    ),
    state(
      "full",
      withFaults({ full: true }, all(pick(...some), says(/space is full|空间已满/))),
      wait(600)
    ),
    state("done", tiny(3), says(/files uploaded|已上传/)),
    state("done-many", tiny(40), says(/40 files uploaded|已上传 40/)),
    state(
      "rapid",
      pick({ name: "rapid.bin", bytes: 3_000_000 }, { name: "rapid again.bin", bytes: 2_000_000 }),
      wait(2500)
    ),
    state("downloads", download, wait(1500)),
    { name: "state-none", path: inFolder, sizes: wide, act: pressButton(/^(Transfers|传输|传输列表)$/) }
  ]
}
