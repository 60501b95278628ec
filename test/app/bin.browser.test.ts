/** The recycle bin in a real Chromium, on each of the platforms. */
import type { Page } from "playwright-core"
import { beforeEach, describe, expect, test } from "vitest"
import type { TestedPlatform } from "./AppStage.js"
import { openRoom, platforms, setAppStage, triedPlatforms } from "./AppStage.js"
import { complaintsOf, findingsEverywhere } from "./findings.js"
import { messages, panel, row, rowSide, told } from "./onPage.js"

const stage = setAppStage()

const inSpace = (platform: TestedPlatform) => ({ spaceId: `${platform}-space` })

const put = async (platform: TestedPlatform, parentFileId: string, name: string, text = name): Promise<string> => {
  const upload = stage().drive.uploads.start({ source: new Blob([text]), name, parentFileId }, inSpace(platform))
  return (await upload.done).fileId
}

/** A folder, and files that were deleted from it. */
const fill = async (platform: TestedPlatform, folderName: string, names: ReadonlyArray<string>): Promise<string> => {
  const { drive } = stage()
  const folder = await drive.files.ensureFolder(folderName, inSpace(platform))
  const ids: Array<string> = []
  for (const name of names) ids.push(await put(platform, folder, name))
  await drive.recycleBin.recycle(ids, inSpace(platform))
  return folder
}

const namesIn = async (platform: TestedPlatform, parentFileId: string): Promise<ReadonlyArray<string>> => {
  const { items } = await stage().drive.files.list({ parentFileId, pageSize: 100 }, inSpace(platform))
  return items.map(({ name }) => name).sort()
}

const binned = async (platform: TestedPlatform): Promise<ReadonlyArray<string>> => {
  const { items } = await stage().drive.recycleBin.list({ limit: 100 }, inSpace(platform))
  return items.map(({ name }) => name).sort()
}

// no test finds what another one has left there
beforeEach(async () => {
  for (const platform of platforms) {
    if ((await binned(platform)).length > 0) await stage().drive.recycleBin.clear(inSpace(platform))
  }
})

const heard = (page: Page, text: string) =>
  page.locator("[aria-live]", { hasText: text }).first().waitFor({ state: "attached" })

