/** Uploads from a page, beside a bare page that makes the same requests and beside Uppy with the same calls of the product. */
import { launchOwnChromium } from "../test/browser/chromium.js"
import { openBarePage } from "./barePage.js"
import type { Contestant } from "./contestPages.js"
import { bundleContestant, serveBundle } from "./contestPages.js"
import { startDiscardServer } from "./discardServer.js"
import type { Row, Sample } from "./harness.js"
import { against, interleaved, mebibytes, seconds } from "./harness.js"

interface Load {
  readonly what: string
  readonly files: number
  readonly bytes: number
  readonly delayMs?: number
  /** Requests at once; without it each has its own default. */
  readonly parallel?: number
}

/** Files that differ by their first bytes. Those of more than a MiB are made of one block. */
export const run = (origin: string, { bytes, files, parallel }: Load): string =>
  `(async () => {
  const block = new Blob([new Uint8Array(Math.min(${bytes}, 1 << 20)).fill(7)])
  const rest = Array.from({ length: Math.max(0, Math.ceil(${bytes} / (1 << 20)) - 1) }, () => block)
  const files = Array.from({ length: ${files} }, (_, index) => {
    const head = new Uint8Array(Math.min(${bytes}, 1 << 20))
    new DataView(head.buffer).setUint32(0, index)
    return new File([head, ...rest], index + ".bin", { type: "application/octet-stream" })
  })
  await new Promise((done) => setTimeout(done, 300))
  let longestTask = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration)
  }).observe({ type: "longtask" })
  window.begin = async () => {
    const begun = performance.now()
    await run(${JSON.stringify(origin)}, files, ${parallel ?? "undefined"})
    const wallMs = performance.now() - begun
    await new Promise((done) => setTimeout(done, 200))
    return { wallMs, longestTask }
  }
})()`

/** How often the heap is looked at, in milliseconds. */
const heapInterval = 100

export async function oneTurn(name: Contestant, load: Load): Promise<Sample> {
  const pages = await serveBundle(await bundleContestant(name))
  const server = await startDiscardServer({ cors: true, delayMs: load.delayMs })
  const browser = await launchOwnChromium()
  try {
    const page = await openBarePage(browser, pages.origin)
    await page.evaluate(run(server.origin, load))
    await server.counts()
    const before = await page.metrics()
    let isOver = false
    let most = 0
    const running = page.evaluate<Sample>("begin()").finally(() => isOver = true)
    while (!isOver) {
      most = Math.max(most, (await page.metrics())["JSHeapUsedSize"] ?? 0)
      await new Promise((done) => setTimeout(done, heapInterval))
    }
    const sample = await running
    const after = await page.metrics()
    const since = (field: string) => (after[field] ?? Number.NaN) - (before[field] ?? Number.NaN)
    const { bytes, requests } = await server.counts()
    if (bytes < load.files * load.bytes) throw new Error(`${name}: ${bytes} bytes arrived`)
    return {
      ...sample,
      requests,
      mainMs: since("TaskDuration") * 1000,
      scriptMs: since("ScriptDuration") * 1000,
      heapBytes: most - (before["JSHeapUsedSize"] ?? Number.NaN)
    }
  } finally {
    await browser.close()
    await pages.close()
    server.stop()
  }
}

const loadsOf = (short: boolean): ReadonlyArray<Load> => {
  const few = short ? 200 : 1000
  const many = short ? 300 : 10_000
  return [
    { what: `${few} files of 64 KiB from a page`, files: few, bytes: 65_536 },
    { what: `${few} files of 64 KiB from a page, 30 ms a request`, files: few, bytes: 65_536, delayMs: 30 },
    { what: `${many} files of 1 KiB from a page`, files: many, bytes: 1024 },
    { what: `1 file of ${short ? "256 MiB" : "1 GiB"} from a page`, files: 1, bytes: (short ? 256 : 1024) << 20 },
    { what: `the same, 6 parts at once`, files: 1, bytes: (short ? 256 : 1024) << 20, parallel: 6 }
  ]
}

const at = (sample: Sample, name: string): number => sample[name] ?? Number.NaN

export async function uploadsFromPages(short: boolean, turns: number): Promise<ReadonlyArray<Row>> {
  const rows: Array<Row> = []
  for (const load of loadsOf(short)) {
    const { bare, ours, uppy } = await interleaved(turns, {
      bare: () => oneTurn("bare", load),
      ours: () => oneTurn("ours", load),
      uppy: () => oneTurn("uppy", load)
    })
    const rowOf = (field: string, name: string, bars: readonly [number, number]) => [
      against(`${load.what}: ${name}, beside a bare page`, at(ours, field), at(bare, field), seconds, bars[0]),
      against(`${load.what}: ${name}, beside Uppy`, at(ours, field), at(uppy, field), seconds, bars[1])
    ]
    rows.push(
      ...rowOf("wallMs", "wall", [1.3, 0.9]),
      ...rowOf("mainMs", "main thread's CPU", [1.3, 1]),
      {
        what: `${load.what}: heap above the start at most, MiB`,
        ours: mebibytes(at(ours, "heapBytes")),
        peer: mebibytes(at(uppy, "heapBytes")),
        value: at(ours, "heapBytes") / 1024 / 1024,
        bar: 40
      }
    )
    console.error(JSON.stringify({ what: load.what, bare, ours, uppy }))
  }
  return rows
}
