/** Links of files: the dialog that makes them, and the page they lead to, in a real Chromium on each of the platforms. */
import { buffer, text as textOf } from "node:stream/consumers"
import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import type { TestedPlatform } from "./AppStage.js"
import { openFolder, setAppStage, triedPlatforms } from "./AppStage.js"
import { findingsEverywhere } from "./findings.js"
import { row } from "./onPage.js"
import { enter, makeVisitor, uploadTo } from "./visitors.js"

const stage = setAppStage()

const text = "Low tide at 06:12.\nThe mole is dry until nine.\n"

const upload = (platform: TestedPlatform, folder: string, name: string, source: Blob | string = text) =>
  uploadTo(stage(), platform, folder, name, source)

const openShare = async (page: Page, name: string) => {
  await row(page, name).click({ position: { x: 90, y: 20 } })
  await page.keyboard.press("Shift+S")
  return page.getByRole("dialog")
}

const linkIn = (page: Page): Promise<string> => page.evaluate("navigator.clipboard.readText()")

describe.each(triedPlatforms)("%s", (platform) => {
  test("a link is made, opened with its code, changed, and taken back", async () => {
    const { parentFileId } = await upload(platform, "shared", "tide.txt")
    await upload(platform, "shared", "nobody else's.txt", "not shared")
    const owner = await openFolder(stage(), platform, parentFileId)
    await owner.context().grantPermissions(["clipboard-read", "clipboard-write"])
    const dialog = await openShare(owner, "tide.txt")
    await dialog.getByRole("switch", { name: /^Link/ }).press("Space")
    await dialog.getByRole("button", { name: "Copy link" }).click()
    await dialog.getByText("The link is copied").waitFor()
    const link = await linkIn(owner)
    await dialog.getByRole("button", { name: "Copy code" }).click()
    await dialog.getByText("The code is copied").waitFor()
    const code = await linkIn(owner)
    expect(code).toMatch(/^[A-Z2-9]{4}$/)
    expect(await findingsEverywhere(owner)).toEqual([])

    const { complaints, context, page, requests } = await makeVisitor(stage())
    await page.goto(link)
    expect(page.url()).toBe(`${stage().emulator.apiHost}/s/${link.split("/").at(-1)}`)
    await enter(page, code === "AAAA" ? "BBBB" : "AAAA")
    await page.getByText("Wrong code.").waitFor()
    await enter(page, code)
    await page.getByRole("heading", { name: "tide.txt" }).waitFor()
    await page.getByText("The mole is dry until nine.").waitFor()
    const saved = page.waitForEvent("download")
    await page.getByRole("link", { name: "Download" }).click()
    const download = await saved
    expect([download.suggestedFilename(), await textOf(await download.createReadStream())]).toEqual(["tide.txt", text])

    expect(await page.content()).not.toMatch(/nobody else|-space|access_token|token=/i)
    for (const request of requests) {
      const headers = await request.allHeaders()
      // of what comes out of the browser's own cache an empty one is told
      expect([request.url(), headers["cookie"], headers["authorization"], headers["referer"] ?? ""])
        .toEqual([request.url(), undefined, undefined, ""])
      expect(new URL(request.url()).pathname).not.toMatch(/^\/api\//)
    }
    expect(await page.evaluate("[localStorage.length, sessionStorage.length]")).toEqual([0, 0])

    await dialog.getByRole("radio", { name: "View only" }).click({ force: true })
    await dialog.getByText("Saved").waitFor()
    await page.reload()
    await enter(page, code)
    await page.getByText("This link is view-only.").waitFor()
    expect(await page.getByRole("link", { name: "Download" }).count()).toBe(0)

    await dialog.getByRole("switch", { name: /^Link/ }).press("Space")
    await dialog.getByRole("button", { name: "Remove the link" }).click()
    await dialog.getByText("This file no longer has a link.").waitFor()
    await page.reload()
    await page.getByRole("heading", { name: "There is nothing behind this link" }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
    await owner.context().close()
  })
})

describe("the dialog", () => {
  test("sharing without a code is asked about first; a new code voids the old one", async () => {
    const { parentFileId } = await upload("s3", "codes", "codes.txt")
    const page = await openFolder(stage(), "s3", parentFileId)
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    const dialog = await openShare(page, "codes.txt")
    await dialog.getByRole("switch", { name: /^Link/ }).press("Space")
    await dialog.getByRole("button", { name: "Copy link" }).click()
    await dialog.getByText("The link is copied").waitFor()
    const link = await linkIn(page)
    const status = (code?: string) =>
      fetch(link, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(code === undefined ? {} : { code })
      }).then((answer) => answer.status)
    const readCode = async () => {
      await dialog.getByRole("button", { name: "Copy code" }).click()
      await dialog.getByText("The code is copied").waitFor()
      return linkIn(page)
    }
    const first = await readCode()
    expect(await status(first)).toBe(200)
    await dialog.getByRole("button", { name: "New code" }).click()
    await dialog.getByText("Saved").waitFor()
    const second = await readCode()
    expect([await status(first), await status(second)]).toEqual([first === second ? 200 : 403, 200])

    await dialog.getByRole("switch", { name: /^Code/ }).press("Space")
    await dialog.getByRole("group", { name: "Share without a code?" }).waitFor()
    expect(await findingsEverywhere(page)).toEqual([])
    await dialog.getByRole("button", { name: "Keep it" }).click()
    expect(await status()).toBe(403)
    await dialog.getByRole("switch", { name: /^Code/ }).press("Space")
    await dialog.getByRole("button", { name: "Share without" }).click()
    await dialog.getByText("Saved").waitFor()
    expect(await status()).toBe(200)
    await page.context().close()
  })

  test("an end is chosen; a link that has ended says so and works again with a new one", async () => {
    const { fileId, parentFileId } = await upload("s3", "ends", "ends.txt")
    const page = await openFolder(stage(), "s3", parentFileId)
    const dialog = await openShare(page, "ends.txt")
    await dialog.getByRole("switch", { name: /^Link/ }).press("Space")
    await dialog.getByRole("radio", { name: "Never" }).click({ force: true })
    await dialog.getByText("Never, until you remove it").waitFor()
    const { assetId = "" } = await stage().drive.files.info(fileId, { spaceId: "s3-space" })
    const shareOf = () => stage().drive.sharing.open(assetId, undefined, { spaceId: "s3-space" })
    expect((await shareOf()).expiresAt).toBeUndefined()
    await dialog.getByRole("radio", { name: "Date…" }).click({ force: true })
    const tomorrow = new Date(Date.now() + 86_400_000)
    const local = new Date(tomorrow.getTime() - tomorrow.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
    await dialog.getByLabel("Last day of the link").fill(local)
    await page.keyboard.press("Tab")
    await expect.poll(async () => new Date((await shareOf()).expiresAt ?? 0).toDateString()).toBe(
      tomorrow.toDateString()
    )
    await dialog.getByText("Saved").waitFor()

    await page.clock.install()
    await dialog.getByRole("radio", { name: "1 day" }).click({ force: true })
    await dialog.getByText("Saved").waitFor()
    await page.clock.fastForward(2 * 86_400_000)
    await dialog.getByText(/^Ended on .* Choose a new end/).waitFor()
    expect(await findingsEverywhere(page)).toEqual([])
    await page.context().close()
  })

  test("the QR code is the link's, module by module", async () => {
    const { parentFileId } = await upload("s3", "codes", "camera.txt")
    const page = await openFolder(stage(), "s3", parentFileId)
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    const dialog = await openShare(page, "camera.txt")
    await dialog.getByRole("switch", { name: /^Link/ }).press("Space")
    await dialog.getByRole("button", { name: "Copy link" }).click()
    await dialog.getByText("The link is copied").waitFor()
    const { encode } = await import("uqr")
    const { data } = encode(await linkIn(page), { ecc: "M", border: 0 })
    const saved = page.waitForEvent("download")
    await dialog.getByRole("button", { name: "Save picture" }).click()
    const download = await saved
    expect(download.suggestedFilename()).toBe("camera.txt – link.png")
    const { default: sharp } = await import("sharp")
    const image = sharp(await buffer(await download.createReadStream()))
    const picture = await image.greyscale().raw().toBuffer({ resolveWithObject: true })
    const { width } = picture.info
    const side = width / (data.length + 8)
    const isDark = (x: number, y: number) =>
      (picture.data[Math.floor((y + 4.5) * side) * width + Math.floor((x + 4.5) * side)] ?? 255) < 128
    expect(data.map((line, y) => line.map((_, x) => isDark(x, y)))).toEqual(data)
    await page.context().close()
  })

  test("what the service refuses is said, and nothing is shown as shared", async () => {
    const { parentFileId } = await upload("s3", "refused", "refused.txt")
    const page = await openFolder(stage(), "s3", parentFileId)
    const dialog = await openShare(page, "refused.txt")
    await page.route("**/open-share", (route) => route.fulfill({ status: 403, json: { code: "Forbidden", msg: "no" } }))
    await dialog.getByRole("switch", { name: /^Link/ }).press("Space")
    await dialog.getByRole("alert").waitFor()
    expect(await dialog.getByRole("switch", { name: /^Link/ }).isChecked()).toBe(false)
    expect(await findingsEverywhere(page)).toEqual([])
    await page.unroute("**/open-share")
    await dialog.getByRole("button", { name: "Remove an earlier link" }).click()
    await dialog.getByText("This file no longer has a link.").waitFor()
    await page.context().close()
  })
})

describe("the page of a link", () => {
  const share = async (name: string, source: Blob | string, settings: Parameters<typeof open>[1]) => {
    const { fileId } = await upload("s3", "public", name, source)
    const { assetId = "" } = await stage().drive.files.info(fileId, { spaceId: "s3-space" })
    return open(assetId, settings)
  }
  const open = (
    assetId: string,
    settings: { readonly code?: string; readonly expiresIn?: string; readonly permission?: string }
  ) => stage().drive.sharing.open(assetId, settings as object, { spaceId: "s3-space" }).then(({ href }) => href)

  test("has no finding in any of its states, in both languages", async () => {
    const { default: sharp } = await import("sharp")
    const picture = new Blob([
      new Uint8Array(
        await sharp({ create: { width: 60, height: 40, channels: 3, background: "#48a" } }).png().toBuffer()
      )
    ])
    const links = {
      text: await share("<b>bold.txt", "<script>document.title = 'run'</script>", {}),
      picture: await share("look.png", picture, { permission: "view" }),
      other: await share("data.bin", "\u0000\u0001", {}),
      locked: await share("locked.txt", "x", { code: "K7QX" }),
      ended: await share("ended.txt", "x", { expiresIn: "1 second" })
    }
    const { complaints, context, page } = await makeVisitor(stage())
    await page.goto(links.text)
    await page.getByText("<script>document.title = 'run'</script>").waitFor()
    expect(await page.title()).toBe("<b>bold.txt · shared")
    expect(await findingsEverywhere(page)).toEqual([])
    await page.getByRole("button", { name: "中文" }).click()
    await page.getByRole("link", { name: "下载" }).waitFor()
    expect(await page.evaluate("document.documentElement.lang")).toBe("zh-CN")
    await page.getByRole("button", { name: "English" }).click()

    await page.goto(links.picture)
    await page.getByRole("img", { name: "Preview of look.png" }).waitFor()
    await expect.poll(() => page.evaluate("document.querySelector('main img')?.naturalWidth")).toBe(60)
    expect(await page.getByRole("link", { name: "Download" }).count()).toBe(0)
    expect(await findingsEverywhere(page)).toEqual([])

    await page.goto(links.other)
    await page.getByText("There is no preview of this kind of file.").waitFor()
    expect(await findingsEverywhere(page)).toEqual([])

    await page.goto(links.locked)
    await page.getByText("This link has a code").waitFor()
    expect(await findingsEverywhere(page)).toEqual([])
    for (const code of ["AAAA", "A-much-longer-code", "CCCC", "DDDD", "EEEE"]) {
      await enter(page, code)
      await page.getByText("Wrong code.").waitFor()
    }
    expect(await findingsEverywhere(page)).toEqual([])
    await enter(page, "K7QX")
    await page.getByRole("heading", { name: "Too many wrong codes" }).waitFor()
    expect(await findingsEverywhere(page)).toEqual([])

    await expect.poll(() => fetch(links.ended).then(({ status }) => status)).toBe(410)
    await page.goto(links.ended)
    await page.getByRole("heading", { name: "This link has expired" }).waitFor()
    expect(await findingsEverywhere(page)).toEqual([])

    await context.setOffline(true)
    await page.evaluate("history.replaceState(null, '', '/s/other')")
    await context.setOffline(false)
    await page.route("**/share/*", (route) => route.abort())
    await page.reload()
    await page.getByRole("heading", { name: "The drive does not answer" }).waitFor()
    expect(await findingsEverywhere(page)).toEqual([])
    await page.unroute("**/share/*")
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByRole("heading", { name: "There is nothing behind this link" }).waitFor()
    expect(await findingsEverywhere(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  test("is light, kept by no search engine, and needs nothing of the drive behind it", async () => {
    const link = await share("light.txt", "x", {})
    const { context, page, requests } = await makeVisitor(stage())
    const answer = await page.goto(link)
    expect(answer?.headers()["x-robots-tag"]).toBe("noindex")
    expect(answer?.headers()["content-security-policy"]).toContain("require-trusted-types-for 'script'")
    expect(await page.evaluate("document.querySelector('meta[name=robots]').content")).toBe("noindex, nofollow")
    await page.getByRole("heading", { name: "light.txt" }).waitFor()
    const scripts = requests.filter((request) => request.resourceType() === "script").map((request) => request.url())
    const loaded = await Promise.all(scripts.map((url) => fetch(url).then((script) => script.text())))
    expect(loaded.join("")).not.toMatch(/access_token|\/api\/v2\//)
    await context.close()
  })
})

describe("the details of a file", () => {
  test("lead to its link; tags that are in use are offered, and the same key twice is not saved", async () => {
    const { parentFileId } = await upload("s3", "tags", "one.txt")
    const other = await upload("s3", "tags", "other.txt")
    const userTags = [{ key: "place", value: "north quay" }]
    await stage().drive.files.updateInfo({ fileId: other.fileId, userTags }, { spaceId: "s3-space" })
    const page = await openFolder(stage(), "s3", parentFileId)
    await row(page, "one.txt").click({ position: { x: 90, y: 20 } })
    await page.keyboard.press("i")
    const panel = page.getByRole("complementary", { name: "Details" })
    await panel.getByRole("button", { name: "Add a pair" }).click()
    const offered = (name: string) =>
      panel.getByRole("combobox", { name }).evaluate((field) =>
        field instanceof HTMLInputElement ? [...field.list?.options ?? []].map(({ value }) => value) : []
      )
    expect(await offered("Key 1")).toEqual(["place"])
    await page.keyboard.type("place")
    expect(await offered("Value 1")).toEqual(["north quay"])
    await page.keyboard.press("Tab")
    await page.keyboard.type("mole")
    await page.keyboard.press("Enter")
    await panel.getByText("Saved").waitFor()
    await page.keyboard.type("place")
    await page.keyboard.press("Tab")
    await panel.getByText("“place” already exists.").waitFor()
    await panel.getByText("Saved, all but one").waitFor()
    expect(await findingsEverywhere(page)).toEqual([])
    await panel.getByRole("button", { name: "Remove “place”" }).first().click()
    await panel.getByText("“place” already exists.").waitFor({ state: "detached" })
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Add a pair")
    await panel.getByRole("button", { name: "Share…" }).click()
    await page.getByRole("dialog", { name: "Share “one.txt”" }).waitFor()
    await page.context().close()
  })
})
