/** What components cost a page in which much moves, and what the same page costs without them, in a real Chromium. */
import { startEmulator } from "effect-drive/emulator"
import { launchChromium } from "../test/browser/chromium.js"
import { servePage } from "../test/browser/PageServer.js"
import type { Row, Sample } from "./harness.js"
import { interleaved, median } from "./harness.js"
import { patientContext } from "./patientContext.js"

const rows = 5000
const active = 6

/** Seconds that are looked at one by one. In one or two of the first the stopped uploads are saved, which is done once. */
const looks = 9

/** CPU of the main thread in the median of these seconds, in percent. */
const busyPage = async (shown: { readonly isShown: boolean; readonly group?: number }): Promise<Sample> => {
  const browser = await launchChromium()
  const server = await servePage({ script: "react", bundles: { hashWorker: "../../src/layers/browser/hashWorker" } })
  const emulator = await startEmulator()
  try {
    const page = await (await patientContext(browser)).newPage()
    await page.goto(server.origin)
    await page.waitForFunction(() => "openQueue" in window)
    const queue = { idle: rows - active, active, ...shown }
    await page.evaluate(
      ([host, token, wanted]) => window.openQueue(host, token, wanted),
      [emulator.apiHost, emulator.accessToken, queue] as const
    )
    const session = await page.context().newCDPSession(page)
    await session.send("Performance.enable", { timeDomain: "threadTicks" })
    const look = async () => {
      const { metrics } = await session.send("Performance.getMetrics")
      const busy = metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN
      return { at: performance.now() / 1000, busy }
    }
    const shares: Array<number> = []
    for (let before = await look(); shares.length < looks;) {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      const after = await look()
      shares.push((100 * (after.busy - before.busy)) / (after.at - before.at))
      before = after
    }
    return { percent: median(shares) }
  } finally {
    await browser.close()
    await server.close()
    await emulator.close()
  }
}

const rowsInGroup = 100

const asText = (percent: number): string => `${percent.toFixed(1)} %`

/**
 * The bar is that of the whole page: its uploads, the stores and the components. The peer is the page without components. With all rows
 * side by side most is React's, which looks at each of them whenever one has changed.
 */
export async function componentsInPage(turns: number): Promise<ReadonlyArray<Row>> {
  const { bare, flat, grouped } = await interleaved(turns, {
    flat: () => busyPage({ isShown: true }),
    grouped: () => busyPage({ isShown: true, group: rowsInGroup }),
    bare: () => busyPage({ isShown: false })
  })
  const rowOf = (how: string, { percent = Number.NaN }: Sample): Row => ({
    what: `${active} uploads at 60 updates a second among ${rows} rows${how}: main thread's CPU`,
    ours: asText(percent),
    peer: `${asText(bare.percent ?? Number.NaN)} without components`,
    value: percent,
    bar: 3
  })
  return [rowOf("", flat), rowOf(` in groups of ${rowsInGroup}`, grouped)]
}
