/** Steps of Effect's runtime that a small file takes in a page. Unlike times they do not depend on the machine. */
import type { Plugin } from "esbuild"
import { readFileSync } from "node:fs"
import { launchOwnChromium } from "../test/browser/chromium.js"
import { openBarePage } from "./barePage.js"
import { bundlePage, serveBundle } from "./contestPages.js"
import { startDiscardServer } from "./discardServer.js"
import type { Row, Sample } from "./harness.js"

const step = "return this[cur._op](cur);"

/** Counts each turn of the loop that runs a fiber, and each fiber. */
const counting: Plugin = {
  name: "counting",
  setup: (bundler) => {
    bundler.onLoad({ filter: /effect[\\/]dist[\\/]esm[\\/]internal[\\/]fiberRuntime\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8")
      if (!text.includes(step)) throw new Error("Effect's runtime is written in another way now")
      return { contents: text.replace(step, `globalThis.countStep?.(this); ${step}`) }
    })
  }
}

const page = `import { createDrive } from "effect-drive/promise"
let drive
const upload = async (count, name) => {
  const files = Array.from({ length: count }, (_, index) =>
    new File([name + index + "x".repeat(1000)], name + index + ".bin"))
  await Promise.all(files.map((source) => drive.uploads.start({ source }).done))
}
globalThis.run = async (origin) => {
  drive = createDrive({ apiHost: origin, product: { id: "bench", version: "1" } })
  await drive.session.initialise({ accessToken: "bench" })
  await upload(3, "first")
  await new Promise((done) => setTimeout(done, 3000))
}
globalThis.count = async (files) => {
  const fibers = new Set()
  let steps = 0
  globalThis.countStep = (fiber) => {
    steps++
    fibers.add(fiber)
  }
  await upload(files, "of " + files + " ")
  globalThis.countStep = undefined
  return { steps: steps / files, fibers: fibers.size / files }
}`

const rowOf = (what: string, { fibers = Number.NaN, steps = Number.NaN }: Sample, bar: number): Row => ({
  what: `a file of 1 KiB from a page, ${what}: steps of Effect's runtime`,
  ours: `${Math.round(steps)} in ${fibers.toFixed(1)} fibers`,
  value: steps,
  bar
})

/** The bars keep what was won. */
export async function stepsOfSmallFile(): Promise<ReadonlyArray<Row>> {
  const pages = await serveBundle(await bundlePage(page, { plugins: [counting] }))
  const server = await startDiscardServer({ cors: true })
  const browser = await launchOwnChromium()
  try {
    const opened = await openBarePage(browser, pages.origin)
    await opened.evaluate(`run(${JSON.stringify(server.origin)})`)
    const alone = await opened.evaluate<Sample>("count(1)")
    const beside = await opened.evaluate<Sample>("count(100)")
    const later = await opened.evaluate<Sample>("count(500)")
    return [rowOf("alone", alone, 900), rowOf("of a hundred", beside, 650), rowOf("of 500 after them", later, 200)]
  } finally {
    await browser.close()
    await pages.close()
    server.stop()
  }
}
