/** The web drive as people get it: what its shell weighs, how soon the first rows are there, and what its panel costs. */
import type { RunningEmulator } from "effect-drive/emulator"
import { startEmulator } from "effect-drive/emulator"
import type { DriveClient } from "effect-drive/promise"
import { createDrive } from "effect-drive/promise"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { performance } from "node:perf_hooks"
import { gzipSync } from "node:zlib"
import type { Browser, Page } from "playwright-core"
import { webDriveFolder } from "../app/scripts/webDriveBuild.js"
import { launchChromium } from "../test/browser/chromium.js"
import type { BarePage } from "./barePage.js"
import { openBarePage } from "./barePage.js"
import { dropOntoBarePage, writeTree } from "./folderDrop.js"
import type { Row, Sample } from "./harness.js"
import { interleaved, kibibytes, seconds } from "./harness.js"
import { patientContext } from "./patientContext.js"

const platforms = ["s3", "oss", "pds"] as const
const spaceId = "s3"
const rowsInFolder = 200

interface Stage {
  readonly browser: Browser
  readonly emulator: RunningEmulator
  readonly drive: DriveClient
  readonly origin: string
  readonly folder: string
}

const onStage = async <A>(run: (stage: Stage) => Promise<A>): Promise<A> => {
  const folder = await webDriveFolder(process.cwd(), () => console.error("building the web drive ..."))
  const browser = await launchChromium()
  const emulator = await startEmulator({
    webDrive: folder,
    spaces: platforms.map((platform) => ({ spaceId: platform, platform, name: platform }))
  })
  const drive = createDrive({ apiHost: emulator.apiHost, product: { id: "bench", version: "1" } })
  try {
    await drive.session.initialise({ accessToken: emulator.accessToken })
    const origin = new URL(emulator.webDrive ?? emulator.apiHost).origin
    return await run({ browser, emulator, drive, origin, folder })
  } finally {
    await browser.close()
    await drive.dispose()
    await emulator.close()
  }
}

const addressOf = ({ emulator, origin }: Stage, path: string): string =>
  `${origin}/${path}#token=${encodeURIComponent(emulator.accessToken)}`

/** Before any script of the page: when the first row stands there. */
const watchFirstRow = `new MutationObserver((_, observer) => {
  if (document.querySelector("[data-index='0']") === null) return
  observer.disconnect()
  requestAnimationFrame(() => { window.firstRow = performance.now() })
}).observe(document, { childList: true, subtree: true })`

