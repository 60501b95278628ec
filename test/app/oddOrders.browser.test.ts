/** What people do in an order that nobody would think of: twice, too early, or with something gone meanwhile. */
import type { Page } from "playwright-core"
import { afterEach, assert, expect, test } from "vitest"
import { openFolder, setAppStage } from "./AppStage.js"
import { messages, panel, pick, row, rowSide, told } from "./onPage.js"

const stage = setAppStage()
const inSpace = { spaceId: "s3-space" }

let page: Page

afterEach(() => page.context().close())

interface Made {
  readonly folder: string
  readonly ids: ReadonlyMap<string, string>
}

/** A folder with these in it, of which those with a dot are files. */
const make = async (name: string, inside: ReadonlyArray<string>): Promise<Made> => {
  const { drive } = stage()
  const folder = await drive.files.ensureFolder(name, inSpace)
  const ids = new Map<string, string>()
  for (const one of inside) {
    const id = one.includes(".")
      ? (await drive.uploads.start({ source: new Blob([one]), name: one, parentFileId: folder }, inSpace).done).fileId
      : await drive.files.createFolder({ name: one, parentFileId: folder }, inSpace)
    ids.set(one, id)
  }
  return { folder, ids }
}

const openWith = async (name: string, inside: ReadonlyArray<string>): Promise<Made> => {
  const made = await make(name, inside)
  page = await openFolder(stage(), "s3", made.folder)
  await row(page, inside[0] ?? "").waitFor()
  return made
}

const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true })
const dialog = () => page.getByRole("dialog")

const namesIn = async (parentFileId: string): Promise<ReadonlyArray<string>> => {
  const { items } = await stage().drive.files.list({ parentFileId }, inSpace)
  return items.map(({ name }) => name).sort()
}

