/** A folder that is dropped onto a page. */
import { assert } from "@effect/vitest"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, it } from "vitest"
import { holdParts, openDrivePage } from "./DrivePage.js"
import { dropFolder } from "./dropFolder.js"
import { setStage } from "./stage.js"

/** More than one `readEntries` gives. */
const filesInOneFolder = 250

describe("a folder dropped onto a page", () => {
  const work = mkdtempSync(join(tmpdir(), "dropped-"))
  const stage = setStage()

  afterAll(() => rmSync(work, { recursive: true }))

  it("is uploaded whole, with its folders, also the empty ones", async () => {
    const { browser, emulator, server } = stage()
    const top = join(work, "photos")
    mkdirSync(join(top, "many", "empty"), { recursive: true })
    mkdirSync(join(top, "数据 & more", "deep"), { recursive: true })
    const expected = new Map<string, string>()
    const write = (path: string) => {
      const content = `${path}\n`.repeat(64)
      writeFileSync(join(work, path), content)
      expected.set(path, content)
    }
    for (let index = 0; index < filesInOneFolder; index++) write(`photos/many/${index}.txt`)
    for (let index = 0; index < 50; index++) write(`photos/数据 & more/deep/${index}.txt`)

    const page = await openDrivePage(await browser.newContext(), server, emulator)
    const uploading = page.evaluate(() => window.client.uploadDrop())
    await dropFolder(page, top)
    const { report } = await uploading
    assert.deepInclude(report, { files: expected.size, succeeded: expected.size, folders: 5, failed: [], skipped: 0 })

    const stored = await page.evaluate(async () => {
      const { drive } = window.client
      const found: Array<readonly [string, string | undefined]> = []
      const walk = async (parentFileId: string | undefined, path: string): Promise<void> => {
        for await (const file of drive.files.listAll(parentFileId === undefined ? {} : { parentFileId })) {
          const own = path === "" ? file.name : `${path}/${file.name}`
          if (file.type === "folder") {
            found.push([own, undefined])
            await walk(file.fileId, own)
          } else found.push([own, await (await drive.downloads.blob({ fileId: file.fileId })).text()])
        }
      }
      await walk(undefined, "")
      return found
    })
    const folders = stored.filter(([, content]) => content === undefined).map(([path]) => path)
    assert.sameMembers(folders, [
      "photos",
      "photos/many",
      "photos/many/empty",
      "photos/数据 & more",
      "photos/数据 & more/deep"
    ])
    assert.deepStrictEqual(new Map(stored.filter(([, content]) => content !== undefined)), expected)
  })

  it("keeps the handles of its large files: after a reload they need not be picked again", async () => {
    const { browser, emulator, server } = stage()
    const top = join(work, "films")
    mkdirSync(join(top, "deep"), { recursive: true })
    writeFileSync(join(top, "deep", "film.bin"), Buffer.alloc(12_000_000, "film"))
    writeFileSync(join(top, "note.txt"), "small")
    const context = await browser.newContext()
    const first = await openDrivePage(context, server, emulator)
    holdParts(emulator, { after: 1, times: 20 })
    await first.evaluate(() => {
      void window.client.uploadDrop().catch(() => {})
    })
    await dropFolder(first, top)
    await first.evaluate(() =>
      new Promise<void>((resolve) => {
        const { drive } = window.client
        const look = () => {
          const isFilm = (id: string) => (drive.uploads.get(id)?.snapshot().bytes.accepted ?? 0) >= 5_000_000
          if (drive.uploads.list().some(isFilm)) resolve()
          else requestAnimationFrame(look)
        }
        look()
      })
    )
    await first.close()

    const second = await openDrivePage(context, server, emulator)
    const found = await second.evaluate(async () =>
      (await window.client.drive.uploads.recoverable()).map(({ multipart, name, needsFile, size }) => ({
        multipart,
        name,
        needsFile,
        size
      }))
    )
    assert.deepStrictEqual(found, [{ multipart: "stopped", name: "film.bin", needsFile: false, size: 12_000_000 }])
  })
})
