/**
 * Measuring: what is compared runs in turns (ours, peer, ours, peer, ...), so that a slow moment of the machine hits
 * all alike, and the median of the turns counts. Each turn is a fresh process, so that CPU and memory are its own.
 */
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

/** What one process measured: names to numbers, units in the names (`wallMs`, `cpuMs`, `peakBytes`). */
export type Sample = Readonly<Record<string, number>>

/** One line of the result. `value` is what the bar holds against, for comparisons the ratio of ours to the peer's. */
export interface Row {
  readonly what: string
  readonly ours: string
  readonly peer?: string | undefined
  readonly value: number
  readonly bar?: number | undefined
}

export const meets = (row: Row): boolean | undefined => row.bar === undefined ? undefined : row.value <= row.bar

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

const medians = (samples: ReadonlyArray<Sample>): Sample =>
  Object.fromEntries(
    Object.keys(samples[0] ?? {}).map((key) => [key, median(samples.map((sample) => sample[key] ?? Number.NaN))])
  )

/** Runs the contestants in turns and gives each one's medians. */
export async function interleaved<Name extends string>(
  turns: number,
  contestants: Readonly<Record<Name, () => Promise<Sample>>>
): Promise<Record<Name, Sample>> {
  const names = Object.keys(contestants) as Array<Name> // the keys of a record are of its key type
  const samples = new Map<Name, Array<Sample>>(names.map((name) => [name, []]))
  for (let turn = 0; turn < turns; turn++) {
    for (const name of turn % 2 === 0 ? names : names.toReversed()) samples.get(name)?.push(await contestants[name]())
  }
  const result: Partial<Record<Name, Sample>> = {}
  for (const name of names) result[name] = medians(samples.get(name) ?? [])
  return result as Record<Name, Sample> // every name has just been set
}

/** Runs a program of `bench/programs` in a process of its own; its last line of output is a JSON sample. */
export const measured = async (
  program: string,
  args: object,
  env: Readonly<Record<string, string>> = {}
): Promise<Sample> => JSON.parse(await printed(program, args, [], env)) as Sample // the program prints nothing else

/** The same, for what is more than a sample: the JSON text. `flags` are Node's. */
export function printed(
  program: string,
  args: object,
  flags: ReadonlyArray<string> = [],
  env: Readonly<Record<string, string>> = {}
): Promise<string> {
  const file = fileURLToPath(new URL(`./programs/${program}.js`, import.meta.url))
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ["--expose-gc", "--enable-source-maps", ...flags, file, JSON.stringify(args)],
      {
        stdio: ["ignore", "pipe", "inherit"],
        env: { ...process.env, ...env }
      }
    )
    let output = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text
    })
    child.on("error", reject)
    child.on("close", (status) => {
      const last = output.trim().split("\n").at(-1) ?? ""
      if (status === 0 && last.startsWith("{")) resolve(last)
      else reject(new Error(`${program} ${JSON.stringify(args)} ended with status ${status}\n${output}`))
    })
  })
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`

export const mebibytes = (bytes: number): string => `${(bytes / 1048576).toFixed(1)} MiB`

export const kibibytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`

/** The row for one figure of ours against the same figure of the peer. */
export const against = (
  what: string,
  ours: number,
  peer: number,
  show: (value: number) => string,
  bar?: number
): Row => ({ what, ours: show(ours), peer: show(peer), value: ours / peer, bar })

const verdict = (row: Row): string => {
  const met = meets(row)
  return met === undefined ? "" : met ? "meets" : "misses"
}

const number = (value: number): string => value >= 100 ? value.toFixed(0) : value.toFixed(2)

/** The rows as aligned columns. */
export const table = (rows: ReadonlyArray<Row>): string => {
  const lines = [
    ["what", "ours", "peer", "value", "bar", ""],
    ...rows.map((row) => [
      row.what,
      row.ours,
      row.peer ?? "",
      number(row.value),
      row.bar === undefined ? "" : `<= ${number(row.bar)}`,
      verdict(row)
    ])
  ]
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? []
  return lines
    .map((line) =>
      line.map((cell, column) => column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))
        .join("  ").trimEnd()
    )
    .join("\n")
}
