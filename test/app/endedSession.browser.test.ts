/** What the service refuses because the session has ended: after the next sign-in one sees what was not done. */
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { openFolder, openFolderIn, openRoom, setAppStage } from "./AppStage.js"
import { makeFolder, messages, paste, row, rowSide, told } from "./onPage.js"

const stage = setAppStage()
const inSpace = { spaceId: "s3-space" }

const openWith = async (path: string, ...names: ReadonlyArray<string>): Promise<Page> => {
  const folder = await stage().drive.files.ensureFolder(path, inSpace)
  for (const name of names) {
    await stage().drive.uploads.start({ source: new Blob([name]), name, parentFileId: folder }, inSpace).done
  }
  return openFolder(stage(), "s3", folder)
}

const everything = "**/api/**"

const endSession = (page: Page) =>
  page.route(everything, (route) => route.fulfill({ status: 401, contentType: "application/json", body: "{}" }))

const signInAgain = async (page: Page): Promise<void> => {
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
  await page.unroute(everything)
  await page.getByRole("textbox", { name: "Access token" }).fill(stage().emulator.accessToken)
  await page.getByRole("button", { name: "Sign in" }).click()
}

test("a deletion: its message stays until it can be tried again", async () => {
  const page = await openWith("ended on a deletion", "one.txt", "two.txt")
  await row(page, "one.txt").click(rowSide)
  await page.locator("main").evaluate((main) => main.setAttribute("data-of-before", ""))
  await endSession(page)
  await page.keyboard.press("Delete")
  const message = messages(page).getByText("1 item was not moved to the bin")
  await message.waitFor()
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
  const again = messages(page).getByRole("button", { name: "Try again" })
  expect(await again.count()).toBe(0)
  // longer than a message stays otherwise
  await page.waitForTimeout(11_000)
  await message.waitFor()
  await signInAgain(page)
  // it is the page of before
  await page.locator("main[data-of-before]").waitFor()
  await again.click()
  await row(page, "one.txt").waitFor({ state: "detached" })
  await told(page, "1 item moved to the recycle bin")
  await page.context().close()
})

test.each([
  ["of a folder", () => openWith("ended on a folder", "one.txt")],
  ["of the library", () => openRoom(stage(), "s3", "assets")]
])("a new folder %s: its dialog goes, and a message makes the folder", async (name, open) => {
  const page = await open()
  await page.keyboard.press("Shift+N")
  await page.getByRole("dialog").getByRole("textbox").fill(name)
  await endSession(page)
  await page.keyboard.press("Enter")
  await signInAgain(page)
  await messages(page).getByText("Not created").waitFor()
  expect(await page.getByRole("dialog").count()).toBe(0)
  await messages(page).getByRole("button", { name: "Try again" }).click()
  await row(page, name).waitFor()
  await page.context().close()
})

test.each([
  ["a list", async () => {
    const page = await openWith("ended with keys", "one.txt")
    await row(page, "one.txt").click(rowSide)
    return page
  }],
  ["a preview", async () => {
    const page = await openWith("ended with keys of a preview", "one.txt")
    await row(page, "one.txt").dblclick()
    await page.getByRole("dialog").getByText("one.txt").first().waitFor()
    return page
  }]
])(
  "behind the question for a sign-in no key means %s: nothing is sent, and no dialog lies over it",
  async (_what, open) => {
    const page = await open()
    await endSession(page)
    const sent: Array<string> = []
    await page.keyboard.press("Delete")
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    page.on("request", (request) => sent.push(request.url()))
    await page.getByRole("button", { name: "English" }).focus()
    for (const key of ["Delete", "Shift+N", "Shift+M", "?", "ArrowRight"]) await page.keyboard.press(key)
    await page.getByRole("textbox", { name: "Access token" }).click()
    await signInAgain(page)
    await messages(page).getByText("1 item was not moved to the bin").waitFor()
    expect(sent.filter((address) => address.endsWith("/recycle"))).toEqual([])
    expect(await page.getByRole("dialog").locator("visible=true").and(page.locator(":not([data-viewer])")).count())
      .toBe(0)
    await page.context().close()
  }
)

test("a menu that is open closes: it would lie over the question for a sign-in", async () => {
  const page = await openWith("ended on a menu", "one.txt")
  await row(page, "one.txt").click(rowSide)
  await page.keyboard.press("Shift+F10")
  await page.getByRole("menu").first().waitFor()
  await endSession(page)
  // somebody else adds a row, which is asked for
  const parentFileId = await stage().drive.files.ensureFolder("ended on a menu", inSpace)
  const other = await openFolderIn(page.context(), stage(), "s3", parentFileId)
  await makeFolder(other, "another")
  await page.bringToFront()
  await signInAgain(page)
  await row(page, "another").waitFor()
  expect(await page.getByRole("menu").count()).toBe(0)
  await page.context().close()
})

test("a picture: it is there after the next sign-in, and nobody is told that the session has ended", async () => {
  const folder = await stage().drive.files.ensureFolder("ended on a picture", inSpace)
  const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
  const source = new Blob([Buffer.from(dot, "base64")])
  await stage().drive.uploads.start({ source, name: "one.png", parentFileId: folder }, inSpace).done
  const page = await openFolder(stage(), "s3", folder)
  // what a small picture is made of may end it before the row is pressed
  const address = "**/download"
  await page.route(address, (route) => route.fulfill({ status: 401, contentType: "application/json", body: "{}" }))
  await row(page, "one.png").dblclick()
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
  await page.unroute(address)
  await signInAgain(page)
  await page.getByRole("img", { name: "one.png, picture" }).waitFor()
  expect(await page.getByText("Your session has ended").count()).toBe(0)
  await page.context().close()
})

