/** What was found by looking at pictures of the drive: the button of details, words that left their button, waiting lists. */
import type { Page } from "playwright-core"
import { beforeAll, describe, expect, test } from "vitest"
import { newContext, openFolder, openFolderIn, setAppStage } from "../AppStage.js"
import { complaintsOf, drawn, findings, findingsEverywhere } from "../findings.js"
import { panel, pick, row, rowSide } from "../onPage.js"

const stage = setAppStage()

let folder = ""

beforeAll(async () => {
  const { drive } = stage()
  const there = { spaceId: "s3-space" }
  folder = await drive.files.ensureFolder("looks", there)
  await drive.files.ensureFolder("looks/inner", there)
  for (const name of ["one.txt", "two.txt"]) {
    await drive.uploads.start({ source: new Blob([name]), name, parentFileId: folder }, there).done
  }
})

const details = (page: Page) => page.getByRole("complementary", { name: "Details" })
const detailsButton = (page: Page) => page.getByRole("button", { name: "Details", exact: true })

describe("the button of details", () => {
  test("opens them with nothing selected, follows what is selected, and stays from folder to folder", async () => {
    const page = await openFolder(stage(), "s3", folder)
    const complaints = complaintsOf(page)
    await row(page, "one.txt").waitFor()
    expect(await detailsButton(page).getAttribute("aria-pressed")).toBe("false")
    await detailsButton(page).click()
    await details(page).getByText("Select one item for details.").waitFor()
    expect(await detailsButton(page).getAttribute("aria-pressed")).toBe("true")
    expect(await findingsEverywhere(page)).toEqual([])

    await row(page, "one.txt").click(rowSide)
    await details(page).getByRole("heading", { name: "one.txt" }).waitFor()
    await row(page, "two.txt").click({ ...rowSide, modifiers: ["ControlOrMeta"] })
    await details(page).getByRole("heading", { name: "2 selected" }).waitFor()

    await row(page, "inner").dblclick(rowSide)
    await page.getByRole("heading", { level: 1, name: "inner" }).waitFor()
    await details(page).getByText("Select one item for details.").waitFor()
    await detailsButton(page).click()
    await details(page).waitFor({ state: "detached" })
    await page.goBack()
    await row(page, "one.txt").waitFor()
    expect(await details(page).count()).toBe(0)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test("stands in the library too, where a folder of assets has none of its own", async () => {
    const page = await openFolder(stage(), "s3", folder)
    await row(page, "one.txt").waitFor()
    await page.getByRole("link", { name: "Assets" }).click()
    await page.getByRole("heading", { level: 1, name: "Assets" }).waitFor()
    await detailsButton(page).click()
    await details(page).getByText("Select one item for details.").waitFor()
    await page.locator("[data-index]").first().click(rowSide)
    await details(page).getByText("For support").waitFor()
    await page.context().close()
  })
})

/** The buttons that are filled with the accent: a page has one answer to what is next. */
const filledButtons = (page: Page) =>
  page.evaluate<ReadonlyArray<string>>(`
    [...document.querySelectorAll("button")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => getComputedStyle(one).backgroundColor === "rgb(42, 79, 208)")
      .map((one) => one.ariaLabel ?? one.textContent)`)

/** What begins to move while that is done: its name and how many milliseconds it takes. */
const motionOf = async (page: Page, act: () => Promise<void>) => {
  await page.evaluate(`{
    window.moved = []
    const tell = ({ animationName, propertyName, target }) => {
      const own = target.getAnimations().map(({ effect }) => effect.getTiming().duration)
      window.moved.push([animationName ?? propertyName, Math.max(0, ...own)])
    }
    for (const begun of ["animationstart", "transitionrun"]) document.addEventListener(begun, tell, true)
  }`)
  await act()
  return page.evaluate<ReadonlyArray<readonly [string, number]>>("window.moved")
}

test("what opens takes a fifth of a second at most, and does not move for people who want less motion", async () => {
  const page = await openFolder(stage(), "s3", folder)
  await row(page, "one.txt").waitFor()
  const openAll = async () => {
    await detailsButton(page).click()
    await details(page).waitFor()
    await page.keyboard.press("?")
    await page.getByRole("dialog").waitFor()
    // what is closed in its first frame does not begin to move
    await drawn(page)
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await detailsButton(page).click()
    await details(page).waitFor({ state: "detached" })
    await page.setViewportSize({ width: 800, height: 900 })
    await page.getByRole("button", { name: "Places" }).click()
    await drawn(page)
    await page.keyboard.press("Escape")
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  expect((await motionOf(page, openAll)).filter(([, duration]) => duration > 0)).toEqual([])
  await page.emulateMedia({ reducedMotion: "no-preference" })
  const moved = await motionOf(page, openAll)
  expect(moved.filter(([, duration]) => duration > 200)).toEqual([])
  for (const name of ["scale", "translate", "opacity"]) expect(moved.map(([property]) => property)).toContain(name)

  // on a phone a dialog rises whole: rows would show through one that fades
  await page.setViewportSize({ width: 360, height: 740 })
  const risen = await motionOf(page, async () => {
    await page.keyboard.press("?")
    await page.getByRole("dialog").waitFor()
    await drawn(page)
  })
  expect(risen.map(([property]) => property)).toContain("translate")
  expect(risen.map(([property]) => property)).not.toContain("scale")
  await page.context().close()
})

test("a folder that takes its time has its heads at once", async () => {
  const page = await openFolder(stage(), "s3", folder)
  await row(page, "one.txt").waitFor()
  await page.route(/\/file\/.*\/list/, () => new Promise<void>(() => {}))
  await page.reload()
  const waiting = page.getByRole("status", { name: "looks" })
  for (const head of ["Name", "Kind", "Modified", "Size"]) await waiting.getByText(head, { exact: true }).waitFor()
  await page.context().close()
})

test("a folder of which nothing is known yet has no findings", async () => {
  const page = await openFolder(stage(), "s3", folder)
  await row(page, "one.txt").waitFor()
  await page.route(/\/file\//, () => new Promise<void>(() => {}))
  await page.reload()
  await page.locator("[aria-busy='true']").waitFor()
  expect(await findingsEverywhere(page)).toEqual([])
  await page.context().close()
})

test("on a phone the round button makes room for a selection, and the filter has one cross, which empties it", async () => {
  const page = await openFolder(stage(), "s3", folder)
  await row(page, "one.txt").waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  // the last filter is seen to begin, so that one knows of it
  const lastFilter = await page.getByRole("button", { name: "Folders", exact: true }).boundingBox()
  expect(lastFilter?.x).toBeLessThan(340)
  const add = page.getByRole("button", { name: "Add", exact: true })
  await add.waitFor()
  await row(page, "one.txt").focus()
  await page.keyboard.press("x")
  await add.waitFor({ state: "hidden" })
  await page.getByRole("button", { name: "Clear selection" }).click()
  await add.waitFor()

  await page.getByRole("button", { name: "Filter this list" }).click()
  const field = page.getByRole("searchbox")
  await field.fill("two")
  await row(page, "one.txt").waitFor({ state: "detached" })
  await page.getByRole("button", { name: "Clear the filter text" }).click()
  await row(page, "one.txt").waitFor()
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.getByRole("button", { name: "Close the filter" }).click()
  await page.getByRole("heading", { level: 1, name: "looks" }).waitFor()

  await row(page, "inner").dblclick(rowSide)
  await page.getByText("Nothing in “inner” yet").waitFor()
  await expect.poll(() => filledButtons(page)).toEqual(["Add"])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole("button", { name: "New folder" }).waitFor()
  await expect.poll(() => filledButtons(page)).toEqual(["Upload"])
  await page.context().close()
})

test("what is only downloaded has no tab to itself", async () => {
  const page = await openFolder(stage(), "s3", folder)
  await row(page, "one.txt").click(rowSide)
  const download = page.waitForEvent("download")
  await page.keyboard.press("Shift+D")
  await download
  await panel(page).getByText("Your browser is saving it").waitFor()
  expect(await panel(page).getByRole("tab").count()).toBe(0)
  await page.keyboard.press("Escape")
  await pick(page, [{ name: "beside.txt", buffer: Buffer.from("beside") }])
  await panel(page).getByRole("tab", { name: /^Uploads/ }).waitFor()
  await page.context().close()
})

describe("a phone", () => {
  const openPhone = async (path: string): Promise<Page> => {
    const context = await newContext(stage(), { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
    const page = await context.newPage()
    const token = encodeURIComponent(stage().emulator.accessToken)
    await page.goto(`${stage().origin}/s3-space/${path}#token=${token}`)
    return page
  }
  const namesOf = (page: Page) =>
    page.evaluate<ReadonlyArray<string>>(
      "[...document.querySelectorAll('[data-index]')].map((one) => one.dataset.name)"
    )

  test("sorts by every column of the list, though it has room for one head", async () => {
    const { drive } = stage()
    const sizes = await drive.files.ensureFolder("looks of sizes", { spaceId: "s3-space" })
    for (const [name, size] of [["a.bin", 3], ["b.bin", 1], ["c.bin", 2]] as const) {
      const source = new Blob(["x".repeat(size)])
      await drive.uploads.start({ source, name, parentFileId: sizes }, { spaceId: "s3-space" }).done
    }
    const page = await openPhone(`f/${sizes}`)
    await page.getByRole("button", { name: "Sort by: Name" }).tap()
    await page.getByRole("menuitem", { name: "Size" }).tap()
    await expect.poll(() => namesOf(page)).toEqual(["b.bin", "c.bin", "a.bin"])
    await page.getByRole("button", { name: "Sort by: Size" }).tap()
    await page.getByRole("menuitem", { name: "Size" }).waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByRole("menuitem", { name: "Size" }).tap()
    await expect.poll(() => namesOf(page)).toEqual(["a.bin", "c.bin", "b.bin"])
    await page.context().close()
  })

  test("selects all by the head of the list, once something is selected", async () => {
    const { drive } = stage()
    const few = await drive.files.ensureFolder("looks of few", { spaceId: "s3-space" })
    for (const name of ["a", "b", "c"]) {
      await drive.files.createFolder({ name, parentFileId: few }, { spaceId: "s3-space" })
    }
    const page = await openPhone(`f/${few}`)
    await row(page, "a").waitFor()
    const all = page.getByRole("checkbox", { name: "Select all" })
    expect(await all.count()).toBe(0)
    await row(page, "a").focus()
    await page.keyboard.press("x")
    expect(await findings(page)).toEqual([])
    await all.tap()
    await page.getByRole("toolbar", { name: "3 selected" }).waitFor()
    await all.tap()
    await page.getByRole("toolbar", { name: "3 selected" }).waitFor({ state: "detached" })
    await page.context().close()
  })

  test("has the buttons of a dialog on its screen, however much stands above them", async () => {
    const page = await openPhone(`f/${folder}`)
    await row(page, "one.txt").focus()
    await page.keyboard.press("x")
    await page.keyboard.press("Shift+S")
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("switch").first().press("Space")
    await dialog.getByRole("button", { name: "Copy link" }).waitFor()
    const done = await dialog.getByRole("button", { name: "Done" }).boundingBox()
    expect((done?.y ?? 0) + (done?.height ?? 0)).toBeLessThanOrEqual(740)
    await page.context().close()
  })

  test("has room for the tools of a file beside the ways to the next ones", async () => {
    const page = await openPhone(`f/${folder}`)
    await row(page, "one.txt").tap({ position: { x: 140, y: 30 } })
    const viewer = page.getByRole("dialog", { name: "one.txt" })
    const next = viewer.getByRole("button", { name: "Next" })
    await viewer.locator("[data-line]").first().waitFor()
    const overlaps = await page.evaluate<ReadonlyArray<string>>(`{
      const boxes = [...document.querySelectorAll("[data-viewer] [role='toolbar'] button, [data-viewer] [data-way]:not(:disabled)")]
        .filter((one) => one.checkVisibility())
        .map((one) => ({ name: one.ariaLabel ?? one.textContent, box: one.getBoundingClientRect() }))
      boxes.flatMap((one, at) => boxes.slice(at + 1)
        .filter(({ box }) => box.left < one.box.right - 0.5 && box.right > one.box.left + 0.5 && box.top < one.box.bottom && box.bottom > one.box.top)
        .map((other) => one.name + " and " + other.name))
    }`)
    expect(await next.isVisible()).toBe(true)
    expect(overlaps).toEqual([])
    await page.context().close()
  })
})

test("a tablet upright shows when files were changed, and a finger meets what it can press", async () => {
  const context = await newContext(stage(), { viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true })
  const page = await openFolderIn(context, stage(), "s3", folder)
  await row(page, "one.txt").waitFor()
  await page.getByRole("columnheader", { name: "Modified" }).waitFor()
  await row(page, "one.txt").focus()
  await page.keyboard.press("x")
  const bar = page.getByRole("toolbar", { name: "1 selected" })
  await bar.getByRole("button", { name: "More" }).tap()
  await page.getByRole("menu").waitFor()
  const small = await page.evaluate<ReadonlyArray<string>>(`
    [...document.querySelectorAll("[role='toolbar'][aria-label='1 selected'] button, [role='menuitem']")]
      .map((one) => ({ name: one.ariaLabel ?? one.textContent, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 44 || box.height < 44)
      .map(({ box, name }) => name + " " + box.width + " x " + box.height)`)
  expect(small).toEqual([])
  expect(await findings(page)).toEqual([])
  await context.close()
})