describe.each(triedPlatforms)("%s", (platform) => {
  test("says where things were, restores one and several, and takes that back", async () => {
    const folder = await fill(platform, "restored", ["one.txt", "two.txt", "three.txt"])
    const page = await openRoom(stage(), platform, "bin")
    const complaints = complaintsOf(page)
    await row(page, "one.txt").getByText("restored", { exact: true }).waitFor()
    await row(page, "one.txt").hover()
    await row(page, "one.txt").getByRole("button", { name: "Restore" }).click()
    await row(page, "one.txt").waitFor({ state: "detached" })
    // a message stays while the pointer rests on it
    await messages(page).getByRole("button", { name: "Undo" }).hover()
    await heard(page, "1 item is back where it was")
    expect(await namesIn(platform, folder)).toEqual(["one.txt"])
    await messages(page).getByRole("button", { name: "Undo" }).click()
    await row(page, "one.txt").waitFor()
    await expect.poll(() => namesIn(platform, folder)).toEqual([])

    await row(page, "two.txt").click(rowSide)
    await row(page, "three.txt").click({ ...rowSide, modifiers: ["Control"] })
    await page.getByRole("toolbar", { name: "2 selected" }).getByRole("button", { name: "Restore" }).click()
    await told(page, "2 items are back where they were")
    expect(await namesIn(platform, folder)).toEqual(["three.txt", "two.txt"])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test("tells the new name where the old one has been taken", async () => {
    const folder = await fill(platform, "renamed", ["plan.txt"])
    await put(platform, folder, "plan.txt", "another plan")
    const page = await openRoom(stage(), platform, "bin")
    await row(page, "plan.txt").click({ ...rowSide, button: "right" })
    await page.getByRole("menuitem", { name: /^Restore/ }).click()
    await expect.poll(() => namesIn(platform, folder)).toHaveLength(2)
    const [other] = (await namesIn(platform, folder)).filter((name) => name !== "plan.txt")
    await told(page, `“plan.txt” is now called “${other}”`)
    await page.context().close()
  })

  test("deletes for ever what was asked about, and clears the rest as a task of the drive", async () => {
    await fill(platform, "deleted", ["kept.txt", "gone.txt"])
    const page = await openRoom(stage(), platform, "bin")
    const complaints = complaintsOf(page)
    await row(page, "gone.txt").click(rowSide)
    await page.keyboard.press("Delete")
    const question = page.getByRole("alertdialog")
    await question.getByRole("button", { name: "Cancel" }).click()
    expect(await binned(platform)).toContain("gone.txt")
    await page.keyboard.press("Delete")
    await question.getByRole("button", { name: "Delete forever" }).click()
    await row(page, "gone.txt").waitFor({ state: "detached" })
    await told(page, "1 item deleted forever")
    const left = await binned(platform)
    expect(left).toContain("kept.txt")
    expect(left).not.toContain("gone.txt")

    await page.getByRole("button", { name: "Clear the bin…" }).click()
    await question.getByText(`This empties the bin for everyone in ${platform.toUpperCase()}.`).waitFor()
    await question.getByRole("button", { name: "Clear the bin" }).click()
    await told(page, "The bin is empty")
    await page.getByRole("heading", { name: "The bin is empty" }).waitFor()
    expect(await binned(platform)).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test("asks what to do with a name that the service refuses", async () => {
    const folder = await fill(platform, "taken", ["both.txt", "replaced.txt", "skipped.txt"])
    for (const name of ["both.txt", "replaced.txt", "skipped.txt"]) await put(platform, folder, name, "another")
    const page = await openRoom(stage(), platform, "bin")
    let refusals = 3
    await page.route(/\/restore$/, (route) =>
      route.request().method() === "POST" && refusals-- > 0
        ? route.fulfill({
          status: 409,
          headers: {
            "access-control-allow-origin": route.request().headers()["origin"] ?? "*",
            "access-control-allow-credentials": "true"
          },
          json: { code: "AlreadyExist.File", message: "a file of this name is there" }
        })
        : route.fallback())
    await row(page, "both.txt").click(rowSide)
    for (const name of ["replaced.txt", "skipped.txt"]) {
      await row(page, name).click({ ...rowSide, modifiers: ["Control"] })
    }
    await page.keyboard.press("Shift+R")
    const dialog = page.getByRole("dialog", { name: "3 names are taken" })
    const answers = {
      "both.txt": "Keep both",
      "replaced.txt": "Replace",
      "skipped.txt": "Leave it in the bin"
    } as const
    for (let left = 3; left > 0; left--) {
      const about = await dialog.getByText(/ already has another “/).textContent()
      const name = /another “(.*?)”/.exec(about ?? "")?.[1] as keyof typeof answers
      await dialog.getByRole("radio", { name: new RegExp(`^${answers[name]}`) }).click()
      await dialog.getByRole("button", { name: name === "skipped.txt" ? "Leave it in the bin" : "Restore" }).click()
      if (left > 1) await dialog.getByText(`“${name}”`).waitFor({ state: "detached" })
    }
    await told(page, "2 items are back where they were")
    expect(await namesIn(platform, folder)).toEqual(["both (1).txt", "both.txt", "replaced.txt", "skipped.txt"])
    // the one that was replaced is in the bin now, beside the one that was left there
    expect((await binned(platform)).filter((name) => name !== "both.txt")).toEqual(["replaced.txt", "skipped.txt"])
    await page.context().close()
  })
})

/** Every question for a task waits until it is released. */
const holdTasks = async (page: Page) => {
  let ask = () => {}
  let release = () => {}
  const asked = new Promise<void>((resolve) => ask = resolve)
  const released = new Promise<void>((resolve) => release = resolve)
  await page.route(/\/task\//, async (route) => {
    ask()
    await released
    await route.fallback()
  })
  return { asked, release }
}

test("a clearing that ended while the bin was not open is reported once", async () => {
  await fill("s3", "soon", ["soon.txt"])
  const page = await openRoom(stage(), "s3", "bin")
  const { asked, release } = await holdTasks(page)
  await page.getByRole("button", { name: "Transfers", exact: true }).click()
  await page.getByRole("button", { name: "Clear the bin…" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Clear the bin" }).click()
  await asked
  await page.getByRole("link", { name: "Starred" }).click()
  await page.getByRole("heading", { level: 1, name: "Starred" }).waitFor()
  // the panel stays while the pointer rests on it
  await panel(page).hover()
  release()
  await panel(page).getByText("All tasks are done").waitFor()
  await page.goBack()
  await told(page, "The bin is empty")
  await page.getByRole("heading", { name: "The bin is empty" }).waitFor()
  await page.goForward()
  await page.getByRole("heading", { level: 1, name: "Starred" }).waitFor()
  await page.goBack()
  await page.getByRole("heading", { name: "The bin is empty" }).waitFor()
  expect(await page.evaluate("window.toldMessages")).toEqual([])
  await page.context().close()
})

test("a clearing that ends where nobody looks is reported, in sight and aloud, and in another space by its name", async () => {
  await fill("s3", "unseen", ["unseen.txt"])
  const page = await openRoom(stage(), "s3", "bin")
  const { asked, release } = await holdTasks(page)
  await page.getByRole("button", { name: "Clear the bin…" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Clear the bin" }).click()
  await asked
  await page.evaluate("history.pushState(null, '', '/oss-space/starred'); dispatchEvent(new PopStateEvent('popstate'))")
  await page.getByRole("heading", { level: 1, name: "Starred" }).waitFor()
  expect(await panel(page).count()).toBe(0)
  await page.evaluate(`{
    window.spoken = []
    new MutationObserver(() => window.spoken.push(document.querySelector("[aria-live='polite']").textContent))
      .observe(document.querySelector("[aria-live='polite']"), { childList: true, characterData: true, subtree: true })
  }`)
  release()
  await told(page, "The bin is emptyS3")
  expect(await page.evaluate("window.spoken")).toContain("The bin is empty. S3")
  expect(await binned("s3")).toEqual([])
  await page.context().close()
})

test("a question whose code does not come takes nothing with it", async () => {
  await fill("s3", "without code", ["stays.txt"])
  const page = await openRoom(stage(), "s3", "bin")
  await page.route(/ClearDialog-/, (route) => route.abort())
  await page.getByRole("button", { name: "Clear the bin…" }).click()
  await told(page, "This part of the page could not be loaded")
  await row(page, "stays.txt").waitFor()
  expect(await page.getByRole("alertdialog").count()).toBe(0)
  await page.context().close()
})

test("by the keyboard alone", async () => {
  const folder = await fill("s3", "keys", ["alpha.txt", "beta.txt", "gamma.txt", "delta.txt"])
  const page = await openRoom(stage(), "s3", "bin?sort=name-asc")
  await row(page, "alpha.txt").focus()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Shift+R")
  await row(page, "beta.txt").waitFor({ state: "detached" })
  // the focus has moved on to the next row
  await expect.poll(() => page.evaluate("document.activeElement.dataset.name")).toBe("delta.txt")
  await told(page, "1 item is back where it was")
  await page.keyboard.press("Control+z")
  await row(page, "beta.txt").waitFor()
  await page.keyboard.press("Enter")
  await told(page, "“delta.txt” is in the bin. Restore it to open it.")
  await page.keyboard.press("Control+a")
  await page.getByRole("toolbar", { name: "4 selected" }).waitFor()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Clear the bin…" }).waitFor()
  await page.keyboard.press("?")
  // with nothing selected there is nothing to restore, and the list of keys does not offer it
  await page.getByRole("dialog").getByText("This list", { exact: true }).waitFor()
  expect(await page.getByRole("dialog").getByText("Restore", { exact: true }).count()).toBe(0)
  await page.keyboard.press("Escape")
  await page.getByRole("dialog").waitFor({ state: "detached" })
  await row(page, "gamma.txt").focus()
  await page.keyboard.press("x")
  await page.keyboard.press("Delete")
  await page.getByRole("alertdialog").waitFor()
  // the focus is on Cancel: Enter deletes nothing
  await page.keyboard.press("Enter")
  await page.getByRole("alertdialog").waitFor({ state: "detached" })
  expect(await binned("s3")).toContain("gamma.txt")
  await page.keyboard.press("Delete")
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await row(page, "gamma.txt").waitFor({ state: "detached" })
  await page.keyboard.press("/")
  await page.keyboard.type("alp")
  await page.getByText("1 of 3 items").waitFor()
  expect(await namesIn("s3", folder)).toEqual([])
  await page.context().close()
})

test("without network it says so, and what was not done stays", async () => {
  await fill("oss", "offline", ["there.txt"])
  const page = await openRoom(stage(), "oss", "bin")
  await row(page, "there.txt").waitFor()
  await page.context().setOffline(true)
  const banner = page.getByRole("status").getByText("You are offline.")
  await banner.waitFor()
  await page.context().setOffline(false)
  await banner.waitFor({ state: "detached" })
  await page.route(/\/restore$/, (route) => route.fulfill({ status: 403, json: { code: "Forbidden", message: "no" } }))
  await row(page, "there.txt").click(rowSide)
  await page.keyboard.press("Shift+R")
  await told(page, "1 item was not restored")
  await row(page, "there.txt").getByText("Not restored").waitFor()
  await page.unroute(/\/restore$/)
  await row(page, "there.txt").getByRole("button", { name: "Try again" }).click()
  await row(page, "there.txt").waitFor({ state: "detached" })
  await page.context().close()
})

test("axe finds nothing, wide and narrow, light and dark", async () => {
  await fill("s3", "looked at", ["first.pdf", "second.jpg", "第三.txt"])
  const page = await openRoom(stage(), "s3", "bin")
  await row(page, "first.pdf").waitFor()
  expect(await findingsEverywhere(page)).toEqual([])
  await row(page, "first.pdf").click(rowSide)
  expect(await findingsEverywhere(page)).toEqual([])
  await page.keyboard.press("Delete")
  await page.getByRole("alertdialog").waitFor()
  expect(await findingsEverywhere(page)).toEqual([])
  await page.keyboard.press("Escape")
  await page.getByRole("alertdialog").waitFor({ state: "detached" })
  // the row has the focus back a frame after its question has gone
  await expect.poll(() => page.evaluate("document.activeElement.dataset.name")).toBe("first.pdf")
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Clear the bin…" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Clear the bin" }).click()
  await page.getByRole("heading", { name: "The bin is empty" }).waitFor()
  expect(await findingsEverywhere(page)).toEqual([])
  await page.context().close()
})
