/** What each bundler does with packages that are not installed: made once, and compared with the table of docs/bundlers.md. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { RunningEmulator } from "../../emulator/src/index.js"
import type { Installed } from "./applications.js"
import { root } from "./applications.js"
import type { Built, Bundler } from "./bundlers.js"
import { bundlers } from "./bundlers.js"

const names = Object.keys(bundlers) as ReadonlyArray<Bundler> // the keys of an object of ours
const sets: ReadonlyArray<Installed> = ["all", "s3", "none"]

/** Two at a time: Next is a process of its own. Gives the promise of each application. */
export const buildAll = (
  apps: Readonly<Record<Installed, string>>,
  tools: string,
  emulator: RunningEmulator
): (bundler: Bundler, which: Installed) => Promise<Built> => {
  const made = new Map<string, Promise<Built>>()
  const oneByOne = (queue: ReadonlyArray<readonly [Bundler, Installed]>): void => {
    let last: Promise<unknown> = Promise.resolve()
    for (const [bundler, which] of queue) {
      const next = last.then(() => bundlers[bundler](apps[which], tools, emulator))
      made.set(`${bundler} ${which}`, next)
      last = next.catch(() => {})
    }
  }
  const queue = sets.flatMap((which) => names.map((bundler) => [bundler, which] as const))
  oneByOne(queue.filter(([bundler]) => bundler === "Next 16"))
  oneByOne(queue.filter(([bundler]) => bundler !== "Next 16"))
  return async (bundler, which) => {
    const built = await made.get(`${bundler} ${which}`)
    if (built === undefined) throw new Error(`${bundler} is not among the bundlers`)
    return built
  }
}

const optional = /@aws-sdk\/|ali-oss/

const cell = ({ words }: Built): string => words.some((word) => optional.test(word)) ? "builds, warns" : "builds"

/** With the absent packages named in a warning or not at all. */
export const seenTable = async (built: (bundler: Bundler, which: Installed) => Promise<Built>): Promise<string> => {
  const rows: Array<string> = []
  for (const name of names) {
    const [all, s3, none] = [await built(name, "all"), await built(name, "s3"), await built(name, "none")]
    rows.push(`| ${name} | ${cell(none)} | ${cell(s3)} | ${cell(all)} |`)
  }
  return rows.join("\n")
}

const docs = join(root, "docs/bundlers.md")
const table = /(\| Bundler \|.*\n\|---\|---\|---\|---\|\n)((?:\|.*\n)*)/

export const tableOfDocs = (): string => table.exec(readFileSync(docs, "utf8"))?.[2]?.trimEnd() ?? ""

export const writeTable = (rows: string): void =>
  writeFileSync(docs, readFileSync(docs, "utf8").replace(table, (_, head) => `${head}${rows}\n`))
