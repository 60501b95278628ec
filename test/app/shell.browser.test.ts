/** The shell of the web drive: every room for everyone, the keyboard alone, and what is there without a network. */
import { startEmulator } from "effect-drive/emulator"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { BrowserContext, Page } from "playwright-core"
import { afterEach, beforeAll, describe, expect, test } from "vitest"
import { reloadOffline } from "../browser/reloadOffline.js"
import { newContext, openRoom, platforms, setAppStage } from "./AppStage.js"
import { complaintsOf, findings } from "./findings.js"
import { drop, panel, row, told } from "./onPage.js"

const stage = setAppStage()

let context: BrowserContext | undefined

afterEach(async () => {
  await context?.close()
  context = undefined
})

const names = ["harbour at dusk.jpg", "site-notes.md", "港口改造 总平面图 v13.dwg"]

beforeAll(async () => {
  const { drive } = stage()
  for (const platform of platforms) {
    const spaceId = `${platform}-space`
    await drive.files.ensureFolder("Plans", { spaceId })
    await Promise.all(names.map((name) => drive.uploads.start({ source: new Blob([name]), name }, { spaceId }).done))
  }
})

const isSettled = async (page: Page): Promise<void> => {
  await page.locator("main h1, main h2").first().waitFor()
  await page.locator("[aria-busy='true']").first().waitFor({ state: "detached" })
}

/** What axe finds, in both themes, by what was looked at; empty where there is nothing to find. */
const findingsOf = (page: Page) => {
  const found: Array<string> = []
  const look = async (what: string) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      for (const finding of await findings(page)) found.push(`${what}, ${colorScheme}: ${finding}`)
    }
  }
  return { found, look }
}

describe.each([360, 1440])("at %i px", (width) => {
  const open = async () => {
    context = await newContext(stage(), { viewport: { width, height: 860 }, hasTouch: width < 640 })
    const page = await context.newPage()
    return { page, complaints: complaintsOf(page) }
  }
  const openFiles = (page: Page, search = "") =>
    page.goto(`${stage().origin}/s3-space/f${search}#token=${encodeURIComponent(stage().emulator.accessToken)}`)

  test("axe finds nothing in any room, the page complains of nothing and asks no other host", async () => {
    const { complaints, page } = await open()
    const { found, look } = findingsOf(page)
    const asked = new Set<string>()
    page.on("request", (request) => asked.add(new URL(request.url()).hostname))
    await page.goto(stage().origin)
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    await look("sign-in")
    await openFiles(page)
    await row(page, "site-notes.md").waitFor()
    const links = page.locator("nav[data-region='places'] a[href^='/s3-space/']")
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""))
    expect(addresses).toHaveLength(5)
    for (const address of addresses) {
      const link = page.locator(`nav[data-region='places'] a[href='${address}']`)
      // on a narrow page they are behind a button
      await link.dispatchEvent("click")
      await link.and(page.locator("[aria-current='page']")).waitFor({ state: "attached" })
      await isSettled(page)
      await look(address)
    }
    await page.goto(`${stage().origin}/s3-space/f?view=grid`)
    await row(page, "site-notes.md").waitFor()
    await isSettled(page)
    await look("grid")
    await page.goto(`${stage().origin}/s3-space/nowhere`)
    await isSettled(page)
    await look("nowhere")
    expect(found).toEqual([])
    expect(complaints).toEqual([])
    expect([...asked].filter((host) => host !== "127.0.0.1" && host !== "localhost")).toEqual([])
  })

  test("axe finds nothing in what opens over a folder", async () => {
    const { page } = await open()
    const { found, look } = findingsOf(page)
    await openFiles(page)
    const shown = row(page, "site-notes.md")
    await shown.waitFor()
    await shown.click({ button: "right", position: { x: 60, y: 20 } })
    await page.getByRole("menu").first().waitFor()
    await look("menu of a row")
    await page.keyboard.press("Escape")
    await page.getByRole("menu").first().waitFor({ state: "detached" })
    await page.keyboard.press("i")
    await page.getByRole("complementary").waitFor()
    await look("details")
    // the first one clears the selection
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await page.getByRole("complementary").waitFor({ state: "detached" })
    await shown.focus()
    await page.keyboard.press("x")
    await page.keyboard.press("Shift+M")
    await page.getByRole("treeitem", { name: "Plans" }).waitFor()
    await look("where to")
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.keyboard.press("?")
    await page.getByRole("dialog").waitFor()
    await look("shortcuts")
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    // with the keyboard a tip is there at once
    for (let count = 0; await page.getByRole("tooltip").count() === 0; count++) {
      expect(count).toBeLessThan(30)
      await page.keyboard.press("Tab")
    }
    await look("tip")
    expect(found).toEqual([])
  })
})

