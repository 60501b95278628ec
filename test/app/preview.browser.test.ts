/** Files shown large, in a real Chromium: each kind, the way in and out, and files that try to run a script. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import sharp from "sharp"
import { describe, expect, test } from "vitest"
import { pdf } from "../../app/scripts/samples/documents.js"
import { film } from "../../app/scripts/samples/film.js"
import { sound } from "../../app/scripts/samples/sound.js"
import { openFolder, setAppStage, triedPlatforms } from "./AppStage.js"
import { complaintsOf, findingsEverywhere } from "./findings.js"
import { hostileDrawing, hostileMarkdown, hostilePage, hostilePdf } from "./hostileFiles.js"
import { row } from "./onPage.js"
import { previewsOf, shown, viewer } from "./previewsOf.js"

const stage = setAppStage()
const { openPreview, putFiles } = previewsOf(stage)

const picture = (colour: string, width = 1600, height = 1200): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: colour } }).jpeg().toBuffer()

const image = (page: Page, name: string) => page.getByRole("img", { name: `${name}, picture` })
const scale = (page: Page) => viewer(page).getByRole("button", { name: /%, Fit$/ })

describe.each(triedPlatforms)("%s", (platform) => {
  test("a picture is opened by Enter, Space and a double click; arrows move on, and the focus comes back to the row", async () => {
    const { folderId, ids } = await putFiles(platform, "shots", {
      "a.jpg": await picture("#345"),
      "b.jpg": await picture("#543"),
      "c.txt": "words"
    })
    await stage().drive.files.ensureFolder("shots/older", { spaceId: `${platform}-space` })
    const page = await openFolder(stage(), platform, folderId)
    const complaints = complaintsOf(page)
    await row(page, "a.jpg").click({ position: { x: 90, y: 20 } })
    await page.keyboard.press("Enter")
    await image(page, "a.jpg").waitFor()
    await shown(page, "a.jpg").getByText("1 of 3").waitFor()
    expect(new URL(page.url()).searchParams.get("preview")).toBe(ids.get("a.jpg"))

    await page.keyboard.press("ArrowRight")
    await image(page, "b.jpg").waitFor()
    await page.keyboard.press("ArrowRight")
    await shown(page, "c.txt").locator("[data-line='1']").getByText("words").waitFor()
    await page.keyboard.press("ArrowRight")
    await shown(page, "c.txt").waitFor()
    expect(new URL(page.url()).searchParams.get("preview")).toBe(ids.get("c.txt"))
    await page.keyboard.press("ArrowLeft")
    await image(page, "b.jpg").waitFor()
    await page.keyboard.press("Escape")
    await viewer(page).waitFor({ state: "detached" })
    await page.waitForFunction(() => document.activeElement?.getAttribute("data-name") === "b.jpg")
    expect(new URL(page.url()).searchParams.get("preview")).toBeNull()

    await page.keyboard.press("Space")
    await image(page, "b.jpg").waitFor()
    await page.goBack()
    await viewer(page).waitFor({ state: "detached" })
    await page.waitForFunction(() => document.activeElement?.getAttribute("data-name") === "b.jpg")
    await row(page, "a.jpg").dblclick({ position: { x: 90, y: 20 } })
    await image(page, "a.jpg").waitFor()

    // the address leads to the file, without the way there
    await page.reload()
    await image(page, "a.jpg").waitFor()
    await shown(page, "a.jpg").getByText("1 of 3").waitFor()
    await viewer(page).getByRole("button", { name: "Back to the list" }).click()
    await viewer(page).waitFor({ state: "detached" })
    await row(page, "a.jpg").waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test("a film, sound and a document of many ranges are shown from the storage", async () => {
    const pages = Array.from({ length: 40 }, (_, at) => [`Words of page ${at + 1}`])
    const { folderId, ids } = await putFiles(platform, "played", {
      "film.webm": await film({
        seconds: 2,
        width: 160,
        height: 120,
        draw: () =>
          "<svg xmlns='http://www.w3.org/2000/svg' width='160' height='120'><rect width='160' height='120' fill='teal'/></svg>"
      }),
      "sound.wav": sound(),
      "survey.pdf": pdf("Survey", pages)
    })
    const page = await openFolder(stage(), platform, folderId)
    const complaints = complaintsOf(page)
    await openPreview(page, platform, folderId, ids.get("film.webm"))
    await viewer(page).getByText(/^160 × 120 · 0:0/).waitFor()
    await viewer(page).getByRole("button", { name: "Play" }).click()
    await page.waitForFunction(() => (document.querySelector("video")?.currentTime ?? 0) > 0)
    await page.keyboard.press("ArrowRight")
    await shown(page, "sound.wav").getByRole("button", { name: "Play" }).waitFor()
    await page.waitForFunction(() => (document.querySelector("audio")?.duration ?? 0) > 0)
    await page.keyboard.press("ArrowRight")
    const survey = shown(page, "survey.pdf").getByRole("document")
    await survey.getByText("Words of page 1", { exact: true }).waitFor()
    await viewer(page).getByText("of 40").waitFor()
    await viewer(page).getByRole("textbox", { name: "Page" }).fill("33")
    await page.keyboard.press("Enter")
    await survey.getByText("Words of page 33", { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })
})

describe("what is shown", () => {
  test("a picture is zoomed by keys, wheel, double click and drag, and fits again", async () => {
    const { folderId, ids } = await putFiles("s3", "zoomed", { "large.jpg": await picture("#264", 4000, 3000) })
    const page = await openFolder(stage(), "s3", folderId)
    await openPreview(page, "s3", folderId, ids.get("large.jpg"))
    await image(page, "large.jpg").waitFor()
    const fit = await scale(page).textContent()
    const widthOf = async () => (await image(page, "large.jpg").boundingBox())?.width ?? 0
    const first = await widthOf()
    await page.keyboard.press("+")
    await expect.poll(widthOf).toBeGreaterThan(first)
    await page.keyboard.press("-")
    await expect.poll(widthOf).toBeCloseTo(first)
    await page.mouse.move(500, 400)
    await page.mouse.wheel(0, -400)
    await expect.poll(widthOf).toBeGreaterThan(first * 1.5)
    const leftOf = async () => (await image(page, "large.jpg").boundingBox())?.x ?? 0
    const left = await leftOf()
    await page.mouse.down()
    await page.mouse.move(560, 420, { steps: 4 })
    await page.mouse.up()
    await expect.poll(leftOf).toBeCloseTo(left + 60, 0)
    await page.keyboard.press("0")
    await expect.poll(widthOf).toBeCloseTo(first)
    expect(await scale(page).textContent()).toBe(fit)
    await page.mouse.dblclick(500, 400)
    await expect.poll(() => scale(page).textContent()).toBe("100%")

    // all that fingers do before it is drawn again counts
    await page.keyboard.press("0")
    await expect.poll(widthOf).toBeCloseTo(first)
    await image(page, "large.jpg").evaluate((element) => {
      const turn = { bubbles: true, cancelable: true, clientX: 500, clientY: 400, deltaY: -400 }
      for (let turns = 0; turns < 2; turns++) element.dispatchEvent(new WheelEvent("wheel", turn))
    })
    await expect.poll(widthOf).toBeCloseTo(first * 2 ** 1.6, 0)
    await page.context().close()
  })

  test("a picture on its way has no scale yet, and is not zoomed", async () => {
    const { folderId, ids } = await putFiles("s3", "on its way", { "slow.jpg": await picture("#462") })
    const page = await openFolder(stage(), "s3", folderId)
    let arrive = () => {}
    const arrived = new Promise<void>((go) => {
      arrive = go
    })
    await page.route((url) => url.origin !== stage().origin, async (route) => {
      if (route.request().resourceType() === "image") await arrived
      await route.continue()
    })
    await openPreview(page, "s3", folderId, ids.get("slow.jpg"))
    await viewer(page).getByRole("button", { name: "Fit", exact: true, disabled: true }).waitFor()
    await viewer(page).getByRole("button", { name: "Larger", disabled: true }).waitFor()
    arrive()
    await scale(page).waitFor()
    await viewer(page).getByRole("button", { name: "Larger", disabled: false }).waitFor()
    await page.context().close()
  })

  test("of a large text the first part is read, which is said, and then all of it", async () => {
    const lines = Array.from({ length: 60_000 }, (_, at) => `line ${at + 1} of a long log, with some words in it`)
    const { folderId, ids } = await putFiles("s3", "logs", { "long.log": lines.join("\n") })
    const page = await openFolder(stage(), "s3", folderId)
    const ranges: Array<string> = []
    page.on("request", (request) => {
      const { range } = request.headers()
      if (range !== undefined) ranges.push(range)
    })
    await openPreview(page, "s3", folderId, ids.get("long.log"))
    await viewer(page).locator("[data-line='1']").waitFor()
    await viewer(page).getByText(/^The first 2\.0 MB of 2\.\d+ MB are shown\.$/).waitFor()
    const read = ranges.map((range) => Number(/-(\d+)$/.exec(range)?.[1]))
    expect(read.length).toBeGreaterThan(0)
    expect(Math.max(...read)).toBe(2 * 1024 ** 2 - 1)
    await viewer(page).getByRole("button", { name: "Show all" }).click()
    await viewer(page).getByText("60,000 lines").waitFor()
    await page.keyboard.press("Control+f")
    await viewer(page).getByRole("textbox", { name: "Find in the text" }).waitFor()
    await page.keyboard.type("line 59999 of")
    await viewer(page).locator("[data-line='59999'][data-current]").waitFor()
    await viewer(page).getByRole("search").getByText("1 of 1", { exact: true }).waitFor()
    await page.keyboard.press("Escape")
    await viewer(page).getByRole("textbox").waitFor({ state: "detached" })
    await page.keyboard.press("Escape")
    await viewer(page).waitFor({ state: "detached" })
    await page.context().close()
  })

  test("code has colours, Markdown is set, and what cannot be shown is offered as a download", async () => {
    const { folderId, ids } = await putFiles("s3", "words", {
      "model.py": "# a comment\ndef level(hours: float) -> str:\n    return \"high\"\n",
      "notes.md": "# Notes\n\n- [x] one\n- [ ] two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nconst x = 1\n```\n",
      "old.txt": new Uint8Array([0xb8, 0xdb, 0xbf, 0xda, 0x0a]),
      "things.zip": new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 1, 2, 3]),
      "broken.jpg": "this is no picture",
      "broken.pdf": "this is no document",
      "nothing.txt": ""
    })
    const page = await openFolder(stage(), "s3", folderId)
    await openPreview(page, "s3", folderId, ids.get("model.py"))
    const line = (at: number) => viewer(page).locator(`[data-line='${at}'] code`)
    await line(2).locator("span").first().waitFor()
    const colourOf = (text: string) =>
      viewer(page).locator("[data-line] span").filter({ hasText: text }).first().evaluate((element) =>
        getComputedStyle(element).color
      )
    const colours = await Promise.all(["# a comment", "def", "level", "\"high\""].map(colourOf))
    expect(new Set(colours).size).toBe(4)
    expect(await findingsEverywhere(page)).toEqual([])

    await openPreview(page, "s3", folderId, ids.get("notes.md"))
    const notes = viewer(page).getByRole("document")
    await notes.getByRole("heading", { name: "Notes" }).waitFor()
    await notes.getByRole("cell", { name: "2" }).waitFor()
    await notes.locator("pre span", { hasText: "const" }).waitFor()
    expect(await findingsEverywhere(page)).toEqual([])
    await viewer(page).getByRole("button", { name: "Show the source" }).click()
    await viewer(page).locator("[data-line='3']").getByText("- [x] one").waitFor()

    await openPreview(page, "s3", folderId, ids.get("old.txt"))
    await viewer(page).getByText("港口").waitFor()
    await viewer(page).getByText("GB 18030").waitFor()

    const kind = "This kind of file can’t be shown here"
    // others of its kind can, so that it is not the kind
    const file = "This file can’t be shown here"
    for (const [name, words] of [["things.zip", kind], ["broken.jpg", file], ["broken.pdf", file]] as const) {
      await openPreview(page, "s3", folderId, ids.get(name))
      await viewer(page).getByRole("heading", { name: words }).waitFor()
      await viewer(page).getByRole("button", { name: /^Download \(/ }).waitFor()
    }
    expect(await findingsEverywhere(page)).toEqual([])
    await openPreview(page, "s3", folderId, ids.get("nothing.txt"))
    await viewer(page).getByText("This file is empty").waitFor()
    await openPreview(page, "s3", folderId, "no-such-file")
    await shown(page, "It could not be shown").waitFor()
    expect(await findingsEverywhere(page)).toEqual([])
    await page.context().close()
  })

  test("a storage that does not answer is reported, and one button tries again", async () => {
    const { folderId, ids } = await putFiles("s3", "silent", { "a.txt": "words at last" })
    const page = await openFolder(stage(), "s3", folderId)
    const refused = (url: URL) => url.origin !== stage().origin
    await page.route(
      refused,
      (route) => route.fulfill({ status: 403, body: "<Error><Code>AccessDenied</Code></Error>" })
    )
    await openPreview(page, "s3", folderId, ids.get("a.txt"))
    await viewer(page).getByText("It could not be shown").waitFor()
    await page.unroute(refused)
    await viewer(page).getByRole("button", { name: "Try again" }).click()
    await viewer(page).getByText("words at last").waitFor()
    await page.context().close()
  })

  test("pictures, films, sound and documents are clean for axe in both themes, narrow and wide", async () => {
    const { folderId, ids } = await putFiles("s3", "clean", {
      "a.jpg": await picture("#345"),
      "b.jpg": await picture("#543"),
      "film.webm": await film({
        seconds: 1,
        width: 160,
        height: 120,
        draw: () =>
          "<svg xmlns='http://www.w3.org/2000/svg' width='160' height='120'><rect width='160' height='120' fill='teal'/></svg>"
      }),
      "sound.wav": sound(),
      "survey.pdf": pdf("Survey", [["Words of the page"], ["More"]])
    })
    const page = await openFolder(stage(), "s3", folderId)
    const found: Array<string> = []
    for (
      const [name, there] of [
        ["a.jpg", () => image(page, "a.jpg")],
        ["film.webm", () => viewer(page).getByRole("slider", { name: "Position" })],
        ["sound.wav", () => viewer(page).getByRole("slider", { name: "Position" })],
        ["survey.pdf", () => viewer(page).getByText("Words of the page")]
      ] as const
    ) {
      await openPreview(page, "s3", folderId, ids.get(name))
      await there().first().waitFor()
      for (const finding of await findingsEverywhere(page)) found.push(`${name} ${finding}`)
    }
    expect(found).toEqual([])
    await page.context().close()
  })

  test("behind the viewer nothing is reached; its keys do not reach the list; a recycled file makes room for the next", async () => {
    const { folderId, ids } = await putFiles("s3", "alone", { "a.txt": "one", "b.txt": "two" })
    const page = await openFolder(stage(), "s3", folderId)
    await row(page, "a.txt").click({ position: { x: 90, y: 20 } })
    await page.keyboard.press("Enter")
    await shown(page, "a.txt").waitFor()
    const inside = () => page.evaluate(() => document.activeElement?.closest("[data-viewer]") !== null)
    for (let step = 0; step < 14; step++) {
      await page.keyboard.press("Tab")
      const isBody = await page.evaluate(() => document.activeElement === document.body)
      expect(isBody || await inside()).toBe(true)
    }
    await page.keyboard.press("Shift+N")
    await page.keyboard.press("x")
    expect(await page.getByRole("dialog").count()).toBe(1)
    await viewer(page).getByRole("button", { name: "Recycle" }).click()
    await shown(page, "b.txt").waitFor()
    expect(new URL(page.url()).searchParams.get("preview")).toBe(ids.get("b.txt"))
    await page.keyboard.press("Escape")
    await viewer(page).waitFor({ state: "detached" })
    await row(page, "a.txt").waitFor({ state: "detached" })
    await page.context().close()
  })
})

describe("files that carry scripts", () => {
  /** All that such a file could do: an address asked for, a mark on the window, a dialog. */
  const watch = (page: Page) => {
    const asked: Array<string> = []
    page.on("request", (request) => {
      if (request.url().includes("/pwned-")) asked.push(request.url())
    })
    const complaints = complaintsOf(page)
    return async () => ({
      asked,
      marks: await page.evaluate(() => "pwned" in window),
      dialogs: complaints.filter((text) => text.startsWith("dialog"))
    })
  }
  const nothing = { asked: [], marks: false, dialogs: [] }

  test("the files run their scripts when they are opened by themselves, so these tests can fail", async () => {
    const folder = mkdtempSync(join(tmpdir(), "effect-drive-hostile-"))
    for (const [name, content] of [["a.svg", hostileDrawing], ["a.html", hostilePage]] as const) {
      writeFileSync(join(folder, name), content)
      const page = await stage().browser.newPage()
      const look = watch(page)
      await page.goto(`file://${join(folder, name)}`)
      expect((await look()).marks).toBe(true)
      await page.close()
    }
    rmSync(folder, { recursive: true })
  })

  test("none runs in a preview, and none of their pictures is asked for", async () => {
    const { folderId, ids } = await putFiles("s3", "hostile", {
      "drawing.svg": hostileDrawing,
      "page.html": hostilePage,
      "notes.md": hostileMarkdown,
      "form.pdf": hostilePdf(),
      "<img src=x onerror=top.pwned=1>.txt": "a name"
    })
    const page = await openFolder(stage(), "s3", folderId)
    const look = watch(page)
    await openPreview(page, "s3", folderId, ids.get("drawing.svg"))
    await image(page, "drawing.svg").waitFor()
    // it is drawn: its width is what its text says
    await page.waitForFunction(() =>
      document.querySelector<HTMLImageElement>("[data-viewer] img[alt$='picture']")?.naturalWidth === 300
    )
    expect(await look()).toEqual(nothing)

    await openPreview(page, "s3", folderId, ids.get("page.html"))
    await viewer(page).getByText("Plain words of a page").waitFor()
    await viewer(page).getByText("<!doctype html>").waitFor()
    expect(await look()).toEqual(nothing)

    await openPreview(page, "s3", folderId, ids.get("notes.md"))
    const notes = viewer(page).getByRole("document")
    await notes.getByRole("heading", { name: "A heading" }).waitFor()
    const links = await notes.locator("a").evaluateAll((all) =>
      all.map((link) => [link.getAttribute("href"), link.getAttribute("rel"), link.getAttribute("target")])
    )
    expect(links).toEqual([["https://example.org/page", "noopener noreferrer", "_blank"]])
    expect(await notes.locator("img, script, iframe").count()).toBe(0)
    await notes.getByText("<script>").waitFor()
    await notes.getByText("a script", { exact: true }).click()
    expect(await look()).toEqual(nothing)

    await openPreview(page, "s3", folderId, ids.get("form.pdf"))
    await viewer(page).getByText("Words of a document").waitFor()
    expect(await viewer(page).locator("iframe, embed, object, a").count()).toBe(0)
    expect(await look()).toEqual(nothing)

    await openPreview(page, "s3", folderId, ids.get("<img src=x onerror=top.pwned=1>.txt"))
    await viewer(page).getByText("a name").waitFor()
    expect(await look()).toEqual(nothing)
    await page.context().close()
  })
})
