/** The bytes of parts alone, no hashing and no signing, against `fetch`. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startDiscardServer } from "./discardServer.js"
import type { Row } from "./harness.js"
import { against, interleaved, measured, mebibytes, seconds } from "./harness.js"

export const transport = async (size: number, turns: number): Promise<ReadonlyArray<Row>> => {
  const folder = mkdtempSync(join(tmpdir(), "bench-transport-"))
  const server = await startDiscardServer()
  try {
    const path = join(folder, "file")
    writeFileSync(path, "")
    truncateSync(path, size)
    const args = { path, size, partSize: 5_242_880, parallel: 5, origin: server.origin }
    const samples = await interleaved(turns, {
      ours: () => measured("sendParts", { ...args, by: "transport" }),
      fetch: () => measured("sendParts", { ...args, by: "fetch" })
    })
    const what = `parts of ${size / 1_048_576} MiB, 5 in flight, against fetch`
    const row = (figure: string, key: string, show: (value: number) => string) =>
      against(`${what}, ${figure}`, samples.ours[key] ?? 0, samples.fetch[key] ?? 0, show)
    return [row("wall", "wallMs", seconds), row("CPU", "cpuMs", seconds), row("memory", "peakBytes", mebibytes)]
  } finally {
    server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
