/** What components cost a page in which much moves, and what the same page costs without them, in a real Chromium. */
import { startEmulator } from "effect-drive/emulator"
import { launchChromium } from "../test/browser/chromium.js"
import { servePage } from "../test/browser/PageServer.js"
import type { Row, Sample } from "./harness.js"
import { interleaved } from "./harness.js"
import { patientContext } from "./patientContext.js"

const rows = 5000
const active = 6
const measured = 5000

/** The part of the time in which the main thread has something to do, in percent. */
const busyPage = async (isShown: boolean): Promise<Sample> => {
  const browser = await launchChromium()
  const server = await servePage({ script: "react", bundles: { hashWorker: "../../src/layers/browser/hashWorker" } })
  const emulator = await startEmulator()
  try {
    const page = await (await patientContext(browser)).newPage()
    await page.goto(server.origin)
    await page.waitForFunction(() => "openQueue" in window)
    const queue = { idle: rows - active, active, isShown }
    await page.evaluate(
      ([host, token, wanted]) => window.openQueue(host, token, wanted),
      [emulator.apiHost, emulator.accessToken, queue] as const
    )
    const session = await page.context().newCDPSession(page)
    await session.send("Performance.enable")
    const look = async () => {
      const { metrics } = await session.send("Performance.getMetrics")
      const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
      return { at: of("Timestamp"), busy: of("TaskDuration") }
    }
    const before = await look()
    await new Promise((resolve) => setTimeout(resolve, measured))
    const after = await look()
    return { percent: (100 * (after.busy - before.busy)) / (after.at - before.at) }
  } finally {
    await browser.close()
    await server.close()
    await emulator.close()
  }
}

const shown = (percent: number): string => `${percent.toFixed(1)} %`

/** The bar is that of the whole page: its uploads, the stores and the components. The peer is the page without components. */
export async function componentsInPage(turns: number): Promise<ReadonlyArray<Row>> {
  const { bare, page } = await interleaved(turns, { page: () => busyPage(true), bare: () => busyPage(false) })
  const { percent = Number.NaN } = page
  return [{
    what: `${active} uploads at 60 updates a second among ${rows} rows: main thread`,
    ours: shown(percent),
    peer: `${shown(bare.percent ?? Number.NaN)} without components`,
    value: percent,
    bar: 3
  }]
}
