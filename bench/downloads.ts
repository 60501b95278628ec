/** A large file into a file of this machine, against `fetch` piped to one; and how exactly a throttle is kept. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startDiscardServer } from "./discardServer.js"
import type { Row, Sample } from "./harness.js"
import { against, interleaved, measured, mebibytes, seconds } from "./harness.js"

const mebibyte = 1024 * 1024

/** Slow and long enough that the end of a file and a busy disk count for little. */
const speed = 8 * mebibyte

const throttledFor = 8

/** What ranges in flight, their buffers and the runtime may take, however large the file is. */
const allowed = 96 * mebibyte

const inFolder = async <A>(use: (folder: string) => Promise<A>): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), "effect-drive-download-"))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const served = async <A>(
  download: { readonly size: number; readonly speed: number },
  use: (origin: string) => Promise<A>
): Promise<A> => {
  const server = await startDiscardServer({ download })
  try {
    return await use(server.origin)
  } finally {
    server.stop()
  }
}

/** The file at full speed, and at a speed of the space's. */
export const downloads = (size: number, turns: number): Promise<ReadonlyArray<Row>> =>
  inFolder(async (folder) => {
    const args = (origin: string) => ({ origin, folder })
    const { ours, peer } = await served({ size, speed: 0 }, (origin) =>
      interleaved<"ours" | "peer">(turns, {
        ours: () => measured("downloadOurs", { ...args(origin), size }),
        peer: () => measured("downloadPeer", { ...args(origin), size })
      }))
    const throttledSize = throttledFor * speed
    const throttled = await served(
      { size: throttledSize, speed },
      (origin) => measured("downloadOurs", { ...args(origin), size: throttledSize })
    )
    const at = (sample: Sample, name: string): number => sample[name] ?? Number.NaN
    const what = `download ${mebibytes(size)} to a file`
    const off = Math.abs(at(throttled, "wallMs") / 1000 - throttledFor) / throttledFor
    return [
      against(`${what}, against fetch: wall`, at(ours, "wallMs"), at(peer, "wallMs"), seconds, 1),
      against(`${what}, against fetch: CPU`, at(ours, "cpuMs"), at(peer, "cpuMs"), seconds),
      {
        what: `${what}: peak memory, of ${mebibytes(allowed)}`,
        ours: mebibytes(at(ours, "peakBytes")),
        peer: mebibytes(at(peer, "peakBytes")),
        value: at(ours, "peakBytes") / allowed,
        bar: 1
      },
      {
        what: `download ${mebibytes(throttledSize)} at ${mebibytes(speed)} a second: off by, of 5 %`,
        ours: `${(off * 100).toFixed(2)} %`,
        value: off / 0.05,
        bar: 1
      }
    ]
  })
