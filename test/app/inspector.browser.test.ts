/** The inspector in the web drive, in a real Chromium: an upload meets faults that are switched on in it, and survives. */
import { Effect, Redacted } from "effect"
import { Credentials } from "effect-drive"
import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import type { TestedPlatform } from "./AppStage.js"
import { openFolder, setAppStage, triedPlatforms } from "./AppStage.js"
import { complaintsOf, findingsEverywhere, isFailedRequest } from "./findings.js"

/** So many that the inspector shows as many keys as it does at most. */
const more = ["a", "b", "c"].map((name) => ({ spaceId: `more-${name}`, platform: "s3" as const, name }))

const stage = setAppStage({ faultSwitches: true, more })

const makeFolder = (platform: TestedPlatform, name: string) =>
  stage().drive.files.ensureFolder(name, { spaceId: `${platform}-space` })

const inspector = (page: Page) => page.getByRole("region", { name: "Inspector" })

/** What the page says that is wrong with it. A request that a fault breaks is one on purpose. */
const listen = (page: Page): ReadonlyArray<string> => complaintsOf(page, isFailedRequest)

const upload = async (page: Page, name: string, bytes: number) => {
  await page.getByRole("button", { name: "Upload", exact: true }).first().click()
  const chooser = page.waitForEvent("filechooser")
  await page.getByRole("menuitem", { name: /^Upload files/ }).click()
  await (await chooser).setFiles([{ name, buffer: Buffer.alloc(bytes, name), mimeType: "application/octet-stream" }])
}

/** With all switches off, whatever a test before this one has left. */
const open = async (page: Page) => {
  await page.keyboard.press("Control+.")
  await inspector(page).getByRole("button", { name: "Reset", exact: true }).click()
  await expect.poll(() => inspector(page).getByRole("switch", { checked: true }).count()).toBe(0)
}

const switchTo = async (page: Page, name: string, on: boolean) => {
  await inspector(page).getByText(name).click()
  const found = inspector(page).getByRole("switch", { name: new RegExp(`^${name}`) })
  await expect.poll(() => found.isChecked()).toBe(on)
}

const secretsOf = async (platform: TestedPlatform): Promise<ReadonlyArray<string>> => {
  const { accessToken, drive } = { accessToken: stage().emulator.accessToken, drive: stage().drive }
  const held = await drive.run(Effect.flatMap(Credentials, ({ get }) => get(`${platform}-space`)))
  const { bucket, drive: access } = held
  const keys = [bucket?.accessKeySecret, bucket?.securityToken, access?.accessToken]
  return [accessToken, ...keys.flatMap((key) => key === undefined ? [] : [Redacted.value(key)])]
}

describe.each(triedPlatforms)("%s", (platform) => {
  test("an upload in parts survives resets and lost answers, and the map ends with all parts stored", async () => {
    const page = await openFolder(stage(), platform, await makeFolder(platform, "survives"))
    const said = listen(page)
    await open(page)
    await inspector(page).getByText("Nothing is under way. Upload something and watch it here.").waitFor()
    for (const name of ["Reset connections", "Lose answers", "Expired token"]) await switchTo(page, name, true)
    await upload(page, "film.mp4", 11_000_000)
    await inspector(page).getByRole("img", { name: /^Parts of the upload: 3 of 3 stored, 0 on the wire/ }).waitFor()
    await page.locator(`[data-index][data-name="film.mp4"]`).waitFor()
    // On pds a call of the drive's own may meet the expired token, which renews it without a word.
    if (platform !== "pds") {
      expect(await inspector(page).getByText(/^CredentialExpired: /).count()).toBeGreaterThan(0)
      expect(await inspector(page).getByText(/ broke off/).count()).toBeGreaterThan(0)
    }
    const html = await page.content()
    for (const secret of await secretsOf(platform)) expect(html.includes(secret)).toBe(false)
    expect(html).not.toMatch(/X-Amz-|security-token|Signature=/i)
    await inspector(page).getByRole("button", { name: "Reset", exact: true }).click()
    await expect.poll(() => inspector(page).getByRole("switch", { checked: true }).count()).toBe(0)
    expect(said).toEqual([])
    await page.context().close()
  })
})

test("offline by a switch stops the upload; off again it continues", async () => {
  const page = await openFolder(stage(), "s3", await makeFolder("s3", "tunnel"))
  await open(page)
  await switchTo(page, "Offline", true)
  await upload(page, "late.bin", 100_000)
  await inspector(page).getByText(/ broke off/).first().waitFor()
  await switchTo(page, "Offline", false)
  await inspector(page).getByRole("img", { name: /^Parts of the upload: 1 of 1 stored/ }).waitFor()
  await page.context().close()
})

test("by keys alone: opened, the cells walked, shown as a table, frozen, closed; the focus comes back", async () => {
  const page = await openFolder(stage(), "s3", await makeFolder("s3", "keys"))
  await open(page)
  await upload(page, "keys.mp4", 11_000_000)
  const map = inspector(page).getByRole("img", { name: /^Parts of the upload: 3 of 3 stored/ })
  await map.focus()
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("ArrowRight")
  await inspector(page).getByText(/^Part 2 · 5\.24 MB · confirmed/).waitFor()
  await inspector(page).getByRole("button", { name: "Show as table" }).press("Enter")
  await inspector(page).getByRole("cell", { name: "1–3" }).waitFor()
  await inspector(page).getByRole("button", { name: "Freeze" }).press("Enter")
  await inspector(page).getByRole("button", { name: "Resume" }).waitFor()
  await page.keyboard.press("Escape")
  await inspector(page).waitFor({ state: "detached" })
  expect(await page.evaluate("document.activeElement !== document.body")).toBe(true)
  await page.context().close()
})

test("axe finds nothing, in both themes, wide and narrow, as a map and as a table", async () => {
  const page = await openFolder(stage(), "s3", await makeFolder("s3", "axe"))
  const said = listen(page)
  await open(page)
  await upload(page, "axe.mp4", 6_000_000)
  await inspector(page).getByRole("img", { name: /^Parts of the upload: 2 of 2 stored/ }).waitFor()
  expect(await findingsEverywhere(page)).toEqual([])
  await inspector(page).getByRole("button", { name: "Show as table" }).click()
  expect(await findingsEverywhere(page)).toEqual([])
  expect(said).toEqual([])
  await page.context().close()
})

test.each([[900, false], [760, true]])(
  "in a window %i px high all switches and chips of faults are there whole, however many keys are held",
  async (height, isScrolled) => {
    const page = await openFolder(stage(), "s3", await makeFolder("s3", `many keys ${height}`))
    await page.setViewportSize({ width: 1440, height })
    await open(page)
    const keys = inspector(page).getByRole("listitem").filter({ hasText: /^Storage key · / })
    await expect.poll(() => keys.count()).toBe(4)
    // nothing around them has to be scrolled
    const around = await inspector(page).getByRole("switch").first().evaluate((element) => {
      const over: Array<number> = []
      for (let at = element.closest("section"); at !== null; at = at.parentElement) {
        over.push(at.scrollHeight - at.clientHeight)
      }
      return over
    })
    expect(around.filter((over) => over > 1)).toEqual([])
    // keys that do not fit are scrolled to, by the keyboard too
    const list = keys.first().locator("..")
    expect(await list.evaluate((one) => one.scrollHeight > one.clientHeight)).toBe(isScrolled)
    expect(await list.evaluate((one) => one.tabIndex)).toBe(0)
    await page.context().close()
  }
)
