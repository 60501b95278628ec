/** The page of a link stands still while what is shared comes, and says that it is coming. */
import { expect, test } from "vitest"
import { newContext, setAppStage } from "./AppStage.js"
import { uploadTo } from "./visitors.js"

const stage = setAppStage()

const drawing =
  "<svg xmlns='http://www.w3.org/2000/svg' width='600' height='400'><rect width='600' height='400'/></svg>"

const watchShifts = `
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const { sources, value } of list.getEntries()) {
      window.shifts.push([value, ...sources.map(({ node }) => node?.nodeName)].join(" "))
    }
  }).observe({ type: "layout-shift", buffered: true })`

const makePhotograph = async (): Promise<Blob> => {
  const { default: sharp } = await import("sharp")
  const large = sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#48a" } })
  return new Blob([new Uint8Array(await large.png().toBuffer())])
}

test.each([
  ["drawing.svg", 1440, 900],
  ["drawing.svg", 390, 844],
  ["photograph.png", 1440, 900],
  ["photograph.png", 390, 844]
])("%s at %i px", async (name, width, height) => {
  const source = name.endsWith(".svg") ? drawing : await makePhotograph()
  const { fileId } = await uploadTo(stage(), "s3", `shared at ${width}`, name, source)
  const { assetId = "" } = await stage().drive.files.info(fileId, { spaceId: "s3-space" })
  const { href } = await stage().drive.sharing.open(assetId, { permission: "download" }, { spaceId: "s3-space" })
  const context = await newContext(stage(), { viewport: { width, height } })
  await context.addInitScript(watchShifts)
  const page = await context.newPage()
  let send = () => {}
  const isSent = new Promise<void>((resolve) => send = resolve)
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() === "image") await isSent
    await route.continue()
  })
  await page.goto(href, { waitUntil: "commit" })
  const spinner = page.getByRole("img", { name: "Opening the link…" })
  await page.getByRole("heading", { name }).waitFor()
  await spinner.waitFor()
  send()
  await spinner.waitFor({ state: "detached" })
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))")
  expect(await page.evaluate("window.shifts")).toEqual([])
  await context.close()
})
