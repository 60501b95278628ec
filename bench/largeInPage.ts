/**
 * Large files from a page that stays open: what its first upload and a later one cost the main thread, beside a bare page that sends
 * the same parts.
 */
import { launchOwnChromium } from "../test/browser/chromium.js"
import { openBarePage } from "./barePage.js"
import { bareContestant, bundlePage, serveBundle } from "./contestPages.js"
import { startDiscardServer } from "./discardServer.js"
import type { Row, Sample } from "./harness.js"
import { against, interleaved, median } from "./harness.js"

const ours = `import { createDrive } from "effect-drive/promise"
let drive
globalThis.open = (origin) => {
  drive = createDrive({ apiHost: origin, product: { id: "bench", version: "1" } })
  return drive.session.initialise({ accessToken: "bench" })
}
globalThis.upload = (origin, source) => drive.uploads.start({ source }).done`

const bare = `${bareContestant}
globalThis.open = async () => {}
globalThis.upload = (origin, file) => run(origin, [file])`

/** A file of its own, made of one block. */
const upload = (origin: string, mebibytes: number, number: number): string =>
  `(async () => {
  const block = globalThis.block ??= new Blob([new Uint8Array(1 << 20).fill(7)])
  const head = new Uint8Array(1 << 20).fill(${number})
  const file = new File([head, ...Array.from({ length: ${mebibytes - 1} }, () => block)], "${number}.bin")
  await upload(${JSON.stringify(origin)}, file)
})()`

/** What the page still does of an upload when it is over, in milliseconds. */
const rest = "new Promise((done) => setTimeout(done, 300))"

/** In MiB: what each page uploads first, and what it uploads later. */
const pagesOf = [
  { first: 256, later: [64, 256] },
  { first: 1024, later: [1024] }
] as const

/** How often each size is uploaded later. */
const times = 3

/** What one page costs: its first upload, and the median of the later ones of a size. */
const onePage = async (
  script: string,
  first: number,
  laterSizes: ReadonlyArray<number>
): Promise<Readonly<Record<string, number>>> => {
  const pages = await serveBundle(await bundlePage(script))
  const server = await startDiscardServer({ cors: true })
  const browser = await launchOwnChromium()
  try {
    const page = await openBarePage(browser, pages.origin)
    let number = 0
    const cost = async (mebibytes: number): Promise<number> => {
      const before = (await page.metrics())["TaskDuration"] ?? Number.NaN
      await page.evaluate(upload(server.origin, mebibytes, ++number))
      await page.evaluate(rest)
      const { bytes } = await server.counts()
      if (bytes < mebibytes << 20) throw new Error(`${bytes} bytes arrived`)
      return ((await page.metrics())["TaskDuration"] ?? Number.NaN) * 1000 - before * 1000
    }
    await page.evaluate(`open(${JSON.stringify(server.origin)}).then(() => ${rest})`)
    await server.counts()
    const sample: Record<string, number> = { [`first ${first}`]: await cost(first) }
    for (const mebibytes of laterSizes) {
      const costs: Array<number> = []
      while (costs.length < times) costs.push(await cost(mebibytes))
      sample[`later ${mebibytes}`] = median(costs)
    }
    return sample
  } finally {
    await browser.close()
    await pages.close()
    server.stop()
  }
}

const oneTurn = async (script: string): Promise<Sample> => {
  const samples: Array<Readonly<Record<string, number>>> = []
  for (const { first, later } of pagesOf) samples.push(await onePage(script, first, later))
  return Object.assign({}, ...samples) as Sample
}

const milliseconds = (value: number): string => `${value.toFixed(0)} ms`

/** The bar is what sending in a page costs by itself, and a third of it. */
export async function largeFilesInPage(turns: number): Promise<ReadonlyArray<Row>> {
  const medians = await interleaved(turns, { bare: () => oneTurn(bare), ours: () => oneTurn(ours) })
  const rowOf = (what: string, name: string): Row =>
    against(
      `${what} from an open page: main thread's CPU, beside a bare page`,
      medians.ours[name] ?? Number.NaN,
      medians.bare[name] ?? Number.NaN,
      milliseconds,
      1.3
    )
  return [
    ...pagesOf.map(({ first }) => rowOf(`${first} MiB, the first upload`, `first ${first}`)),
    ...pagesOf.flatMap(({ later }) => later.map((size) => rowOf(`${size} MiB, a later upload`, `later ${size}`)))
  ]
}
