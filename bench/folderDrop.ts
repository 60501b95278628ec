/** A tree of small files dropped onto a page in a real Chromium: does the page stay responsive, and what does a file take? */
import { startEmulator } from "effect-drive/emulator"
import type { FolderReport } from "effect-drive/promise"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { performance } from "node:perf_hooks"
import { launchChromium } from "../test/browser/chromium.js"
import { serveDrivePage } from "../test/browser/DrivePage.js"
import { openBarePage } from "./barePage.js"
import type { Row } from "./harness.js"
import { seconds } from "./harness.js"

const filesInOneFolder = 500

/** Files of 1 KiB, no two of them equal; another `seed` gives others. */
export const writeTree = (top: string, files: number, seed = 0): void => {
  for (let index = 0; index < files; index++) {
    const folder = join(top, String(Math.floor(index / filesInOneFolder)))
    if (index % filesInOneFolder === 0) mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${index}.bin`), Buffer.alloc(1024, `${seed} ${index},`))
  }
}

/** Requests that the servers of this process are asked, preflights apart: those are the browser's. By GET comes the page's code. */
const countRequests = () => {
  const counts = { requests: 0, preflights: 0 }
  const count = (message: unknown) => {
    const { request } = message as { readonly request: { readonly method?: string } } // documented by Node
    if (request.method === "OPTIONS") counts.preflights++
    else if (request.method !== "GET") counts.requests++
  }
  subscribe("http.server.request.start", count)
  return { counts, end: () => unsubscribe("http.server.request.start", count) }
}

interface Dropped {
  readonly wallMs: number
  readonly longestTask: number
  /** Of one file. */
  readonly requests: number
  readonly preflights: number
}

/** A folder's report as it comes out of a page, where an error is a text. */
type Report = Omit<FolderReport, "failed"> & { readonly failed: ReadonlyArray<string> }

const fewFailures = 5

const whatIsMissing = ({ failed, files, leftOut, skipped, succeeded }: Report, wanted: number): string =>
  [
    `${succeeded} of ${wanted} files are stored, ${files} were read, ${skipped} skipped, ${leftOut.length} left out`,
    ...failed.slice(0, fewFailures),
    ...failed.length > fewFailures ? [`and ${failed.length - fewFailures} more failed`] : []
  ].join("; ")

/** Drops a folder that has so many files onto a page that has nothing but the client. */
export const dropOntoBarePage = async (top: string, files: number): Promise<Dropped> => {
  const browser = await launchChromium()
  const server = await serveDrivePage()
  const emulator = await startEmulator()
  const counting = countRequests()
  try {
    const page = await openBarePage(browser, server.origin)
    await page.evaluate(`signIn(${JSON.stringify(emulator.apiHost)}, ${JSON.stringify(emulator.accessToken)})`)
    // kept by the page, so that it is not collected while nobody but this program waits for it
    const uploading = page.evaluate<{ readonly longestTask: number; readonly report: Report }>(
      `(globalThis.dropped = client.uploadDrop().then(({ longestTask, report }) => ({
        longestTask,
        report: { ...report, failed: report.failed.map(({ error, path }) => path + ": " + error.name + ": " + error.message) }
      })))`
    )
    const before = { ...counting.counts }
    const started = performance.now()
    await page.drop(top)
    const { longestTask, report } = await uploading
    const wallMs = performance.now() - started
    if (report.succeeded !== files) throw new Error(whatIsMissing(report, files))
    return {
      wallMs,
      longestTask,
      requests: (counting.counts.requests - before.requests) / files,
      preflights: (counting.counts.preflights - before.preflights) / files
    }
  } finally {
    counting.end()
    await browser.close()
    await server.close()
    await emulator.close()
  }
}

export async function droppedFolder(files: number): Promise<ReadonlyArray<Row>> {
  const work = mkdtempSync(join(tmpdir(), "effect-drive-drop-"))
  const top = join(work, "tree")
  writeTree(top, files)
  try {
    const { longestTask, preflights, requests, wallMs } = await dropOntoBarePage(top, files)
    const what = `${files} files of 1 KiB dropped onto a page`
    return [
      { what: `${what}: ms a file`, ours: seconds(wallMs), value: wallMs / files, bar: 10 },
      {
        what: `${what}: requests a file`,
        ours: `${requests.toFixed(2)} and ${preflights.toFixed(2)} preflights`,
        value: requests,
        bar: 3.1
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
}