test("a new name: it stands in its field with the reason, and Enter sends it again", async () => {
  const page = await openWith("ended on a name", "one.txt")
  await row(page, "one.txt").click(rowSide)
  await page.keyboard.press("F2")
  await page.keyboard.press("ControlOrMeta+a")
  await page.keyboard.type("renamed.txt")
  await endSession(page)
  await page.keyboard.press("Enter")
  await signInAgain(page)
  await page.getByRole("alert").getByText("Your session has ended").waitFor()
  const field = page.getByRole("textbox", { name: "Name" })
  expect(await field.inputValue()).toBe("renamed.txt")
  await field.press("Enter")
  await row(page, "renamed.txt").waitFor()
  await told(page, "Renamed to “renamed.txt”")
  await page.context().close()
})

test("a link: its dialog goes, and a message makes the link and shows it", async () => {
  const page = await openWith("ended on a link", "one.txt")
  await row(page, "one.txt").click(rowSide)
  await page.keyboard.press("Shift+S")
  const link = page.getByRole("dialog").getByRole("switch", { name: /^Link/ })
  await link.waitFor()
  await endSession(page)
  await link.press("Space")
  await signInAgain(page)
  await messages(page).getByText("The link of “one.txt” was not changed").waitFor()
  expect(await page.getByRole("dialog").count()).toBe(0)
  await messages(page).getByRole("button", { name: "Try again" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Copy link" }).waitFor()
  expect(await page.getByRole("dialog").getByRole("img", { name: /^The code is/ }).count()).toBe(1)
  await page.context().close()
})

test("what a file is as an asset: its dialog goes, and a message saves it", async () => {
  const page = await openWith("ended on an asset", "one.txt")
  await row(page, "one.txt").click(rowSide)
  await page.keyboard.press("Shift+A")
  await page.getByRole("dialog").getByRole("switch", { name: "Star" }).press("Space")
  await endSession(page)
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
  await signInAgain(page)
  await messages(page).getByText("1 asset was not changed").waitFor()
  expect(await page.getByRole("dialog").count()).toBe(0)
  await messages(page).getByRole("button", { name: "Try again" }).click()
  await told(page, "Saved")
  await page.context().close()
})

test("a folder to move into: its dialog goes, and a message makes the folder", async () => {
  const page = await openWith("ended on a goal", "one.txt")
  await row(page, "one.txt").click(rowSide)
  await page.keyboard.press("Shift+M")
  await page.getByRole("dialog").getByRole("button", { name: "New folder" }).click()
  await page.getByRole("dialog").getByRole("textbox", { name: /^New folder in/ }).fill("goal")
  await endSession(page)
  await page.keyboard.press("Enter")
  await signInAgain(page)
  await messages(page).getByText("Not created").waitFor()
  await messages(page).getByRole("button", { name: "Try again" }).click()
  await told(page, "“goal” created")
  await row(page, "goal").waitFor()
  await page.context().close()
})

test("a folder to move assets into: its dialog goes, and a message makes the folder", async () => {
  const page = await openWith("ended on a goal of assets", "asset to move.txt")
  const { items: [file] } = await stage().drive.files.list({
    parentFileId: await stage().drive.files.ensureFolder("ended on a goal of assets", inSpace)
  }, inSpace)
  await stage().drive.assets.create({ fileId: file?.fileId ?? "" }, inSpace)
  await page.getByRole("link", { name: "Assets", exact: true }).click()
  await row(page, "asset to move.txt").click(rowSide)
  await page.keyboard.press("Shift+M")
  await page.getByRole("dialog").getByRole("button", { name: "New folder" }).click()
  await page.getByRole("dialog").getByRole("textbox", { name: "New folder" }).fill("goal of assets")
  await endSession(page)
  await page.keyboard.press("Enter")
  await signInAgain(page)
  await messages(page).getByText("Not created").waitFor()
  expect(await page.getByRole("dialog").count()).toBe(0)
  await messages(page).getByRole("button", { name: "Try again" }).click()
  await told(page, "“goal of assets” created")
  await row(page, "goal of assets").waitFor()
  await page.context().close()
})

test("files that are pasted behind the question for a sign-in are not taken", async () => {
  const page = await openWith("ended before a paste", "one.txt")
  await row(page, "one.txt").click(rowSide)
  await endSession(page)
  await page.keyboard.press("Delete")
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
  await paste(page, "pasted behind.txt")
  await signInAgain(page)
  await row(page, "one.txt").waitFor()
  await paste(page, "pasted after.txt")
  await row(page, "pasted after.txt").waitFor()
  const { items } = await stage().drive.files.list({
    parentFileId: await stage().drive.files.ensureFolder("ended before a paste", inSpace)
  }, inSpace)
  expect(items.map(({ name }) => name).sort()).toEqual(["one.txt", "pasted after.txt"])
  expect(await row(page, "pasted behind.txt").count()).toBe(0)
  await page.context().close()
})

test("a tag: a message saves it", async () => {
  const page = await openWith("ended on a tag", "one.txt")
  await row(page, "one.txt").click(rowSide)
  await page.keyboard.press("i")
  await page.getByRole("button", { name: "Add a pair" }).click()
  await page.getByRole("combobox", { name: "Key 1" }).fill("quay")
  await endSession(page)
  await page.keyboard.press("Tab")
  await signInAgain(page)
  await messages(page).getByText("Tags of “one.txt” not saved").waitFor()
  await messages(page).getByRole("button", { name: "Try again" }).click()
  await told(page, "Tags of “one.txt” saved")
  const { items: [file] } = await stage().drive.files.list({
    parentFileId: await stage().drive.files.ensureFolder("ended on a tag", inSpace)
  }, inSpace)
  expect(file?.userTags).toEqual([{ key: "quay", value: "" }])
  await page.context().close()
})
