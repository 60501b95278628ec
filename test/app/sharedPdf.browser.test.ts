/** A PDF behind a link, in a real Chromium on each of the platforms; and what is not what its name says. */
import { describe, expect, test } from "vitest"
import { setAppStage, triedPlatforms } from "./AppStage.js"
import { findingsEverywhere } from "./findings.js"
import { hostilePdf } from "./hostileFiles.js"
import { enter, makeVisitor, uploadTo } from "./visitors.js"

const stage = setAppStage()

describe.each(triedPlatforms)("a PDF behind a link on %s", (platform) => {
  const spaceId = `${platform}-space`

  const shareFile = async (name: string, source: Blob, code?: string): Promise<string> => {
    const { fileId } = await uploadTo(stage(), platform, "documents", name, source)
    const asset = await stage().drive.assets.create({ fileId }, { spaceId })
    return (await stage().drive.sharing.open(asset.assetId, code === undefined ? {} : { code }, { spaceId })).href
  }

  test("is drawn, page by page, and no script in it runs; an address that is over is asked for anew", async () => {
    const document = new Blob([new Uint8Array(hostilePdf(3_000_000))])
    const link = await shareFile("form.pdf", document, "K7QX")
    const { complaints, context, page, requests } = await makeVisitor(stage())
    let refused = false
    await page.route("**/*", (route) => {
      if (route.request().headers()["range"] === undefined || refused) return route.fallback()
      refused = true
      return route.fulfill({ status: 403, headers: { "access-control-allow-origin": "*" }, body: "" })
    })
    await page.goto(link)
    await enter(page, "K7QX")
    const preview = page.getByRole("region", { name: "Preview of form.pdf" })
    await preview.getByText("Words of a document").waitFor()
    await preview.getByRole("group", { name: "Page 1 of 1" }).waitFor()
    await expect.poll(() =>
      preview.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
        const { data = [] } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
        return data.some((value, at) => at % 4 === 0 && value < 100 && data[at + 3] === 255)
      })
    ).toBe(true)
    expect(refused).toBe(true)
    expect(requests.filter((request) => request.headers()["range"] !== undefined).length).toBeGreaterThan(2)
    expect(await page.locator("iframe, embed, object").count()).toBe(0)
    expect(await page.evaluate("'pwned' in window")).toBe(false)
    expect(requests.filter((request) => request.url().includes("pwned"))).toEqual([])
    if (platform === "s3") expect(await findingsEverywhere(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  test("has a button that prints all of its pages, and none where nothing is shown", async () => {
    const { context, page } = await makeVisitor(stage())
    await page.goto(await shareFile("printed.pdf", new Blob([new Uint8Array(hostilePdf())])))
    const print = page.getByRole("button", { name: "Print" })
    await print.waitFor()
    await page.evaluate("window.print = () => { window.printed = document.querySelectorAll('body > div img').length }")
    await print.click()
    await expect.poll(() => page.evaluate("window.printed")).toBe(1)
    await page.goto(await shareFile("no document.pdf", new Blob(["no document"])))
    await page.getByText("The preview could not be loaded.").waitFor()
    expect(await print.count()).toBe(0)
    await context.close()
  })

  test("that cannot be read says so, and can be downloaded all the same", async () => {
    const broken = await shareFile("broken.pdf", new Blob(["no document"]))
    const whole = await shareFile("whole.pdf", new Blob([new Uint8Array(hostilePdf())]))
    const { context, page } = await makeVisitor(stage())
    await page.goto(broken)
    await page.getByText("The preview could not be loaded.").waitFor()
    await page.getByRole("link", { name: "Download" }).waitFor()
    await page.route(/SharedPdf-/, (route) => route.abort())
    await page.goto(whole)
    await page.getByText("The preview could not be loaded.").waitFor()
    await page.getByRole("link", { name: "Download" }).waitFor()
    await page.unroute(/SharedPdf-/)
    await page.reload()
    await page.getByText("Words of a document").waitFor()
    await context.close()
  })
})

test("a film behind a link that cannot be played says so in place of a player", async () => {
  const { fileId } = await uploadTo(stage(), "s3", "films", "broken.webm", "no film")
  const { assetId } = await stage().drive.assets.create({ fileId }, { spaceId: "s3-space" })
  const { context, page } = await makeVisitor(stage())
  await page.goto((await stage().drive.sharing.open(assetId, {}, { spaceId: "s3-space" })).href)
  await page.getByText("The preview could not be loaded.").waitFor()
  expect(await page.locator("video").count()).toBe(0)
  await page.getByRole("link", { name: "Download" }).waitFor()
  await context.close()
})
