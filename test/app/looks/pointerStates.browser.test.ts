/** What a mouse meets: a step deeper while it is held down, menus that leave in sight what opened them, drags that are given up. */
import type { Locator, Page } from "playwright-core"
import { afterEach, expect, test } from "vitest"
import { openRoom, setAppStage } from "../AppStage.js"
import { drawn } from "../findings.js"
import { row, rowSide } from "../onPage.js"

const stage = setAppStage()
const inSpace = { spaceId: "s3-space" }

let page: Page

afterEach(() => page.context().close())

const boxOf = async (of: Locator) => {
  const box = await of.boundingBox()
  if (box === null) throw new Error("it is not on the screen")
  return box
}

const moveTo = async (of: Locator): Promise<void> => {
  const { height, width, x, y } = await boxOf(of)
  await page.mouse.move(x + width / 2, y + height / 2)
}

const open = async (path: string, viewport = { width: 1440, height: 900 }): Promise<void> => {
  const parentFileId = await stage().drive.files.ensureFolder(path, inSpace)
  await stage().drive.files.ensureFolder(`${path}/inner`, inSpace)
  await stage().drive.uploads.start({ source: new Blob(["one"]), name: "one.txt", parentFileId }, inSpace).done
  page = await openRoom(stage(), "s3", `f/${parentFileId}`, { viewport })
  await row(page, "one.txt").waitFor()
}

const groundOf = (of: Locator): Promise<string> =>
  of.evaluate((one) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(one)
    return `${backgroundColor} ${backgroundImage}`
  })

test("everything that can be pressed looks different under the pointer, and again while it is held down", async () => {
  await open("pressed/by a mouse")
  const button = (name: string) => page.getByRole("button", { name, exact: true })
  await row(page, "one.txt").hover()
  const all = [
    page.getByRole("link", { name: "pressed", exact: true }),
    page.getByRole("link", { name: "Starred" }),
    button("New folder"),
    button("Upload"),
    button("Details"),
    button("Images"),
    button("Inspector"),
    button("Account"),
    button("Name"),
    row(page, "one.txt").getByRole("button", { name: "More" })
  ]
  for (const one of all) {
    await page.mouse.move(720, 880)
    const rest = await groundOf(one)
    await moveTo(one)
    const hovered = await groundOf(one)
    await page.mouse.down()
    const pressed = await groundOf(one)
    await page.mouse.move(720, 880)
    await page.mouse.up()
    expect(new Set([rest, hovered, pressed]).size, await one.innerText()).toBe(3)
  }
})

test("in a low window a menu is whole, beside what it was asked for by", async () => {
  await open("low", { width: 720, height: 450 })
  const menu = page.getByRole("menu")
  const isWhole = () =>
    menu.evaluate((one) =>
      one.parentElement !== null && one.parentElement.scrollHeight <= one.parentElement.clientHeight
    )
  await row(page, "one.txt").click({ ...rowSide, button: "right" })
  await menu.waitFor()
  await drawn(page)
  expect(await isWhole()).toBe(true)
  await page.keyboard.press("Escape")
  await menu.waitFor({ state: "detached" })
  const more = row(page, "one.txt").getByRole("button", { name: "More" })
  await row(page, "one.txt").hover()
  await more.click()
  await menu.waitFor()
  await drawn(page)
  expect(await isWhole()).toBe(true)
  // who clicks twice does not choose what lies there by then
  const [shown, pressed] = [await boxOf(menu), await boxOf(more)]
  expect(shown.x + shown.width <= pressed.x || shown.x >= pressed.x + pressed.width).toBe(true)
  await moveTo(menu)
  const opacity = () => more.evaluate((one) => getComputedStyle(one.parentElement ?? one).opacity)
  await expect.poll(opacity, { message: "what the menu hangs from" }).toBe("1")
  await page.keyboard.press("Escape")
  await menu.waitFor({ state: "detached" })
})

test("of a long way the name of what is open can be read on a tablet, and the rest of it whole in a menu", async () => {
  const name = (at: number) => `a folder whose name differs from the others at its end alone, by ${at}`
  await open([1, 2, 3, 4, 5].map(name).join("/"), { width: 768, height: 900 })
  const way = page.getByRole("navigation", { name: "Breadcrumb" })
  // until the way is known, the top stands there, which is short
  expect((await boxOf(way.getByRole("heading", { level: 1, name: name(5) }))).width).toBeGreaterThan(120)
  expect(await way.getByRole("link").allInnerTexts()).toEqual(["Files", name(4)])
  await way.getByRole("button", { name: "Folders between" }).click()
  for (const at of [1, 2, 3]) {
    const entry = page.getByRole("menuitem", { name: name(at) })
    expect(await entry.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  }
  await page.keyboard.press("Escape")
  await page.setViewportSize({ width: 1440, height: 900 })
  await way.getByRole("link", { name: name(3) }).waitFor()
})

test("a drag that Esc ends over the way leaves nothing marked there", async () => {
  await open("dragged/and given up")
  const goal = page.getByRole("link", { name: "dragged", exact: true })
  const { height, x, y } = await boxOf(row(page, "one.txt"))
  await page.mouse.move(x + 110, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + 120, y + height / 2 + 6, { steps: 3 })
  await moveTo(goal)
  await moveTo(goal)
  await expect.poll(() => goal.getAttribute("data-drop-target")).toBe("true")
  await page.keyboard.press("Escape")
  await expect.poll(() => goal.getAttribute("data-drop-target")).toBe(null)
  await page.mouse.up()
  expect(await row(page, "one.txt").count()).toBe(1)
})
