/** The library and what has a star, in a real Chromium, on each of the platforms. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import type { TestedPlatform } from "./AppStage.js"
import { openRoom, setAppStage, triedPlatforms } from "./AppStage.js"
import { complaintsOf, findingsEverywhere } from "./findings.js"
import { drop, messages, row, rowSide, told } from "./onPage.js"

const stage = setAppStage()

const inSpace = (platform: TestedPlatform) => ({ spaceId: `${platform}-space` })

/** A file and its asset. */
const putAsset = async (platform: TestedPlatform, name: string, folderId?: string): Promise<string> => {
  const upload = await stage().drive.assets.create({ file: new Blob([name]), name, folderId }, inSpace(platform))
  const { assetId } = await upload.done
  if (assetId === undefined) throw new Error("an upload of the library gave no asset")
  return assetId
}

const assetOf = (platform: TestedPlatform, assetId: string) => stage().drive.assets.get(assetId, inSpace(platform))

const makeFolder = async (platform: TestedPlatform, name: string): Promise<string> =>
  (await stage().drive.assetFolders.create({ name }, inSpace(platform))).folderId

const pick = async (page: Page, press: () => Promise<void>, files: ReadonlyArray<{ name: string; text: string }>) => {
  const chooser = page.waitForEvent("filechooser")
  await press()
  await (await chooser).setFiles(
    files.map(({ name, text }) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) }))
  )
}

const focusedName = (page: Page) => expect.poll(() => page.evaluate("document.activeElement.dataset.name"))

