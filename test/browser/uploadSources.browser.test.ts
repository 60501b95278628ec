import { assert } from "@effect/vitest"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { describe, it } from "vitest"
import { adaptersPage } from "./adaptersPage.js"
import { launchOwnChromium } from "./chromium.js"

// not a shared one, to which a picked file is a copy that does not change
const { onPage, openPage } = adaptersPage(launchOwnChromium)

describe("UploadSourcesBrowser in Chromium", () => {
  const withFile = async <A>(use: (file: string) => Promise<A>): Promise<A> => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "picked-"))
    try {
      const file = path.join(folder, "note.txt")
      fs.writeFileSync(file, "hello world")
      return await use(file)
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  }

  it("a picked file lends untyped slices", () =>
    onPage((page) =>
      withFile(async (file) => {
        fs.writeFileSync(file, "hello world".padEnd(70_000, "."))
        await page.setInputFiles("input", file)
        const { value } = await page.evaluate(() => window.adapters.readPicked())
        assert(value !== undefined)
        assert.strictEqual(value.identity.name, "note.txt")
        assert.strictEqual(value.identity.size, 70_000)
        assert.strictEqual(value.identity.modifiedAt, Math.floor(fs.statSync(file).mtimeMs))
        assert.strictEqual(value.contentType, "text/plain")
        assert.deepStrictEqual(value.part, ["blob of type \"\"", "ell"])
        assert.strictEqual(value.text, "hello world".padEnd(70_000, "."))
      })
    ))

  it("a small picked file is read once, for its hash and for its part", () =>
    onPage((page) =>
      withFile(async (file) => {
        await page.setInputFiles("input", file)
        const { value } = await page.evaluate(() => window.adapters.readPicked())
        assert(value !== undefined)
        assert.include(value.identity, { name: "note.txt", size: 11 })
        assert.strictEqual(value.contentType, "text/plain")
        assert.deepStrictEqual(value.part, ["bytes", "ell"])
        assert.strictEqual(value.text, "hello world")
        assert.strictEqual(value.reads, 1)
      })
    ))

  it("a file that changed on disk is gone, whether it is read or sent; else the sender's error stays", () =>
    onPage((page) =>
      withFile(async (file) => {
        await page.setInputFiles("input", file)
        const send = () => page.evaluate(() => window.adapters.sendPicked())
        assert.include((await send()).error, { _tag: "TheNetworkFailed" })
        fs.writeFileSync(file, "something else of another length")
        assert.include((await send()).error, { _tag: "SourceChanged", what: "gone" })
        const { error } = await page.evaluate(() => window.adapters.hashPicked())
        assert.include(error, { _tag: "SourceChanged", what: "gone" })
      })
    ))

  it("a stream is kept in the private file system until the upload is over", () =>
    onPage(async (page) => {
      const { after, value } = await page.evaluate(() => window.adapters.spool(["one ", "two ", "three"]))
      assert.deepStrictEqual(value, {
        identity: { name: "stream", size: 13, modifiedAt: undefined },
        text: "one two three",
        during: 1
      })
      assert.strictEqual(after, 0)
    }))

  it("a stream that a page has left goes with the next one; one of a page that lives stays", () =>
    onPage(async (page, context) => {
      const closed = await openPage(context)
      assert.strictEqual(await closed.evaluate(() => window.adapters.keepSpooled(["left"])), 4)
      const living = await openPage(context)
      assert.strictEqual(await living.evaluate(() => window.adapters.keepSpooled(["kept"])), 4)
      await closed.close()
      const { after, value } = await page.evaluate(() => window.adapters.spool(["next"]))
      assert.include(value, { text: "next", during: 2 })
      assert.strictEqual(after, 1)
    }))

  it("bytes are those of the moment in which they were opened", () =>
    onPage(async (page) => {
      for (const size of [1000, 70_000]) {
        const { early, given, shared, written } = await page.evaluate((bytes) => window.adapters.ownBytes(bytes), size)
        const value = {
          total: size,
          identity: { name: "own", size, modifiedAt: undefined },
          contentType: undefined
        }
        assert.deepStrictEqual(written.value, value)
        assert.deepStrictEqual(given.value, value)
        assert.deepStrictEqual(shared.value, value)
        assert.include(early.error, { _tag: "SourceChanged", what: "gone" })
      }
    }))

  it("a stream that others have read to its end is not an empty file; one that is empty is", () =>
    onPage(async (page) => {
      const { empty, left, read } = await page.evaluate(() => window.adapters.readStreams())
      assert.include(read.error, { _tag: "SourceChanged", what: "gone" })
      assert.include(left.error, { _tag: "SourceChanged", what: "gone" })
      assert.strictEqual(empty.value, "")
    }))

  it("else in memory, up to a limit; a path is refused", () =>
    onPage(async (page) => {
      const small = await page.evaluate(() => window.adapters.spoolInMemory(["one ", "two"], 7))
      assert.strictEqual(small.value, "one two")
      const large = await page.evaluate(() => window.adapters.spoolInMemory(["one ", "two"], 6))
      assert.include(large.error, { _tag: "SaveFailed", reason: "Failed" })
      const refused = await page.evaluate(() => window.adapters.openPath())
      assert.include(refused.error, { _tag: "InvalidInput", field: "source" })
    }))
})
