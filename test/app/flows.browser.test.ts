/** What people do in the web drive, in a real Chromium, on each of the platforms. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import type { TestedPlatform } from "./AppStage.js"
import { openFolder, platforms, setAppStage, triedPlatforms } from "./AppStage.js"
import { findings } from "./findings.js"
import { drop, makeFolder, panel, pick, recycleAndUndo, rename, row, rowSide, told } from "./onPage.js"

const stage = setAppStage({ motion: true })

const ensureFolder = (platform: TestedPlatform, name: string) =>
  stage().drive.files.ensureFolder(name, { spaceId: `${platform}-space` })

const namesIn = async (platform: TestedPlatform, parentFileId: string): Promise<ReadonlyArray<string>> => {
  const { items } = await stage().drive.files.list({ parentFileId, pageSize: 100 }, { spaceId: `${platform}-space` })
  return items.map(({ name }) => name).sort()
}

describe.each(platforms)("%s", (platform) => {
  test("files that are picked are paused, continue, and are in the drive", async () => {
    const folder = await ensureFolder(platform, "picked")
    const page = await openFolder(stage(), platform, folder)
    const session = await page.context().newCDPSession(page)
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 400_000 }
    await session.send("Network.emulateNetworkConditions", slow)
    await pick(page, [{ name: "long.bin", buffer: Buffer.alloc(12_000_000, 7) }])
    await panel(page).getByRole("button", { name: "Pause: long.bin" }).click()
    await panel(page).getByText(/^Paused · /).waitFor()
    expect(await findings(page)).toEqual([])
    await session.send("Network.emulateNetworkConditions", { ...slow, uploadThroughput: -1 })
    await panel(page).getByRole("button", { name: "Resume: long.bin" }).click()
    await panel(page).getByText("1 file uploaded").waitFor()
    await row(page, "long.bin").waitFor()
    expect(await namesIn(platform, folder)).toEqual(["long.bin"])
    await page.context().close()
  })

  test("a folder and a file beside it are dropped; a name that is taken is asked about", async () => {
    const folder = await ensureFolder(platform, "dropped")
    const outside = mkdtempSync(join(tmpdir(), "effect-drive-drop-"))
    mkdirSync(join(outside, "album", "deep"), { recursive: true })
    writeFileSync(join(outside, "album", "one.txt"), "one")
    writeFileSync(join(outside, "album", "deep", "two.txt"), "two")
    writeFileSync(join(outside, "beside.txt"), "beside")
    const page = await openFolder(stage(), platform, folder)
    await page.getByText(/^Nothing in /).waitFor()
    await drop(page, [join(outside, "album"), join(outside, "beside.txt")])
    // the panel stays while the pointer rests on it
    await panel(page).hover()
    await row(page, "album").waitFor()
    await row(page, "beside.txt").waitFor()
    await panel(page).getByText("3 files uploaded").waitFor()
    writeFileSync(join(outside, "beside.txt"), "another one")
    await drop(page, [join(outside, "beside.txt")])
    await panel(page).getByRole("button", { name: "Choose: beside.txt" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Keep both" }).click()
    await panel(page).getByText("4 files uploaded").waitFor()
    const names = await namesIn(platform, folder)
    expect(names).toHaveLength(3)
    expect(names).toEqual(expect.arrayContaining(["album", "beside.txt"]))
    rmSync(outside, { recursive: true })
    await page.context().close()
  })

  test("a folder is made, renamed, moved, goes to the bin and comes back; its address leads to it", async () => {
    const folder = await ensureFolder(platform, "made")
    const elsewhere = await ensureFolder(platform, "moved")
    const page = await openFolder(stage(), platform, folder)
    await makeFolder(page, "plans")
    await rename(page, "plans", "drawings")
    await row(page, "drawings").click({ position: { x: 90, y: 20 } })
    await page.keyboard.press("Shift+M")
    await page.getByRole("treeitem", { name: `moved`, exact: true }).locator("> div").click()
    await page.getByRole("button", { name: "Move to moved" }).click()
    await row(page, "drawings").waitFor({ state: "detached" })
    // its row is gone before the drive has answered
    await expect.poll(() => namesIn(platform, elsewhere)).toEqual(["drawings"])
    await page.goto(`${stage().origin}/${platform}-space/f/${elsewhere}`)
    await row(page, "drawings").waitFor()
    await recycleAndUndo(page, "drawings")
    expect(await namesIn(platform, folder)).toEqual([])
    expect(await namesIn(platform, elsewhere)).toEqual(["drawings"])
    expect(await findings(page)).toEqual([])
    await page.context().close()
  })
})

test.each(triedPlatforms)("%s: where a name is taken, one that is free is a press away", async (platform) => {
  const folder = await ensureFolder(platform, "names")
  for (const name of ["plan.txt", "plan (1).txt", "draft.txt"]) {
    const request = { source: new Blob([name]), name, parentFileId: folder }
    await stage().drive.uploads.start(request, { spaceId: `${platform}-space` }).done
  }
  await stage().drive.files.ensureFolder("names/Drawings", { spaceId: `${platform}-space` })
  const page = await openFolder(stage(), platform, folder)
  await row(page, "draft.txt").click({ position: { x: 90, y: 20 } })
  await page.keyboard.press("F2")
  await page.keyboard.type("plan")
  await page.keyboard.press("Enter")
  const use = page.getByRole("button", { name: "Use “plan (2).txt”" })
  await use.waitFor()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await row(page, "plan (2).txt").waitFor()
  await use.waitFor({ state: "detached" })
  await page.keyboard.press("Shift+N")
  await page.getByRole("dialog").getByRole("textbox").fill("Drawings")
  await page.keyboard.press("Enter")
  await page.getByRole("dialog").getByRole("button", { name: "Use “Drawings (1)”" }).click()
  await row(page, "Drawings (1)").waitFor()
  await expect.poll(() => namesIn(platform, folder)).toEqual(
    ["Drawings", "Drawings (1)", "plan (1).txt", "plan (2).txt", "plan.txt"]
  )
  await page.context().close()
})

test("keys take back a change that is still on its way, as soon as it is done", async () => {
  const folder = await ensureFolder("s3", "hasty")
  const { drive } = stage()
  await drive.uploads.start({ source: new Blob(["hasty"]), name: "hasty.txt", parentFileId: folder }, {
    spaceId: "s3-space"
  })
    .done
  const page = await openFolder(stage(), "s3", folder)
  let letGo: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route("**/api/v2/file/*/*/recycle", async (route) => {
    await held
    await route.continue()
  })
  await row(page, "hasty.txt").click({ position: { x: 90, y: 20 } })
  await page.keyboard.press("Delete")
  await row(page, "hasty.txt").waitFor({ state: "detached" })
  await page.keyboard.press("Control+z")
  letGo()
  await told(page, "Undone")
  await row(page, "hasty.txt").waitFor()
  expect(await namesIn("s3", folder)).toEqual(["hasty.txt"])
  await page.context().close()
})