const openOnce = async (stage: Stage, path: string, onPage: (page: Page) => void = () => {}): Promise<Sample> => {
  const context = await patientContext(stage.browser, { viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  onPage(page)
  await page.addInitScript(watchFirstRow)
  await page.goto(addressOf(stage, path))
  // not by waitForFunction: the page's policy lets nothing evaluate strings
  const firstRow = await page.evaluate<number>(`new Promise((done) => {
    const look = () => "firstRow" in window ? done(window.firstRow) : setTimeout(look, 20)
    look()
  })`)
  await page.waitForLoadState("networkidle")
  await context.close()
  return { firstRow }
}

/** All scripts that a page of the top of a space loads by itself until nothing moves any more. */
const scriptsOf = async (stage: Stage, space: string): Promise<ReadonlySet<string>> => {
  const loaded = new Set<string>()
  await openOnce(stage, `${space}/f`, (page) =>
    page.on("response", (response) => {
      const { pathname } = new URL(response.url())
      if (pathname.endsWith(".js") && response.ok()) loaded.add(pathname)
    }))
  return loaded
}

/** The shell is what pages of all platforms load; the rest is the client of a storage. */
const weighScripts = async (stage: Stage): Promise<{ readonly shell: number; readonly withStorage: number }> => {
  const pages: Array<ReadonlySet<string>> = []
  for (const platform of platforms) pages.push(await scriptsOf(stage, platform))
  const gzipped = (path: string): number => gzipSync(readFileSync(join(stage.folder, path)), { level: 9 }).length
  const sum = (paths: Iterable<string>): number => [...paths].reduce((bytes, path) => bytes + gzipped(path), 0)
  const [first = new Set<string>(), ...others] = pages
  const shell = [...first].filter((path) => others.every((page) => page.has(path)))
  return { shell: sum(shell), withStorage: sum(first) }
}

const fillSpaces = async ({ drive }: Stage): Promise<void> => {
  const names = Array.from({ length: rowsInFolder }, (_, index) => `note ${index}.txt`)
  for (const platform of platforms) {
    const wanted = platform === spaceId ? names : names.slice(0, 1)
    await Promise.all(
      wanted.map((name) => drive.uploads.start({ source: new Blob([name]), name }, { spaceId: platform }).done)
    )
  }
}

export const opening = (turns: number): Promise<ReadonlyArray<Row>> =>
  onStage(async (stage) => {
    await fillSpaces(stage)
    const { shell, withStorage } = await weighScripts(stage)
    const { page: { firstRow = Number.NaN } } = await interleaved(turns, {
      page: () => openOnce(stage, `${spaceId}/f`)
    })
    return [
      {
        what: "Web drive: JavaScript of its shell, min+gzip: KiB",
        ours: `${kibibytes(shell)} (${kibibytes(withStorage)} with the client of S3)`,
        value: shell / 1024,
        bar: 310
      },
      { what: "Web drive: first rows after navigation, ms", ours: seconds(firstRow), value: firstRow, bar: 1000 }
    ]
  })

/** Gives how long all of it took, once nothing of the folder is left to do. */
const dropOntoDrive = async (stage: Stage, top: string, files: number, folderId: string): Promise<Sample> => {
  const page: BarePage = await openBarePage(stage.browser, addressOf(stage, `${spaceId}/f/${folderId}`))
  await page.evaluate(`new Promise((done) => {
    const look = () => document.querySelector("h2") === null ? setTimeout(look, 50) : setTimeout(done, 500)
    look()
  })`)
  await page.evaluate(`{
    window.longestTask = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration)
    }).observe({ entryTypes: ["longtask"] })
  }`)
  const started = performance.now()
  await page.drop(top)
  const inTree = async (): Promise<number> =>
    page.evaluate<number>(`new Promise((done) => {
      const words = ${JSON.stringify(`${files.toLocaleString("en")} files uploaded`)}
      const look = () => document.body.textContent.includes(words) ? done(window.longestTask) : setTimeout(look, 100)
      look()
    })`)
  const longestTask = await inTree()
  return { wallMs: performance.now() - started, longestTask }
}

/** The same tree onto the bench's bare page and onto the web drive, whose panel opens by itself. */
export const panelAtDrop = (files: number, turns: number): Promise<ReadonlyArray<Row>> =>
  onStage(async (stage) => {
    const work = mkdtempSync(join(tmpdir(), "effect-drive-drop-"))
    const top = join(work, "tree")
    let turn = 0
    const fresh = (): string => {
      // the drive would know the bytes of the turn before
      rmSync(top, { recursive: true, force: true })
      writeTree(top, files, ++turn)
      return top
    }
    try {
      const { bare, drive } = await interleaved(turns, {
        bare: async () => {
          const { longestTask, wallMs } = await dropOntoBarePage(fresh(), files)
          return { wallMs, longestTask }
        },
        drive: async () =>
          dropOntoDrive(stage, fresh(), files, await stage.drive.files.ensureFolder(`${basename(work)}-${turn}`))
      })
      const { longestTask = Number.NaN, wallMs = Number.NaN } = drive
      const plain = bare.wallMs ?? Number.NaN
      const what = `${files} files of 1 KiB dropped onto the web drive, panel open`
      return [
        {
          what: `${what}: time over the bare page's`,
          ours: seconds(wallMs),
          peer: seconds(plain),
          value: wallMs / plain,
          bar: 1.2
        },
        {
          what: `${what}: longest main-thread task, ms`,
          // the browser tells of no shorter ones
          ours: longestTask === 0 ? "under 50 ms" : `${Math.round(longestTask)} ms`,
          value: longestTask,
          bar: 50
        }
      ]
    } finally {
      rmSync(work, { recursive: true, force: true })
    }
  })
