/** What each bundler makes of an application: made once, and compared with the table of docs/bundlers.md. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Installed } from "./applications.js"
import { root } from "./applications.js"
import { bundleElsewhere } from "./bundleElsewhere.js"
import type { Address, Built, Bundler } from "./bundlers.js"
import { bundlers, triedBundlers } from "./bundlers.js"
import type { Hashing } from "./uploadFrom.js"

const sets: ReadonlyArray<Installed> = ["all", "s3", "none"]

/** Two at a time: Next is a process of its own, and so are all the others together. Gives the promise of each application. */
export const buildAll = async (
  apps: Readonly<Record<Installed, string>>,
  tools: string,
  emulator: Address
): Promise<(bundler: Bundler, which: Installed) => Promise<Built>> => {
  const made = new Map<string, Promise<Built>>()
  const elsewhere = await bundleElsewhere(tools, emulator)
  const bundle = (bundler: Bundler, which: Installed): Promise<Built> =>
    bundler.startsWith("Next")
      ? bundlers[bundler](apps[which], tools, emulator)
      : elsewhere.bundle(bundler, apps[which])
  const oneByOne = (queue: ReadonlyArray<readonly [Bundler, Installed]>): Promise<unknown> => {
    let last: Promise<unknown> = Promise.resolve()
    for (const [bundler, which] of queue) {
      const next = last.then(() => bundle(bundler, which))
      made.set(`${bundler} ${which}`, next)
      last = next.catch(() => {})
    }
    return last
  }
  const queue = sets.flatMap((which) => triedBundlers.map((bundler) => [bundler, which] as const))
  void oneByOne(queue.filter(([bundler]) => bundler.startsWith("Next")))
  void oneByOne(queue.filter(([bundler]) => !bundler.startsWith("Next"))).then(elsewhere.end)
  return async (bundler, which) => {
    const built = await made.get(`${bundler} ${which}`)
    if (built === undefined) throw new Error(`${bundler} is not among the bundlers`)
    return built
  }
}

const optional = /@aws-sdk\/|ali-oss/

/** With the absent packages named in a warning or not at all. */
const cell = ({ words }: Built): string => words.some((word) => optional.test(word)) ? "builds, warns" : "builds"

const workerOf = ({ ofText, strict }: Hashing): string => {
  if (ofText !== undefined) return "made of text"
  return strict.workers.includes("/hash-worker.js") ? "an entry of its own" : "found"
}

const policyOf = ({ ofText, strict }: Hashing): string => {
  const more = [
    ...strict.inlineScripts > 0 ? ["hashes of its inline scripts"] : [],
    ...ofText === undefined ? [] : ["`worker-src blob:`"]
  ]
  return more.length === 0 ? "as it is" : `with ${more.join(" and ")}`
}

/** The cells behind a bundler's name. */
export const rowOf = ({ all, none, s3 }: Readonly<Record<Installed, Built>>, hashing: Hashing): string =>
  [cell(none), cell(s3), cell(all), workerOf(hashing), policyOf(hashing)].join(" | ")

const docs = join(root, "docs/bundlers.md")
const table = /(\| Bundler \|.*\n\|(?:---\|)+\n)((?:\|.*\n)*)/

const allRows = (): Readonly<Record<string, string>> => {
  const [, , rows = ""] = table.exec(readFileSync(docs, "utf8")) ?? []
  return Object.fromEntries([...rows.matchAll(/^\| (.*?) \| (.*) \|$/gm)].map(([, name = "", row = ""]) => [name, row]))
}

/** Of these bundlers and of names that are none's. */
export const rowsOfDocs = (tried: ReadonlyArray<string>): Readonly<Record<string, string>> => {
  const others = Object.keys(bundlers).filter((name) => !tried.includes(name))
  return Object.fromEntries(Object.entries(allRows()).filter(([name]) => !others.includes(name)))
}

/** Rows of other bundlers stay as they are. */
export const writeRows = (seen: Readonly<Record<string, string>>): void => {
  const rows = { ...allRows(), ...seen }
  const lines = Object.keys(bundlers).flatMap((name) => {
    const row = rows[name]
    return row === undefined ? [] : [`| ${name} | ${row} |\n`]
  })
  writeFileSync(docs, readFileSync(docs, "utf8").replace(table, (_, head) => `${head}${lines.join("")}`))
}
