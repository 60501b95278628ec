/** What a list of 100,000 rows costs in Chromium, drawn as the web drive draws it: the first time, a key, scrolling, sorting. */
import { build } from "esbuild"
import { createServer } from "node:http"
import { join } from "node:path"
import { launchChromium } from "../test/browser/chromium.js"
import type { Row } from "./harness.js"
import { patientContext } from "./patientContext.js"

/** All in ms. */
export interface LongList {
  readonly mount: number
  readonly arrowKey: { readonly p50: number; readonly p95: number }
  readonly frame: { readonly p50: number; readonly p95: number }
  readonly sort: { readonly took: number; readonly longestTask: number }
}

const bundle = async () => {
  const root = process.cwd()
  const { outputFiles } = await build({
    entryPoints: [join(root, "app/bench/longList.tsx")],
    bundle: true,
    write: false,
    outdir: root,
    format: "esm",
    jsx: "automatic",
    minify: true,
    define: { "process.env.NODE_ENV": "\"production\"" },
    alias: {
      "effect-drive/react": join(root, "src/react/index.ts"),
      "effect-drive/promise": join(root, "src/promise/browser.ts")
    },
    external: ["node:*"]
  })
  const of = (ending: string): string => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? ""
  return { script: of(".js"), style: of(".css") }
}

const serve = async ({ script, style }: { readonly script: string; readonly style: string }) => {
  const page =
    "<!doctype html><link rel=stylesheet href=/list.css><div id=app></div><script type=module src=/list.js></script>"
  const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
    "/list.js": ["text/javascript", script],
    "/list.css": ["text/css", style]
  }
  const server = createServer(({ url }, response) => {
    const [type, text] = files[url ?? ""] ?? ["text/html", page]
    response.setHeader("content-type", type).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return {
    origin: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    close: () => void server.close()
  }
}

const arrowKeys = `(async () => {
  const times = []
  for (let count = 0; count < 200; count++) {
    const start = performance.now()
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }))
    await null
    document.body.getBoundingClientRect()
    times.push(performance.now() - start)
  }
  times.sort((one, other) => one - other)
  return { p50: times[100], p95: times[190] }
})()`

const scrolling = `(async () => {
  const area = document.querySelector("[role=rowgroup]")
  const times = []
  let last = performance.now()
  for (let count = 0; count < 300; count++) {
    area.scrollTop += 400
    await new Promise(requestAnimationFrame)
    const now = performance.now()
    times.push(now - last)
    last = now
  }
  times.sort((one, other) => one - other)
  return { p50: times[150], p95: times[285] }
})()`

const sorting = `(async () => {
  let longest = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  }).observe({ entryTypes: ["longtask"] })
  const before = window.firstName()
  const start = performance.now()
  window.sortBy({ column: "name", isAscending: true })
  while (window.firstName() === before) await new Promise((resolve) => setTimeout(resolve, 5))
  const took = performance.now() - start
  await new Promise((resolve) => setTimeout(resolve, 300))
  return { took, longestTask: longest }
})()`

export async function measureLongList(): Promise<LongList> {
  const server = await serve(await bundle())
  const browser = await launchChromium()
  try {
    const page = await (await patientContext(browser, { viewport: { width: 1200, height: 800 } })).newPage()
    await page.goto(server.origin)
    await page.waitForFunction("'mount' in window")
    const mount = await page.evaluate<number>("window.mount()")
    await page.locator("[data-index='0']").click()
    return {
      mount,
      arrowKey: await page.evaluate<LongList["arrowKey"]>(arrowKeys),
      frame: await page.evaluate<LongList["frame"]>(scrolling),
      sort: await page.evaluate<LongList["sort"]>(sorting)
    }
  } finally {
    await browser.close()
    server.close()
  }
}

const millis = (value: number): string => `${value.toFixed(1)} ms`

export async function longList(): Promise<ReadonlyArray<Row>> {
  const { arrowKey, frame, mount, sort } = await measureLongList()
  const what = "Web drive, 100,000 rows"
  return [
    { what: `${what}: first drawing, ms`, ours: millis(mount), value: mount, bar: 250 },
    { what: `${what}: arrow key, p95, ms`, ours: millis(arrowKey.p95), value: arrowKey.p95, bar: 5 },
    { what: `${what}: frame while scrolling, p95, ms`, ours: millis(frame.p95), value: frame.p95, bar: 25 },
    { what: `${what}: sort by name, ms`, ours: millis(sort.took), value: sort.took, bar: 1000 },
    {
      what: `${what}: longest task of the sort, ms`,
      // the browser tells of no shorter ones
      ours: sort.longestTask === 0 ? "under 50 ms" : millis(sort.longestTask),
      value: sort.longestTask,
      bar: 50
    }
  ]
}
