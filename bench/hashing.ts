/** Hashing one file, against a bare loop of the same digest. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Row } from "./harness.js"
import { against, interleaved, measured, seconds } from "./harness.js"

/** Design: at least 0.95 of the bare loop's speed. */
const bar = 1 / 0.95

export const hashing = async (size: number, turns: number): Promise<ReadonlyArray<Row>> => {
  const folder = mkdtempSync(join(tmpdir(), "bench-hashing-"))
  try {
    const path = join(folder, "file")
    const warmUp = join(folder, "warm-up")
    for (const [file, bytes] of [[path, size], [warmUp, 2_097_152]] as const) {
      writeFileSync(file, "")
      truncateSync(file, bytes)
    }
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
