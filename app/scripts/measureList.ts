/** Prints what a list of 100,000 rows costs in Chromium: first drawing, an arrow key, scrolling, sorting by name. */
import { build } from "esbuild"
import { existsSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { chromium } from "playwright-core"

const root = process.cwd()
const browsers = [process.env["CHROME_PATH"], "/usr/bin/chromium", "/usr/bin/google-chrome"]
const executablePath = browsers.find((path) => path !== undefined && existsSync(path))

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
const built = (ending: string): string => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? ""
const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
  "/list.js": ["text/javascript", built(".js")],
  "/list.css": ["text/css", built(".css")]
}
const page_ =
  "<!doctype html><link rel=stylesheet href=/list.css><div id=app></div><script type=module src=/list.js></script>"
const server = createServer(({ url }, response) => {
  const [type, text] = files[url ?? ""] ?? ["text/html", page_]
  response.setHeader("content-type", type).end(text)
})
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
const address = server.address()
const port = typeof address === "object" && address !== null ? address.port : 0

const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
})
const page = await browser.newPage({ viewport: { width: 1200, height: 800 } })
await page.goto(`http://127.0.0.1:${port}/`)
await page.waitForFunction("'mount' in window")
console.log("mount, ms", await page.evaluate("window.mount()"))
await page.locator("[data-index='0']").click()
console.log(
  "arrow key, ms",
  await page.evaluate(`(async () => {
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
})()`)
)
console.log(
  "frame while scrolling, ms",
  await page.evaluate(`(async () => {
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
})()`)
)
console.log(
  "sort by name, ms",
  await page.evaluate(`(async () => {
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
})()`)
)
await browser.close()
server.close()
