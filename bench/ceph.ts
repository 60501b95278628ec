/** The same bench again, for its server row, with a Ceph around it. */
import { spawn, spawnSync } from "node:child_process"
import type { Row } from "./harness.js"

const script = "scripts/ceph.sh"

/** `end`: no row begins after this moment, of `performance.now()`. */
export const underCeph = async (flags: ReadonlyArray<string>, end: number): Promise<ReadonlyArray<Row>> => {
  if (spawnSync(script, ["installed"]).status !== 0) {
    console.error("ceph: not installed, its rows are left out")
    return []
  }
  const left = Number.isFinite(end) ? ["--seconds", String(Math.max(0, (end - performance.now()) / 1000))] : []
  const again = [process.execPath, process.argv[1] ?? "", "--only", "s3", "--json", ...flags, ...left]
  const child = spawn(script, ["run", ...again], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, BENCH_SERVER: "Ceph" }
  })
  const stop = () => child.kill()
  process.once("exit", stop)
  let output = ""
  let said = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text
  })
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text
    process.stderr.write(text)
  })
  const status = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve))
  process.off("exit", stop)
  if (status !== 0) {
    throw new Error(
      `the bench against Ceph ended with status ${String(status)}: ${said.trim().split("\n").slice(-3).join("; ")}`
    )
  }
  return output.trim().split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Row) // printed by main.ts
}