describe.each(triedPlatforms)("%s", (platform) => {
  test("a folder is made, renamed, pinned and deleted; what was in it stays", async () => {
    const page = await openRoom(stage(), platform, "assets")
    const complaints = complaintsOf(page)
    await page.getByRole("button", { name: "New folder" }).first().click()
    await page.getByRole("dialog").getByRole("textbox").fill("plans")
    await page.keyboard.press("Enter")
    await row(page, "plans").click(rowSide)
    await page.keyboard.press("F2")
    await page.keyboard.type("drawings")
    await page.keyboard.press("Enter")
    await row(page, "drawings").click(rowSide)
    await page.keyboard.press("Shift+P")
    await page.getByRole("list", { name: "Pinned" }).first().getByText("drawings").waitFor()
    // pinned ones also stand in the sidebar, and lead there
    await page.getByRole("navigation", { name: "Drive" }).getByRole("link", { name: "drawings" }).click()
    await page.getByRole("heading", { name: "Nothing in “drawings” yet" }).waitFor()

    const { items } = await stage().drive.assetFolders.list({}, inSpace(platform))
    const folder = items.find(({ name }) => name === "drawings")
    expect(folder?.pinned).toBe(true)
    const assetId = await putAsset(platform, `kept on ${platform}.txt`, folder?.folderId)
    await page.goto(`${stage().origin}/${platform}-space/assets`)
    await row(page, "drawings").click(rowSide)
    await page.keyboard.press("Delete")
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete the folder" }).click()
    await row(page, "drawings").waitFor({ state: "detached" })
    await row(page, `kept on ${platform}.txt`).waitFor()
    expect((await assetOf(platform, assetId)).folderId).toBeUndefined()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test("assets go up by a button, by a drop, and get a new version; they are moved and brought back", async () => {
    const folderId = await makeFolder(platform, "incoming")
    const goal = await makeFolder(platform, "goal")
    const page = await openRoom(stage(), platform, `assets/${folderId}`)
    await pick(page, () => page.getByRole("button", { name: "Upload", exact: true }).first().click(), [
      { name: "picked.txt", text: "picked" }
    ])
    await row(page, "picked.txt").waitFor()
    const outside = mkdtempSync(join(tmpdir(), "effect-drive-assets-"))
    writeFileSync(join(outside, "dropped.txt"), "dropped")
    await drop(page, [join(outside, "dropped.txt")])
    await row(page, "dropped.txt").waitFor()
    rmSync(outside, { recursive: true })

    await row(page, "picked.txt").click({ ...rowSide, button: "right" })
    await pick(page, () => page.getByRole("menuitem", { name: "Upload a new version…" }).click(), [
      { name: "other name.txt", text: "a longer text" }
    ])
    await row(page, "picked.txt").getByText("13 B").waitFor()

    await row(page, "picked.txt").click(rowSide)
    await page.keyboard.press("Shift+M")
    await page.getByRole("dialog").getByRole("radio", { name: "goal" }).check()
    await page.getByRole("button", { name: "Move to goal" }).click()
    await row(page, "picked.txt").waitFor({ state: "detached" })
    await told(page, "1 asset moved to “goal”")
    const { items } = await stage().drive.assets.list({ folderId: goal }, inSpace(platform))
    expect(items.map(({ name }) => name)).toEqual(["picked.txt"])
    await messages(page).getByRole("button", { name: "Undo" }).click()
    await row(page, "picked.txt").waitFor()
    await page.context().close()
  })

  test("a permission, a star and the bin: set, shown, taken back", async () => {
    const folderId = await makeFolder(platform, "settings")
    const assetId = await putAsset(platform, `set on ${platform}.txt`, folderId)
    const name = `set on ${platform}.txt`
    const page = await openRoom(stage(), platform, `assets/${folderId}`)
    await row(page, name).click(rowSide)
    await page.keyboard.press("Shift+A")
    await page.getByRole("dialog").getByRole("radio", { name: /^Can edit/ }).check()
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
    await row(page, name).getByText("Can edit").waitFor()
    expect((await assetOf(platform, assetId)).rawAction).toBe("edit")
    await row(page, name).click(rowSide)
    await page.keyboard.press("s")
    await told(page, "1 asset starred")
    expect((await assetOf(platform, assetId)).starred).toBe(true)
    await page.keyboard.press("i")
    const details = page.getByRole("complementary", { name: "Details" })
    await details.getByText("Can edit").waitFor()
    await details.getByText("Ready").waitFor()
    await details.getByText("settings").waitFor()

    await page.getByRole("link", { name: "Starred" }).click()
    await row(page, name).click(rowSide)
    await page.keyboard.press("s")
    await row(page, name).waitFor({ state: "detached" })
    await told(page, "Star removed from 1 asset")
    expect((await assetOf(platform, assetId)).starred).toBe(false)
    await messages(page).getByRole("button", { name: "Undo" }).last().click()
    await row(page, name).click(rowSide)
    await page.keyboard.press("Delete")
    await row(page, name).waitFor({ state: "detached" })
    await told(page, "1 asset moved to the recycle bin")
    const { items } = await stage().drive.recycleBin.list({}, inSpace(platform))
    expect(items.map((item) => item.name)).toContain(name)
    await messages(page).getByRole("button", { name: "Undo" }).last().click()
    await row(page, name).waitFor()
    await page.context().close()
  })

  test("a file becomes an asset, with folder, permission and star", async () => {
    const { drive } = stage()
    const folderId = await makeFolder(platform, "from files")
    const parentFileId = await drive.files.ensureFolder("files to add", inSpace(platform))
    const { fileId } = await drive.uploads.start(
      { source: new Blob(["added"]), name: "added.txt", parentFileId },
      inSpace(platform)
    ).done
    const page = await openRoom(stage(), platform, `f/${parentFileId}`)
    await row(page, "added.txt").click(rowSide)
    await page.keyboard.press("Shift+A")
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Folder").selectOption("from files")
    await dialog.getByLabel("Permission").selectOption("Can view")
    await dialog.getByText("Star", { exact: true }).click()
    await dialog.getByRole("button", { name: /^(Save|Add to assets)$/ }).click()
    await dialog.waitFor({ state: "detached" })
    const { items } = await drive.assets.list({ folderId }, inSpace(platform))
    expect(items.map((asset) => [asset.fileId, asset.rawAction, asset.starred])).toEqual([[fileId, "view", true]])
    await page.context().close()
  })
})

test("a name that is taken is asked about, and both are assets of the folder then", async () => {
  const folderId = await makeFolder("s3", "taken names")
  await putAsset("s3", "twice.txt", folderId)
  const page = await openRoom(stage(), "s3", `assets/${folderId}`)
  await pick(page, () => page.getByRole("button", { name: "Upload", exact: true }).first().click(), [
    { name: "twice.txt", text: "the second" }
  ])
  await page.getByRole("button", { name: "Choose: twice.txt" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Keep both" }).click()
  await expect.poll(async () => (await stage().drive.assets.list({ folderId }, inSpace("s3"))).items.length).toBe(2)
  await page.getByText("2 assets", { exact: true }).waitFor()
  await page.context().close()
})

test("of several stars the one that was refused is taken back, and tried again alone", async () => {
  const folderId = await makeFolder("s3", "refused")
  const ids = [await putAsset("s3", "first.txt", folderId), await putAsset("s3", "second.txt", folderId)]
  const page = await openRoom(stage(), "s3", `assets/${folderId}?sort=name-asc`)
  let refusals = 1
  await page.route(/\/asset\/star$/, (route) =>
    route.request().postDataJSON().asset_id === ids[1] && refusals-- > 0
      ? route.fulfill({ status: 403, json: { code: "Forbidden", message: "no" } })
      : route.fallback())
  await row(page, "first.txt").focus()
  await page.keyboard.press("Control+a")
  await page.keyboard.press("s")
  await told(page, "1 asset was not changed")
  await told(page, "1 asset starred")
  const stars = () => Promise.all(ids.map(async (id) => (await assetOf("s3", id)).starred))
  expect(await stars()).toEqual([true, false])
  await messages(page).getByRole("button", { name: "Try again" }).click()
  await expect.poll(stars).toEqual([true, true])
  await page.context().close()
})

test("folders that are refused are told as folders, and several of them in the plural", async () => {
  await makeFolder("s3", "refused folder a")
  await makeFolder("s3", "refused folder b")
  const page = await openRoom(stage(), "s3", "assets")
  await page.route(
    /\/asset\/folders\/(pin|delete)$/,
    (route) => route.fulfill({ status: 403, json: { code: "Forbidden", message: "no" } })
  )
  await row(page, "refused folder a").click(rowSide)
  await page.getByRole("button", { name: "Pin", exact: true }).click()
  await told(page, "1 folder was not changed")
  await page.keyboard.press("Delete")
  const dialog = page.getByRole("alertdialog")
  await dialog.getByText("The assets in it are kept, outside of any folder.").waitFor()
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
  await row(page, "refused folder b").click({ ...rowSide, modifiers: ["ControlOrMeta"] })
  await page.keyboard.press("Delete")
  await dialog.getByText("The assets in them are kept, outside of any folder.").waitFor()
  await dialog.getByRole("button", { name: "Delete the folders" }).click()
  await told(page, "2 folders were not changed")
  await page.context().close()
})

test("by the keyboard alone: the library", async () => {
  const folderId = await makeFolder("s3", "aa keys")
  for (const name of ["alpha.txt", "beta.txt", "gamma.txt"]) await putAsset("s3", name, folderId)
  const page = await openRoom(stage(), "s3", "assets?sort=name-asc")
  await row(page, "aa keys").focus()
  await page.keyboard.press("Enter")
  await row(page, "alpha.txt").focus()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("F2")
  await page.keyboard.type("bravo")
  await page.keyboard.press("Enter")
  await focusedName(page).toBe("bravo.txt")
  await page.keyboard.press("Shift+F10")
  await page.getByRole("menu").waitFor()
  await page.keyboard.press("Escape")
  await page.getByRole("menu").waitFor({ state: "detached" })
  await row(page, "bravo.txt").focus()
  await page.keyboard.press("Delete")
  await row(page, "bravo.txt").waitFor({ state: "detached" })
  await focusedName(page).toBe("gamma.txt")
  await told(page, "1 asset moved to the recycle bin")
  await page.keyboard.press("Control+z")
  await row(page, "bravo.txt").waitFor()
  await page.keyboard.press("?")
  await page.getByRole("dialog").getByText("Upload files").waitFor()
  await page.keyboard.press("Escape")
  await page.getByRole("dialog").waitFor({ state: "detached" })
  const chooser = page.waitForEvent("filechooser")
  await page.keyboard.press("Shift+U")
  await (await chooser).setFiles([{ name: "by keys.txt", mimeType: "text/plain", buffer: Buffer.from("keys") }])
  await row(page, "by keys.txt").waitFor()
  await page.keyboard.press("Alt+ArrowUp")
  await page.getByRole("heading", { level: 1, name: "Assets" }).waitFor()
  await page.keyboard.press("Shift+N")
  await page.getByRole("dialog").getByRole("textbox").waitFor()
  await page.keyboard.type("by keys")
  await page.keyboard.press("Enter")
  await row(page, "by keys").waitFor()
  await page.context().close()
})

test("in a folder of files, Shift+U picks files, and the list hears letters all the same", async () => {
  const { drive } = stage()
  const folder = await drive.files.ensureFolder("typed", inSpace("s3"))
  await drive.uploads.start({ source: new Blob(["u"]), name: "under.txt", parentFileId: folder }, inSpace("s3")).done
  const page = await openRoom(stage(), "s3", `f/${folder}`)
  await row(page, "under.txt").focus()
  const chooser = page.waitForEvent("filechooser")
  await page.keyboard.press("Shift+U")
  await (await chooser).setFiles([{ name: "up.txt", mimeType: "text/plain", buffer: Buffer.from("up") }])
  await row(page, "up.txt").waitFor()
  await row(page, "up.txt").click(rowSide)
  await page.getByRole("button", { name: "Clear selection" }).waitFor()
  await pick(page, () => page.keyboard.press("Shift+U"), [{ name: "while selected.txt", text: "selected" }])
  await row(page, "while selected.txt").waitFor()
  await page.context().close()
})

test("while files are dragged over, a check is seen on the row that is pointed at, and on no other", async () => {
  const { drive } = stage()
  const folder = await drive.files.ensureFolder("dragged over", inSpace("s3"))
  await drive.files.ensureFolder("dragged over/inner", inSpace("s3"))
  for (const name of ["one.txt", "two.txt"]) {
    await drive.uploads.start({ source: new Blob([name]), name, parentFileId: folder }, inSpace("s3")).done
  }
  const outside = mkdtempSync(join(tmpdir(), "effect-drive-over-"))
  writeFileSync(join(outside, "over.txt"), "over")
  const page = await openRoom(stage(), "s3", `f/${folder}`)
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [join(outside, "over.txt")], dragOperationsMask: 1 }
  for (const view of ["list", "grid"]) {
    await page.goto(`${stage().origin}/s3-space/f/${folder}?view=${view}`)
    await row(page, "one.txt").waitFor()
    await page.mouse.move(700, 700)
    await session.send("Input.dispatchDragEvent", { type: "dragEnter", x: 700, y: 700, data })
    // the list may be there before what is drawn under a drag, and a browser tells of a drag for as long as it lasts
    await expect.poll(async () => {
      await session.send("Input.dispatchDragEvent", { type: "dragOver", x: 700, y: 700, data })
      return page.locator("[data-dropping]").count()
    }).toBe(1)
    const shown = await page.locator("[data-index] [data-check]").evaluateAll((checks) =>
      checks.filter((check) => getComputedStyle(check).opacity !== "0").length
    )
    expect(shown).toBe(0)
    await session.send("Input.dispatchDragEvent", { type: "dragCancel", x: 700, y: 700, data })
  }
  rmSync(outside, { recursive: true })
  await page.context().close()
})

test("axe finds nothing, wide and narrow, light and dark", async () => {
  const folderId = await makeFolder("oss", "looked at")
  await stage().drive.assetFolders.pin({ folderId }, inSpace("oss"))
  const assetId = await putAsset("oss", "looked at.jpg")
  await stage().drive.assets.setPermission({ assetId, rawAction: "full" }, inSpace("oss"))
  await stage().drive.assets.star({ assetId }, inSpace("oss"))
  const page = await openRoom(stage(), "oss", "assets")
  await row(page, "looked at.jpg").waitFor()
  expect(await findingsEverywhere(page)).toEqual([])
  await row(page, "looked at.jpg").click(rowSide)
  expect(await findingsEverywhere(page)).toEqual([])
  for (const keys of ["Shift+A", "Shift+M"]) {
    await row(page, "looked at.jpg").focus()
    await page.keyboard.press(keys)
    await page.getByRole("dialog").waitFor()
    expect(await findingsEverywhere(page)).toEqual([])
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
  }
  for (const path of ["assets?view=grid", `assets/${folderId}`, "starred"]) {
    await page.goto(`${stage().origin}/oss-space/${path}`)
    await page.getByRole("heading", { level: 1 }).waitFor()
    await page.getByText(/looked at/).first().waitFor({ state: "attached" })
    expect(await findingsEverywhere(page)).toEqual([])
  }
  await page.context().close()
})
