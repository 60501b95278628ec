/** Hashing one file, against a bare loop of the same digest, in Node and in a page. */
import { createReadStream, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { launchChromium } from "../test/browser/chromium.js"
import { servePage } from "../test/browser/PageServer.js"
import type { Row } from "./harness.js"
import { against, interleaved, measured, seconds } from "./harness.js"
import { patientContext } from "./patientContext.js"

/** Design: at least 0.95 of the bare loop's speed. */
const bar = 1 / 0.95

/** Whoever reads a file first waits for the system's cache to be filled, which takes longer than to hash it. */
const readOnce = async (path: string): Promise<void> => {
  for await (const _ of createReadStream(path, { highWaterMark: 1_048_576 }));
}

const inNode = async (size: number, turns: number): Promise<ReadonlyArray<Row>> => {
  const folder = mkdtempSync(join(tmpdir(), "bench-hashing-"))
  try {
    const path = join(folder, "file")
    const warmUp = join(folder, "warm-up")
    for (const [file, bytes] of [[path, size], [warmUp, 2_097_152]] as const) {
      writeFileSync(file, "")
      truncateSync(file, bytes)
    }
    await readOnce(path)
    const { bare, hasher } = await interleaved(turns, {
      hasher: () => measured("hashFile", { path, warmUp, by: "hasher" }),
      bare: () => measured("hashFile", { path, warmUp, by: "bare" })
    })
    const what = `SHA-1 and pre-hash of ${size / 1_048_576} MiB, against a bare loop`
    return [
      against(`${what}, wall`, hasher.wallMs ?? 0, bare.wallMs ?? 0, seconds, bar),
      against(`${what}, CPU`, hasher.cpuMs ?? 0, bare.cpuMs ?? 0, seconds)
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same in a Chromium: by the library, and by a worker that does nothing else. */
const inPage = async (size: number, turns: number): Promise<ReadonlyArray<Row>> => {
  const browser = await launchChromium()
  const server = await servePage({
    script: "hashSpeed",
    bundles: { hashWorker: "../../src/layers/browser/hashWorker", bareWorker: "pages/bareHashWorker" }
  })
  try {
    const page = await (await patientContext(browser)).newPage()
    await page.goto(server.origin)
    await page.waitForFunction(() => "hashSpeed" in window)
    await page.evaluate((bytes) => window.hashSpeed.prepare(bytes), size)
    const { bare, hasher } = await interleaved(turns, {
      hasher: () => page.evaluate(() => window.hashSpeed.hasher()),
      bare: () => page.evaluate(() => window.hashSpeed.bare())
    })
    const what = `the same in a page's worker (${size / 1_048_576} MiB), against a bare worker`
    return [against(`${what}, wall`, hasher.wallMs ?? 0, bare.wallMs ?? 0, seconds, bar)]
  } finally {
    await browser.close()
    await server.close()
  }
}

export const hashing = async (size: number, turns: number): Promise<ReadonlyArray<Row>> => [
  ...await inNode(size, turns),
  ...await inPage(Math.min(size, 268_435_456), turns)
]
