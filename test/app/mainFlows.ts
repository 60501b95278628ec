/** What people do in the web drive in every browser, by the page alone: Playwright's own means differ between browsers. */
import { assert } from "@effect/vitest"
import { describe, test, vi } from "vitest"
import type { TestedBrowser } from "../browser/pageFlows.js"
import { waitLimit } from "../limits.js"
import { newContext, openFolderIn, setAppStage } from "./AppStage.js"
import { makeFolder, panel, recycleAndUndo, rename, row } from "./onPage.js"

const bytes = 24_000_000

export const mainFlows = (title: string, tested: TestedBrowser): void => {
  describe(title, () => {
    const stage = setAppStage({ launch: tested.launch, motion: true })

    const openIn = async (name: string) => {
      const folder = await stage().drive.files.ensureFolder(name, { spaceId: "s3-space" })
      const context = await newContext(stage())
      await context.addInitScript(`delete window.showOpenFilePicker; ${tested.before ?? ""}`)
      return { folder, page: await openFolderIn(context, stage(), "s3", folder) }
    }

    const namesIn = async (parentFileId: string) => {
      const { items } = await stage().drive.files.list({ parentFileId }, { spaceId: "s3-space" })
      return items.map(({ name, size }) => [name, size])
    }

    test("a file that is picked is paused, continues, and is in the drive", async () => {
      const { folder, page } = await openIn("picked")
      stage().emulator.faults.add([{
        match: { target: "s3", method: "PUT", query: { partNumber: "2" } },
        action: { _tag: "delay", millis: 300_000 }
      }])
      await page.getByRole("button", { name: "Upload", exact: true }).first().click()
      const chooser = page.waitForEvent("filechooser")
      await page.getByRole("menuitem", { name: /^Upload files/ }).click()
      await (await chooser).setFiles([
        { name: "long.bin", mimeType: "application/octet-stream", buffer: Buffer.alloc(bytes, 7) }
      ])
      // a part that is sent after the pause would be the one that waits
      await vi.waitUntil(() => stage().emulator.remainingFaults().length === 0, { timeout: waitLimit })
      await panel(page).getByRole("button", { name: "Pause: long.bin" }).click()
      await panel(page).getByText(/^Paused · /).waitFor()
      await panel(page).getByRole("button", { name: "Resume: long.bin" }).click()
      await panel(page).getByText("1 file uploaded").waitFor()
      await row(page, "long.bin").waitFor()
      assert.deepStrictEqual(await namesIn(folder), [["long.bin", bytes]])
      await page.context().close()
    })

    test("a folder is made, renamed, goes to the bin and comes back", async () => {
      const { folder, page } = await openIn("made")
      await makeFolder(page, "plans")
      await rename(page, "plans", "drawings")
      await recycleAndUndo(page, "drawings")
      assert.deepStrictEqual((await namesIn(folder)).map(([name]) => name), ["drawings"])
      await page.context().close()
    })

    test("a file is saved, byte for byte", async () => {
      const { folder, page } = await openIn("saved")
      const content = Buffer.alloc(300_000, "saved")
      const source = new Blob([content])
      await stage().drive.uploads.start({ source, name: "one.bin", parentFileId: folder }, { spaceId: "s3-space" }).done
      await page.reload()
      await row(page, "one.bin").click({ position: { x: 90, y: 20 } })
      const saving = tested.saved(page, "one.bin", content.length)
      await page.keyboard.press("Shift+D")
      assert.isTrue((await saving).equals(content))
      await page.context().close()
    })
  })
}