test.each([1000, 800, 360])("on a page %i px wide what is selected is dragged to the way above it", async (width) => {
  const outer = await ensureFolder("s3", `way ${width}`)
  const inner = await ensureFolder("s3", `way ${width}/inner`)
  const inSpace = { spaceId: "s3-space" }
  for (const name of ["one.txt", "two.txt", "stays.txt"]) {
    await stage().drive.uploads.start({ source: new Blob([name]), name, parentFileId: inner }, inSpace).done
  }
  const page = await openFolder(stage(), "s3", inner)
  await page.setViewportSize({ width, height: 900 })
  await row(page, "one.txt").click(rowSide)
  await row(page, "two.txt").click({ ...rowSide, modifiers: ["ControlOrMeta"] })
  await page.getByRole("toolbar", { name: "2 selected" }).waitFor()
  const box = await row(page, "one.txt").boundingBox()
  if (box === null) throw new Error("the row is not there")
  await page.mouse.move(box.x + 90, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 90, box.y + 60, { steps: 5 })
  const crumb = page.locator("[data-region='bar']").getByRole("link", { name: `way ${width}` })
  await crumb.waitFor()
  const goal = await crumb.boundingBox()
  if (goal === null) throw new Error("the way takes nothing")
  await page.mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2, { steps: 5 })
  // the first move onto it only enters it
  await page.mouse.move(goal.x + goal.width / 2 + 2, goal.y + goal.height / 2)
  await expect.poll(() => crumb.getAttribute("data-drop-target")).toBe("true")
  expect(await findings(page)).toEqual([])
  await page.mouse.up()
  await row(page, "one.txt").waitFor({ state: "detached" })
  await told(page, `2 items moved to “way ${width}”`)
  expect(await namesIn("s3", outer)).toEqual(["inner", "one.txt", "two.txt"])
  expect(await namesIn("s3", inner)).toEqual(["stays.txt"])
  await row(page, "stays.txt").click(rowSide)
  await page.getByRole("toolbar", { name: "1 selected" }).waitFor()
  await page.context().close()
})
