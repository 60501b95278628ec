/** Thousands of uploads started in one loop of a page that shows the list of them, in a real Chromium: how long is it busy with that? */
import { startEmulator } from "effect-drive/emulator"
import { launchChromium } from "../test/browser/chromium.js"
import { serveDrivePage } from "../test/browser/DrivePage.js"
import { openBarePage } from "./barePage.js"
import type { Row, Sample } from "./harness.js"
import { interleaved, seconds } from "./harness.js"

/** Files as a picker gives them. Nothing was started before, so that no code is warm; the list is read whenever it has changed. */
const start = (count: number): string =>
  `(async () => {
  const { uploads } = client.drive
  let longestTask = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration)
  }).observe({ type: "longtask" })
  const files = Array.from({ length: ${count} }, (_, index) => new File([\`file \${index}\`], \`\${index}.txt\`))
  const turn = () => new Promise((done) => setTimeout(done, 100))
  await turn()
  longestTask = 0
  uploads.subscribe(() => uploads.list())
  const begun = performance.now()
  for (const source of files) uploads.start({ source })
  const addMs = performance.now() - begun
  while (uploads.list().every((id) => uploads.snapshot(id).result === undefined)) await turn()
  return { addMs, longestTask }
})()`

/** `longestTask`: that of the loop or any until the first file is stored; 0 where none takes 50 ms, of which browsers do not tell. */
const startedInPage = async (count: number): Promise<Sample> => {
  const browser = await launchChromium()
  const server = await serveDrivePage()
  const emulator = await startEmulator()
  try {
    const page = await openBarePage(browser, server.origin)
    await page.evaluate(`signIn(${JSON.stringify(emulator.apiHost)}, ${JSON.stringify(emulator.accessToken)})`)
    return await page.evaluate<Sample>(start(count))
  } finally {
    await browser.close()
    await server.close()
    await emulator.close()
  }
}

/** A task below 50 ms holds up nobody: that is wished for, and a loop of so many starts misses it. */
export async function queuedInPage(count: number, turns: number): Promise<ReadonlyArray<Row>> {
  const { ours } = await interleaved(turns, { ours: () => startedInPage(count) })
  const { addMs = Number.NaN, longestTask = Number.NaN } = ours
  const what = `${count} uploads started in one loop of a page`
  return [
    { what: `${what}: ms a start`, ours: seconds(addMs), value: addMs / count },
    {
      what: `${what}: longest main-thread task, ms`,
      ours: longestTask === 0 ? "under 50 ms" : `${Math.round(longestTask)} ms`,
      value: longestTask,
      bar: 50
    }
  ]
}
