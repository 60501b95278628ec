/** What is sent twice when an upload in parts is stopped, killed or cut off in its middle: bytes that arrive at the storage. */
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { launchOwnChromium } from "../test/browser/chromium.js"
import { openBarePage } from "./barePage.js"
import { bundlePage, serveBundle } from "./contestPages.js"
import { startDiscardServer } from "./discardServer.js"
import type { Row } from "./harness.js"
import { mebibytes } from "./harness.js"

const partSize = 5 * 1_048_576

const parts = 40

/** A line on which a part takes a while, so that there is something in flight whenever it ends. */
const bytesPerSecond = 20 * 1_048_576

type Break = "cut" | "kill" | "stop"

const program = fileURLToPath(new URL("./programs/brokenUpload.js", import.meta.url))

/** Ends when the program does. `said` hears each of its lines. */
const runs = (args: object, said: (line: string, kill: () => void) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, JSON.stringify(args)], { stdio: ["ignore", "pipe", "inherit"] })
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      for (const line of text.split("\n")) said(line, () => child.kill("SIGKILL"))
    })
    child.on("error", reject)
    child.on(
      "close",
      (status, signal) => status === 0 || signal === "SIGKILL" ? resolve() : reject(new Error(`status ${status}`))
    )
  })

async function bytesAgain(how: Break): Promise<{ readonly again: number; readonly inFlight: number }> {
  const work = mkdtempSync(join(tmpdir(), "effect-drive-again-"))
  const path = join(work, "large.bin")
  const server = await startDiscardServer({ bytesPerSecond })
  try {
    writeFileSync(path, "")
    truncateSync(path, parts * partSize)
    const args = { path, directory: join(work, "sessions"), origin: server.origin, how }
    let inFlight = 0
    await runs(args, (line, kill) => {
      if (!line.startsWith("half ")) return
      inFlight = Number(line.slice("half ".length))
      if (how === "kill") kill()
      if (how === "cut") void server.cut()
    })
    if (how === "kill") await runs({ ...args, how: "resume" }, () => undefined)
    const { bytes, bytesArrived } = await server.counts()
    if (bytes < parts * partSize) throw new Error(`${how}: only ${bytes} bytes were stored`)
    return { again: bytesArrived - parts * partSize, inFlight }
  } finally {
    server.stop()
    rmSync(work, { recursive: true, force: true })
  }
}

const page = `import { createDrive } from "effect-drive/promise"
globalThis.run = async (origin) => {
  const drive = createDrive({ apiHost: origin, product: { id: "bench", version: "1" } })
  await drive.session.initialise({ accessToken: "bench" })
  const block = new Blob([new Uint8Array(${partSize})])
  const source = new Blob(Array.from({ length: ${parts} }, () => block))
  const upload = drive.uploads.start({ source, name: "large.bin" })
  const inFlight = await new Promise((resolve) => {
    const end = upload.subscribe(({ bytes, parallel, size = 0 }) => {
      if (bytes.accepted < size / 2) return
      end()
      resolve(parallel)
    })
  })
  await upload.stop()
  await upload.resume()
  await upload.done
  return inFlight
}`

async function bytesAgainInPage(): Promise<{ readonly again: number; readonly inFlight: number }> {
  const pages = await serveBundle(await bundlePage(page))
  const server = await startDiscardServer({ bytesPerSecond, cors: true })
  const browser = await launchOwnChromium()
  try {
    const opened = await openBarePage(browser, pages.origin)
    const inFlight = await opened.evaluate<number>(`run(${JSON.stringify(server.origin)})`)
    const { bytes, bytesArrived } = await server.counts()
    if (bytes < parts * partSize) throw new Error(`in a page: only ${bytes} bytes were stored`)
    return { again: bytesArrived - parts * partSize, inFlight }
  } finally {
    await browser.close()
    await pages.close()
    server.stop()
  }
}

const rowOf = (what: string, { again, inFlight }: { readonly again: number; readonly inFlight: number }): Row => ({
  what: `${parts} parts over a line of 20 MiB/s, ${what}: MiB that arrive twice, of ${
    mebibytes(inFlight * partSize)
  } in flight`,
  ours: mebibytes(again),
  value: again / (inFlight * partSize),
  bar: 1
})

/** The bar is what was in flight: no more parts are sent twice than were on their way. */
export async function sentAgain(): Promise<ReadonlyArray<Row>> {
  return [
    rowOf("a stop and a resume at half", await bytesAgain("stop")),
    rowOf("a kill at half and a second program", await bytesAgain("kill")),
    rowOf("connections that are cut at half", await bytesAgain("cut")),
    rowOf("a stop and a resume at half in a page", await bytesAgainInPage())
  ]
}