test("a panel whose code does not come takes only itself: what is dropped is uploaded all the same", async () => {
  context = await newContext(stage())
  const page = await context.newPage()
  const code = /\/TransfersPanel-[^/]*\.js$/
  await page.route(code, (route) => route.abort())
  const folder = await stage().drive.files.ensureFolder("without a panel", { spaceId: "s3-space" })
  await page.goto(`${stage().origin}/s3-space/f/${folder}#token=${encodeURIComponent(stage().emulator.accessToken)}`)
  await page.getByRole("heading", { level: 1, name: "without a panel" }).waitFor()
  await page.getByRole("button", { name: "Transfers", exact: true }).click()
  await told(page, "This part of the page could not be loaded")
  const work = mkdtempSync(join(tmpdir(), "effect-drive-panel-"))
  writeFileSync(join(work, "dropped.txt"), "dropped")
  await drop(page, [join(work, "dropped.txt")])
  await row(page, "dropped.txt").waitFor()
  rmSync(work, { recursive: true })
})

/** What is dragged over the page, and then dropped: whether the browser may do with it what it does by itself. */
const isLeftToBrowser = (page: Page, put: string): Promise<ReadonlyArray<boolean>> =>
  page.evaluate(`["dragenter", "dragover", "drop"].map((type) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(${put})
    const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer })
    return document.querySelector("main").dispatchEvent(event)
  })`)

test.each(["starred", "bin", "about"])(
  "files that are dropped onto %s are refused, and do not open in its place",
  async (room) => {
    const page = await openRoom(stage(), "s3", room)
    context = page.context()
    expect(await isLeftToBrowser(page, "new File(['x'], 'x.txt')")).toEqual([false, false, false])
    expect(await isLeftToBrowser(page, "'words', 'text/plain'")).toEqual([true, true, true])
  }
)

test("a tip comes after resting on a control, tells its keys to everyone, and goes with Esc and with a press", async () => {
  const page = await openRoom(stage(), "s3", "starred")
  context = page.context()
  const button = page.getByRole("button", { name: "Transfers", exact: true })
  const tip = page.getByRole("tooltip")
  await button.hover()
  await tip.getByText("Transfers").waitFor()
  const keys = await tip.locator("span").last().textContent()
  expect(keys).not.toBe("Transfers")
  expect(await button.evaluate((shown) => shown.ariaDescribedByElements?.map(({ textContent }) => textContent)))
    .toEqual([keys])
  await page.keyboard.press("Escape")
  await tip.waitFor({ state: "detached" })
  expect(await button.getAttribute("aria-describedby")).toBeNull()
  await page.getByRole("heading", { level: 1 }).hover()
  await button.hover()
  await tip.waitFor()
  await button.click()
  await tip.waitFor({ state: "detached" })
  await panel(page).waitFor()
})

describe("the keyboard alone", () => {
  test("signs in, changes the space, opens a folder, uploads, renames, moves, deletes, undoes and shows details", async () => {
    context = await newContext(stage())
    await context.addInitScript("delete window.showOpenFilePicker")
    const page = await context.newPage()
    const { drive, emulator, origin } = stage()
    const inSpace = { spaceId: "oss-space" }
    const goal = await drive.files.ensureFolder("Walked", inSpace)
    await page.goto(origin)
    await page.getByLabel("Access token", { exact: true }).waitFor()
    await page.keyboard.type(emulator.accessToken)
    await page.keyboard.press("Enter")
    await row(page, "Plans").waitFor()

    const focused = () =>
      page.evaluate<string>("document.activeElement?.closest('[data-region]')?.dataset.region ?? ''")
    const press = async (key: string, isThere: () => Promise<boolean>) => {
      for (let count = 0; !await isThere(); count++) {
        expect(count, key).toBeLessThan(30)
        await page.keyboard.press(key)
      }
    }
    const goTo = (region: string) => press("F6", async () => await focused() === region)
    await goTo("places")
    await page.keyboard.press("Enter")
    await page.getByRole("menuitemradio", { name: /^OSS/ }).or(page.getByRole("menuitem", { name: /^OSS/ })).waitFor()
    await page.keyboard.type("oss")
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/oss-space\/f/)
    await row(page, "Walked").waitFor()

    const stepTo = async (name: string) => {
      await goTo("list")
      await page.keyboard.press("Home")
      const at = () => page.evaluate<string>("document.activeElement?.dataset.name ?? ''")
      await press("ArrowDown", async () => await at() === name)
    }
    await stepTo("Walked")
    await page.keyboard.press("Enter")
    await page.getByText(/^Nothing in .*Walked/).waitFor()

    const chooser = page.waitForEvent("filechooser")
    await page.keyboard.press("Shift+U")
    await (await chooser).setFiles([{ name: "draft.txt", mimeType: "text/plain", buffer: Buffer.from("walked") }])
    await panel(page).getByText("1 file uploaded").waitFor()
    await row(page, "draft.txt").waitFor()

    await stepTo("draft.txt")
    await page.keyboard.press("F2")
    await page.getByRole("textbox", { name: "New name" }).waitFor()
    await page.keyboard.type("final")
    await page.keyboard.press("Enter")
    await row(page, "final.txt").waitFor()

    await stepTo("final.txt")
    await page.keyboard.press("i")
    await page.getByRole("complementary").getByText("final.txt").first().waitFor()
    // the first one clears the selection
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await page.getByRole("complementary").waitFor({ state: "detached" })

    await stepTo("final.txt")
    await page.keyboard.press("Delete")
    await row(page, "final.txt").waitFor({ state: "detached" })
    await page.keyboard.press("Control+z")
    await row(page, "final.txt").waitFor()

    await stepTo("final.txt")
    await page.keyboard.press("Shift+M")
    const plans = page.getByRole("treeitem", { name: "Plans", exact: true })
    await plans.waitFor()
    const goalOf = () => page.evaluate<string>("document.activeElement?.getAttribute('aria-label') ?? ''")
    await press("Tab", () => page.evaluate<boolean>("document.activeElement?.role === 'treeitem'"))
    await press("ArrowUp", async () => await goalOf() === "Plans")
    await page.keyboard.press("Enter")
    const verb = page.getByRole("button", { name: "Move to Plans" })
    await press("Tab", () => verb.evaluate((button) => button === document.activeElement))
    await page.keyboard.press("Enter")
    await row(page, "final.txt").waitFor({ state: "detached" })
    // its row is gone before the drive has answered
    const namesIn = async (parentFileId: string) =>
      (await drive.files.list({ parentFileId }, inSpace)).items.map(({ name }) => name)
    const plansId = await drive.files.resolve("Plans", inSpace)
    await expect.poll(() => namesIn(plansId)).toEqual(["final.txt"])
    expect(await namesIn(goal)).toEqual([])
  })
})

