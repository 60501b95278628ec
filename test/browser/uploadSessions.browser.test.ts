import { assert } from "@effect/vitest"
import type { Page } from "playwright-core"
import { describe, it } from "vitest"
import { UploadId } from "../../src/domain/Ids.js"
import { savedUpload } from "../layers/node/SavedUploads.js"
import { adaptersPage } from "./adaptersPage.js"

const { onPage, openPage } = adaptersPage()

describe("UploadSessionsIndexedDb in Chromium", () => {
  const upload = savedUpload("upload-1")
  const other = savedUpload("upload-10")
  const part = (number: number) => ({ number, size: 5, etag: `etag-${number}` })

  it("a reloaded page finds the session and its parts; an ended one is gone", () =>
    onPage(async (page) => {
      const save = (id: string, numbers: ReadonlyArray<number>) =>
        page.evaluate(
          ([saved, parts]) => window.adapters.saveSession(saved, parts),
          [savedUpload(id), numbers.map(part)] as const
        )
      assert.strictEqual((await save(upload.id, [2, 1])).value, true)
      await save(other.id, [7])
      await page.reload()
      await page.waitForFunction(() => "adapters" in window)
      const load = () => page.evaluate((id) => window.adapters.loadSession(id), upload.id)
      const { value } = await load()
      assert(value !== undefined)
      assert.deepStrictEqual(value.session, { upload, journal: [part(1), part(2)] })
      assert.deepStrictEqual(value.all.map((saved) => saved.id), [upload.id, other.id])
      await page.evaluate((id) => window.adapters.endSession(id, "markAborting"), upload.id)
      assert.strictEqual((await load()).value?.session?.upload.aborting, true)
      assert.strictEqual((await load()).value?.session?.journal.length, 2)
      await page.evaluate((id) => window.adapters.endSession(id, "forget"), upload.id)
      const gone = await load()
      assert.strictEqual(gone.value?.session, undefined)
      assert.deepStrictEqual(gone.value?.all.map((saved) => saved.id), [other.id])
    }))

  it("a write that another tab's came before changes nothing", () =>
    onPage(async (page, context) => {
      const second = await openPage(context)
      const update = (tab: Page, revision: number, follows: number | undefined, uploadId = "multipart-1") =>
        tab.evaluate(
          ([saved, revisionBefore]) => window.adapters.updateSession(saved, revisionBefore),
          [savedUpload("upload-1", { revision, uploadId }), follows] as const
        )
      assert.strictEqual((await update(page, 1, undefined)).value, true)
      assert.strictEqual((await update(second, 2, 1)).value, true)
      const outdated = await page.evaluate(
        ([saved, accepted]) => window.adapters.outdated(saved, accepted, 1),
        [savedUpload("upload-1", { revision: 3, uploadId: "multipart-9" }), part(1)] as const
      )
      assert.deepStrictEqual(outdated.value, [false, false, false, false])
      const { value } = await second.evaluate((id) => window.adapters.loadSession(id), upload.id)
      assert.deepStrictEqual(value?.session?.upload, savedUpload("upload-1", { revision: 2, uploadId: "multipart-1" }))
      assert.deepStrictEqual(value?.session?.journal, [])
    }))

  it("many writes at once: one that may not be made keeps none of the others from it", () =>
    onPage(async (page) => {
      const change = (id: string, revision: number, follows: number) => ({
        id: UploadId.make(id),
        upload: savedUpload(id, { revision }),
        follows
      })
      const { value } = await page.evaluate((passes) => window.adapters.writeSessions(passes), [
        [change("a", 1, 0), change("b", 1, 0)],
        // Of each kind one that somebody else's came before.
        [change("a", 2, 1), change("b", 2, 9), change("b", 2, 0), change("c", 1, 0)],
        [
          { id: UploadId.make("a"), upload: undefined, follows: 1 },
          { id: UploadId.make("c"), upload: undefined, follows: 1 }
        ]
      ])
      assert.deepStrictEqual(value, [[true, true], [true, false, false, true], [false, true]])
      const loaded = await page.evaluate((id) => window.adapters.loadSession(id), upload.id)
      assert.deepStrictEqual(loaded.value?.all.map(({ id, revision }) => `${id} ${revision}`), ["a 2", "b 1"])
    }))

  it("two tabs never hold one upload; a tab that ends gives it back", () =>
    onPage(async (page, context) => {
      const second = await openPage(context)
      const claim = (tab: Page) => tab.evaluate((id) => window.adapters.claim(id), upload.id)
      assert.isTrue(await claim(page))
      assert.isFalse(await claim(second))
      await page.evaluate(() => window.adapters.release())
      assert.isTrue(await claim(second))
      await second.close()
      // The browser gives the locks of a closed tab back a moment later.
      while (!await claim(page)) await page.evaluate(() => window.adapters.release())
    }))

  it("a browser that stores nothing stops no upload", () =>
    onPage(async (page) => {
      const { value } = await page.evaluate(
        ([saved, accepted]) => window.adapters.withoutDatabase(saved, accepted),
        [upload, part(1)] as const
      )
      assert.deepStrictEqual(value, { session: { upload, journal: [part(1)] }, healthy: false })
    }))
})
