/** Small pictures in a list: light where the service makes them, and made by the page where it gives the pictures themselves. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { BrowserContext, Page, Request } from "playwright-core"
import sharp from "sharp"
import { afterEach, expect, test } from "vitest"
import { newContext, openFolder, openFolderIn, setAppStage } from "../AppStage.js"
import { complaintsOf } from "../findings.js"
import { previewsOf } from "../previewsOf.js"

const stage = setAppStage()
const { putFiles } = previewsOf(stage)

const closing: Array<() => unknown> = []

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** One that no codec makes small. */
const largePhoto = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 2400,
      height: 1600,
      channels: 3,
      background: "#345",
      noise: { type: "gaussian", mean: 128, sigma: 40 }
    }
  }).jpeg({ quality: 70 }).toBuffer()

const photos = (count: number, photo: Buffer) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`photo ${100 + index}.jpg`, photo]))

/** Of the pictures on the screen, those that are there. */
const seen = (page: Page) =>
  page.locator("[data-index] img").evaluateAll((all) =>
    all.filter((image) => {
      const { bottom, top } = image.getBoundingClientRect()
      return top < innerHeight && bottom > 0
    }).map((image) => ({
      isThere: image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0,
      width: image instanceof HTMLImageElement ? image.naturalWidth : 0,
      from: image.getAttribute("src")?.slice(0, 10) ?? ""
    }))
  )

const areThere = (page: Page, atLeast: number) =>
  expect.poll(async () => {
    const all = await seen(page)
    return all.length >= atLeast && all.every(({ isThere }) => isThere)
  }).toBe(true)

test("a folder of large photos loads less than 2 MiB a screen, however far it is scrolled", async () => {
  const photo = await largePhoto()
  expect(photo.length).toBeGreaterThan(1024 ** 2)
  const { folderId } = await putFiles("s3", "large photos", photos(60, photo))
  const context = await newContext(stage())
  closing.push(() => context.close())
  const page = await openFolderIn(context, stage(), "s3", folderId)
  const loaded: Array<Promise<number>> = []
  const weigh = (request: Request) => {
    if (request.resourceType() !== "image") return
    loaded.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  }
  page.on("requestfinished", weigh)
  await page.goto(`${stage().origin}/s3-space/f/${folderId}?view=grid`)
  await areThere(page, 10)
  for (let screen = 1; screen <= 2; screen++) {
    await page.locator("[role='rowgroup'][tabindex]").evaluate((list) => list.scrollBy(0, list.clientHeight))
    // the next screen may have been loaded ahead
    await areThere(page, 10)
  }
  page.off("requestfinished", weigh)
  const sizes = await Promise.all(loaded)
  expect(sizes.length).toBeGreaterThanOrEqual(30)
  expect(sizes.reduce((sum, size) => sum + size, 0) / 3).toBeLessThan(2 * 1024 ** 2)
  expect(Math.max(...sizes)).toBeLessThan(128 * 1024)
})

/** A storage that gives whole pictures alone, when it is told to; counts what it is asked for. */
const serveWhole = async (photo: Buffer) => {
  const waiting: Array<() => void> = []
  let asked = 0
  let isHolding = true
  const server = createServer((_request, response) => {
    asked++
    const answer = () => {
      response.writeHead(200, {
        "access-control-allow-origin": "*",
        "content-type": "image/jpeg",
        "cache-control": "no-store"
      })
      response.end(photo)
    }
    if (isHolding) waiting.push(answer)
    else answer()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  closing.push(() => server.close())
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    waiting: () => waiting.length,
    answerAll: () => {
      isHolding = false
      for (const answer of waiting.splice(0)) answer()
    }
  }
}

/** The service gives the picture itself for a small one, as it does where nothing there scales. */
const giveWhole = async (context: BrowserContext, origin: string, onLink: () => void) => {
  await context.route(/\/info\?(.*&)?image_thumbnail_process=/, async (route) => {
    const answer = await route.fetch()
    const text = await answer.text()
    await route.fulfill({
      response: answer,
      body: text.replace(/("thumbnail":")[^"]*/, `$1${origin}/whole.jpg?signature=x`)
    })
    onLink()
  })
}

test("where the service gives whole pictures, a worker makes small ones, three at once; they are kept until one signs out", async () => {
  const photo = await largePhoto()
  const { folderId } = await putFiles("s3", "whole photos", photos(8, photo))
  const storage = await serveWhole(photo)
  const context = await newContext(stage())
  closing.push(() => context.close())
  let links = 0
  await giveWhole(context, storage.origin, () => links++)
  const page = await openFolderIn(context, stage(), "s3", folderId)
  const complaints = complaintsOf(page)
  await expect.poll(() => links).toBe(8)
  await expect.poll(storage.waiting).toBe(3)
  await page.getByText("8 items").waitFor()
  expect(storage.asked()).toBe(3)
  storage.answerAll()
  await areThere(page, 8)
  expect(storage.asked()).toBe(8)
  for (const { from, width } of await seen(page)) expect([from, width]).toEqual(["data:image", 96])

  await page.reload()
  await areThere(page, 8)
  expect(storage.asked()).toBe(8)

  const kept = () => page.evaluate<ReadonlyArray<string>>("caches.keys()")
  expect(await kept()).toContain("drive-pictures")
  await page.getByRole("button", { name: "Account" }).click()
  await page.getByRole("menuitem", { name: "Sign out" }).click()
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
  await expect.poll(kept).not.toContain("drive-pictures")
  expect(complaints).toEqual([])
})

test("a whole picture that may only be shown is shown, and what is no picture leaves the tile of its kind", async () => {
  const { folderId } = await putFiles("s3", "odd photos", { "broken.jpg": "words", "other.jpg": await largePhoto() })
  const page = await openFolder(stage(), "s3", folderId)
  closing.push(() => page.context().close())
  const body = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#543" } }).jpeg().toBuffer()
  const server = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "image/jpeg" }).end(body)
  )
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  closing.push(() => server.close())
  await giveWhole(page.context(), `http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => {})
  await page.reload()
  await expect.poll(async () => (await seen(page)).map(({ from, width }) => [from, width])).toEqual([
    ["http://127", 600],
    ["http://127", 600]
  ])
})