describe("the service worker", () => {
  test("is asked for files of the shell, and not for calls of the API or bytes that are sent", async () => {
    const { browser, webDrive: folder } = stage()
    const emulator = await startEmulator({
      webDrive: folder,
      spaces: [{ spaceId: "kept", platform: "s3", name: "Kept" }]
    })
    context = await browser.newContext({ locale: "en" })
    const page = await context.newPage()
    await page.goto(emulator.webDrive ?? "")
    await page.getByText(/^Nothing in /).waitFor()
    const routes = await page.evaluate<ReadonlyArray<string>>(`(async () => {
      const { serviceWorker } = navigator
      await serviceWorker.ready
      if (serviceWorker.controller === null) await new Promise((done) => serviceWorker.addEventListener("controllerchange", done, { once: true }))
      const routeOf = async (path, method) => {
        await (await fetch(path, { method })).text()
        return performance.getEntriesByName(new URL(path, location.origin).href).at(-1).workerMatchedSourceType
      }
      return [
        await routeOf("/mark.svg", "GET"),
        await routeOf("/api/v2/none", "GET"),
        await routeOf("/api/v2/other", "POST"),
        await routeOf("/bytes/none", "PUT")
      ]
    })()`)
    expect(routes).toEqual(["", "network", "network", "network"])
    await emulator.close()
  })
})

describe("without a network", () => {
  test("a reload shows the shell from the worker's cache, and signs in by itself when the network is back", async () => {
    const { browser, webDrive: folder } = stage()
    const options = { webDrive: folder, spaces: [{ spaceId: "kept", platform: "s3", name: "Kept" }] } as const
    const first = await startEmulator(options)
    const port = Number(new URL(first.apiHost).port)
    context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en" })
    const page = await context.newPage()
    await page.goto(first.webDrive ?? "")
    await page.getByText(/^Nothing in /).waitFor()
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    await first.close()
    await context.setOffline(true)
    await reloadOffline(page)
    await page.getByText("You are offline.", { exact: true }).first().waitFor()
    await page.getByText("Uploads wait and continue by themselves.").waitFor()
    expect(await findings(page)).toEqual([])

    const kept = await page.evaluate<ReadonlyArray<string>>(`(async () => {
      const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
      const requests = await Promise.all(caches_.map((cache) => cache.keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })()`)
    expect(kept).toContain("/index.html")
    expect(
      kept.filter((path) =>
        !/^\/(?:index\.html|mark\.svg|icon-192\.png|manifest\.webmanifest|assets\/[\w.-]+\.(?:js|css))$/.test(path)
      )
    )
      .toEqual([])

    const second = await startEmulator({ ...options, port, accessToken: first.accessToken })
    await context.setOffline(false)
    await page.getByText(/^Nothing in /).waitFor()
    await second.close()
  })
})
