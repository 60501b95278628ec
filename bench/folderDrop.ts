/** A tree of small files dropped onto a page in a real Chromium: does the page stay responsive? */
import { startEmulator } from "effect-drive/emulator"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { performance } from "node:perf_hooks"
import { launchChromium } from "../test/browser/chromium.js"
import { openDrivePage, serveDrivePage } from "../test/browser/DrivePage.js"
import { dropFolder } from "../test/browser/dropFolder.js"
import type { Row } from "./harness.js"
import { seconds } from "./harness.js"

const filesInOneFolder = 500

/** Files of 1 KiB, no two of them equal. */
const writeTree = (top: string, files: number): void => {
  for (let index = 0; index < files; index++) {
    const folder = join(top, String(Math.floor(index / filesInOneFolder)))
    if (index % filesInOneFolder === 0) mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${index}.bin`), Buffer.alloc(1024, `${index},`))
  }
}

export async function droppedFolder(files: number): Promise<ReadonlyArray<Row>> {
  const work = mkdtempSync(join(tmpdir(), "effect-drive-drop-"))
  const top = join(work, "tree")
  writeTree(top, files)
  const browser = await launchChromium()
  const server = await serveDrivePage()
  const emulator = await startEmulator()
  try {
    const page = await openDrivePage(await browser.newContext(), server, emulator)
    const uploading = page.evaluate(() => window.client.uploadDrop())
    const started = performance.now()
    await dropFolder(page, top)
    const { longestTask, report } = await uploading
    const wallMs = performance.now() - started
    if (report.succeeded !== files) throw new Error(`${report.succeeded} of ${files} files are stored`)
    const what = `${files} files of 1 KiB dropped onto a page`
    return [
      { what: `${what}: seconds`, ours: seconds(wallMs), value: wallMs / 1000 },
      { what: `${what}: longest main-thread task, ms`, ours: `${Math.round(longestTask)} ms`, value: longestTask }
    ]
  } finally {
    await browser.close()
    await server.close()
    await emulator.close()
    rmSync(work, { recursive: true, force: true })
  }
}
