/** Time, CPU and memory of this process, from a start on. */
import { readFileSync, writeFileSync } from "node:fs"
import type { Sample } from "./harness.js"

/** Resident bytes now (`VmRSS`) or at their highest (`VmHWM`); Linux. */
const resident = (field: "VmHWM" | "VmRSS"): number => {
  const line = readFileSync("/proc/self/status", "utf8").match(new RegExp(`${field}:\\s+(\\d+) kB`))
  return Number(line?.[1] ?? Number.NaN) * 1024
}

const forgetHighest = (): void => writeFileSync("/proc/self/clear_refs", "5")

export interface Meter {
  /** Milliseconds of wall and of CPU (user and system, all threads) since the start. */
  readonly elapsed: () => { readonly wallMs: number; readonly cpuMs: number }
  /** The same, and the highest resident bytes over those at the start. */
  readonly sample: () => Sample
}

export const startMeter = (): Meter => {
  globalThis.gc?.()
  forgetHighest()
  const baseline = resident("VmRSS")
  const cpu = process.cpuUsage()
  const begin = performance.now()
  const elapsed = () => {
    const used = process.cpuUsage(cpu)
    return { wallMs: performance.now() - begin, cpuMs: (used.user + used.system) / 1000 }
  }
  return { elapsed, sample: () => ({ ...elapsed(), peakBytes: resident("VmHWM") - baseline }) }
}

/** Prints the sample as the last line, where `measured` finds it. */
export const report = (sample: Sample): void => {
  process.stdout.write(`\n${JSON.stringify(sample)}\n`)
}

/** The arguments that `measured` gave. */
export const programArguments = <A>(): A => JSON.parse(process.argv[2] ?? "{}") as A // written by `measured` beside us