/** Holds those calls until the function that this gives is called. */
const hold = async (address: string): Promise<() => void> => {
  let letGo: () => void = () => {}
  const held = new Promise<void>((resolve) => letGo = resolve)
  await page.route(address, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

test("a preview that is closed twice in a moment leads to its folder, and no further", async () => {
  const { ids } = await openWith("closed twice", ["inner"])
  const parentFileId = ids.get("inner") ?? ""
  await stage().drive.uploads.start({ source: new Blob(["one"]), name: "one.txt", parentFileId }, inSpace).done
  await row(page, "inner").dblclick()
  await heading("inner").waitFor()
  const look = async () => {
    await row(page, "one.txt").dblclick()
    await dialog().getByRole("button", { name: "Back" }).waitFor()
  }
  await look()
  // by a mouse the second press may come when the preview has gone, to what is below it
  await dialog().getByRole("button", { name: "Back" }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await dialog().waitFor({ state: "detached" })
  await look()
  await dialog().evaluate((viewer) => {
    const escape = () => new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true })
    viewer.dispatchEvent(escape())
    viewer.dispatchEvent(escape())
  })
  await dialog().waitFor({ state: "detached" })
  // what is asked of the browser after it comes after it
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  expect(await heading("inner").count()).toBe(1)
})

test("a dialog goes with the folder that it was opened in", async () => {
  await openWith("left", ["inner"])
  await row(page, "inner").dblclick()
  await heading("inner").waitFor()
  await page.getByRole("button", { name: "New folder" }).first().click()
  await dialog().waitFor()
  await page.goBack()
  await heading("left").waitFor()
  await dialog().waitFor({ state: "detached" })
})

test("a sign-in that ends while a dialog is open can be done again", async () => {
  await openWith("ended", ["one.txt"])
  await page.getByRole("button", { name: "New folder" }).first().click()
  await dialog().getByRole("textbox").fill("made")
  await page.route("**/api/**", (route) => route.fulfill({ status: 401, contentType: "application/json", body: "{}" }))
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
  await page.unroute("**/api/**")
  await page.getByRole("textbox", { name: "Access token" }).fill(stage().emulator.accessToken)
  await page.getByRole("button", { name: "Sign in" }).click()
  await row(page, "one.txt").waitFor()
  expect(await dialog().count()).toBe(0)
})

test("what is pasted and is gone by then says so", async () => {
  const { folder, ids } = await openWith("pasted", ["inner", "cut.txt", "copied.txt"])
  for (const [keys, name, words] of [["x", "cut.txt", "Not moved"], ["c", "copied.txt", "Not copied"]] as const) {
    await row(page, name).click(rowSide)
    await page.keyboard.press(`ControlOrMeta+${keys}`)
    await row(page, "inner").dblclick()
    await page.getByText(/^Nothing in /).waitFor()
    await stage().drive.files.remove([ids.get(name) ?? ""], inSpace)
    await page.keyboard.press("ControlOrMeta+v")
    await messages(page).getByText(words).waitFor()
    await page.goBack()
    await heading("pasted").waitFor()
  }
  expect(await namesIn(folder)).toEqual(["inner"])
})

test("a folder that was cut is not pasted into itself, and still waits for its place", async () => {
  const { folder, ids } = await openWith("cut", ["one", "two"])
  await stage().drive.files.createFolder({ name: "inner", parentFileId: ids.get("one") ?? "" }, inSpace)
  await row(page, "one").click(rowSide)
  await page.keyboard.press("ControlOrMeta+x")
  await row(page, "one").dblclick()
  await row(page, "inner").waitFor()
  const paste = async () => {
    await page.keyboard.press("ControlOrMeta+v")
    await told(page, "A folder can’t be moved into itself.")
  }
  await paste()
  await row(page, "inner").dblclick()
  await page.getByText(/^Nothing in /).waitFor()
  await paste()
  await page.goBack()
  await heading("one").waitFor()
  await page.goBack()
  await row(page, "two").dblclick()
  await page.getByText(/^Nothing in /).waitFor()
  await page.keyboard.press("ControlOrMeta+v")
  await row(page, "one").waitFor()
  expect(await namesIn(folder)).toEqual(["two"])
})

test("a folder is not offered as a place for itself, though things were put into it before", async () => {
  const { folder } = await openWith("into itself", ["one", "two"])
  const openMove = async (name: string) => {
    await row(page, name).click(rowSide)
    await page.keyboard.press("Shift+M")
    await dialog().getByRole("treeitem", { name: "into itself" }).waitFor()
  }
  await openMove("one")
  await dialog().getByRole("treeitem", { name: "two", exact: true }).click()
  await dialog().getByRole("button", { name: /^Move to/ }).click()
  await row(page, "one").waitFor({ state: "detached" })
  await openMove("two")
  expect(await dialog().getByRole("button", { name: "two", exact: true }).count()).toBe(0)
  expect(await namesIn(folder)).toEqual(["two"])
})

test("what the filter hides is not selected", async () => {
  await openWith("hidden", ["one.txt", "two.txt"])
  await row(page, "one.txt").click(rowSide)
  await page.getByRole("toolbar", { name: "1 selected" }).waitFor()
  await page.keyboard.press("/")
  await page.keyboard.type("two")
  await row(page, "one.txt").waitFor({ state: "detached" })
  await page.getByRole("toolbar", { name: "1 selected" }).waitFor({ state: "detached" })
  expect(await page.getByRole("checkbox", { name: "Select all" }).first().getAttribute("aria-checked")).toBe("false")
})

test("a name that is still being saved leaves the field of the next one alone", async () => {
  const { folder } = await openWith("renamed", ["one.txt", "two.txt"])
  const letGo = await hold("**/rename")
  const begin = async (name: string, stem: string) => {
    await row(page, name).click(rowSide)
    await page.keyboard.press("F2")
    await page.keyboard.type(stem)
  }
  await begin("one.txt", "first")
  await page.keyboard.press("Enter")
  await begin("two.txt", "second")
  const answered = page.waitForResponse("**/rename")
  letGo()
  await answered
  await row(page, "first.txt").getByRole("textbox").waitFor({ state: "detached" })
  const field = page.getByRole("textbox", { name: "New name" })
  expect(await field.inputValue()).toBe("second.txt")
  expect(await field.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press("Enter")
  await field.waitFor({ state: "detached" })
  await expect.poll(() => namesIn(folder)).toEqual(["first.txt", "second.txt"])
})

test("a double click on an answer answers for one name alone", async () => {
  const { folder } = await openWith("taken", ["one.txt", "two.txt"])
  await pick(page, ["one.txt", "two.txt"].map((name) => ({ name, buffer: Buffer.from(`another ${name}`) })))
  await panel(page).getByRole("button", { name: "Choose: two.txt" }).waitFor()
  await panel(page).getByRole("button", { name: "Choose: one.txt" }).click()
  const about = async () => (await dialog().getByText(/^(one|two)\.txt$/).first().textContent()) ?? ""
  const first = await about()
  const second = first === "one.txt" ? "two.txt" : "one.txt"
  await dialog().getByRole("button", { name: "Replace" }).dblclick()
  await dialog().getByText(second, { exact: true }).waitFor()
  await dialog().getByRole("button", { name: "Skip" }).click()
  await dialog().waitFor({ state: "detached" })
  const sizes = async () => {
    const { items } = await stage().drive.files.list({ parentFileId: folder }, inSpace)
    return new Map(items.map(({ name, size }) => [name, size]))
  }
  await expect.poll(async () => (await sizes()).get(first)).toBe(`another ${first}`.length)
  expect((await sizes()).get(second)).toBe(second.length)
})

test("after a sign-out nothing of before is taken back", async () => {
  const { folder } = await openWith("signed out", ["one.txt", "two.txt"])
  await row(page, "one.txt").click(rowSide)
  await page.keyboard.press("Delete")
  await told(page, "1 item moved to the recycle bin")
  await page.getByRole("button", { name: "Account" }).click()
  await page.getByRole("menuitem", { name: "Sign out" }).click()
  const token = page.getByRole("textbox", { name: "Access token" })
  await token.waitFor()
  expect(await messages(page).getByRole("button", { name: "Undo" }).count()).toBe(0)
  await token.fill(stage().emulator.accessToken)
  await page.keyboard.press("Enter")
  await row(page, "two.txt").click(rowSide)
  await page.keyboard.press("ControlOrMeta+z")
  // what would be taken back by then has come before the next change
  await page.keyboard.press("Delete")
  await row(page, "two.txt").waitFor({ state: "detached" })
  await told(page, "1 item moved to the recycle bin")
  expect(await namesIn(folder)).toEqual([])
})

test("what comes to lie under a double click that leaves a preview is left alone", async () => {
  const { folder } = await openWith("left twice", ["one.txt"])
  await row(page, "one.txt").dblclick()
  const back = dialog().getByRole("button", { name: "Back to the list" })
  // until it stands still
  await back.hover()
  const box = await back.boundingBox()
  assert(box !== null)
  const session = await page.context().newCDPSession(page)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const first = Date.now() / 1000
  const click = async (clickCount: number, timestamp: number) => {
    for (const type of ["mousePressed", "mouseReleased"] as const) {
      await session.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount, timestamp })
    }
  }
  await click(1, first)
  await dialog().waitFor({ state: "detached" })
  // a busy page may hear of it as late as this
  await click(2, first + 0.2)
  await row(page, "one.txt").waitFor()
  expect(new URL(page.url()).pathname).toBe(`/s3-space/f/${folder}`)
  // and only it
  await page.getByRole("link", { name: "Drive" }).first().click()
  await page.waitForURL((url) => url.pathname !== `/s3-space/f/${folder}`)
})

test("the address of a preview that is a folder leads into it", async () => {
  const { folder, ids } = await openWith("led", ["inner", "one.txt"])
  await page.goto(`${stage().origin}/s3-space/f/${folder}?preview=${ids.get("inner") ?? ""}`)
  await heading("inner").waitFor()
  await dialog().waitFor({ state: "detached" })
  const { pathname, search } = new URL(page.url())
  expect(pathname + search).toBe(`/s3-space/f/${ids.get("inner") ?? ""}`)
})
