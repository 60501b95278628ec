/**
 * A large file into a file of this machine, against `fetch` piped to one, which compares nothing; and how exactly a throttle is
 * kept.
 */
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
const allowed = 48 * mebibyte

const inFolder = async <A>(use: (folder: string) => Promise<A>): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), "effect-drive-download-"))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const served = async <A>(
  download: { readonly size: number; readonly speed: number; readonly hashed?: boolean },
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
    const ours = (origin: string, bytes: number, verified: "sha1" | "size") =>
      measured("downloadOurs", { origin, folder, size: bytes, verified })
    const peer = (origin: string) => measured("downloadPeer", { origin, folder, size })
    const plain = await served({ size, speed: 0 }, (origin) =>
      interleaved<"ours" | "peer">(turns, {
        ours: () => ours(origin, size, "size"),
        peer: () => peer(origin)
      }))
    const hashed = await served({ size, speed: 0, hashed: true }, (origin) =>
      interleaved<"ours" | "peer">(turns, {
        ours: () => ours(origin, size, "sha1"),
        peer: () => peer(origin)
      }))
    const throttledSize = throttledFor * speed
    const throttled = await served({ size: throttledSize, speed }, (origin) => ours(origin, throttledSize, "size"))
    const at = (sample: Sample, name: string): number => sample[name] ?? Number.NaN
    const what = `download ${mebibytes(size)} to a file`
    const compare = ({ ours, peer }: Record<"ours" | "peer", Sample>, name: string, bar?: number) => [
      against(`${name}, against fetch: wall`, at(ours, "wallMs"), at(peer, "wallMs"), seconds, bar),
      against(`${name}, against fetch: CPU`, at(ours, "cpuMs"), at(peer, "cpuMs"), seconds)
    ]
    const off = Math.abs(at(throttled, "wallMs") / 1000 - throttledFor) / throttledFor
    return [
      ...compare(plain, `${what}, size compared`, 1),
      ...compare(hashed, `${what}, read back and its SHA-1 compared`),
      {
        what: `${what}: peak memory, of ${mebibytes(allowed)}`,
        ours: mebibytes(at(plain.ours, "peakBytes")),
        peer: mebibytes(at(plain.peer, "peakBytes")),
        value: at(plain.ours, "peakBytes") / allowed,
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
