/** Tests on other versions of Node than the one that runs this: the registry has each release as a package. */
import { readdirSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { cachedPackages } from "./cachedFolder.js"
import { quickTests } from "./quickTests.js"
import { vitestRun } from "./vitestRun.js"

const releases = { 22: "22.23.3", 24: "24.21.0", 26: "26.10.0" }

const unit = ["--project", "unit"]

/** What differs most between versions: sockets, HTTP, files, threads. */
const short = { args: unit, files: ["test/layers/node/"] }

/** Of the tables of faults the one of PDS alone: its parts are the smallest. */
const faults = readdirSync(join(import.meta.dirname, "../test/faults"))
  .filter((name) => name.endsWith(".test.ts") && !/^faultTable(Oss)?\.test/.test(name))
  .map((name) => `test/faults/${name}`)

/** All that is quick, each provider through the same cases, and faults. */
const long = { args: unit, files: [...short.files, ...quickTests, "test/layers/storage/provider/", ...faults] }

/** The package as its users get it, without what bundlers and compilers make of it. */
const packed = {
  args: ["--project", "package", "-t", "plain Node|by its command"],
  files: ["test/package/pack.test.ts"]
}

/** What runs from the sources on each of them; the oldest that is supported runs everything, by `npm test`. */
const sourceRuns = { 22: short, 24: short, 26: long }

/** The versions that also run the package. */
const packedOn = ["26"]

export const nodeVersions = Object.keys(sourceRuns)

const name = `node-${process.platform}-${process.arch}`

/** The path of a version's `node`, installed when it is first asked for. */
export async function nodeOf(version) {
  const release = releases[version]
  if (release === undefined) throw new Error(`Node ${version} is none of ${Object.keys(releases).join(", ")}`)
  return join(await cachedPackages(name, { [name]: release }), name, "bin/node")
}

/** The counts of vitest with `args` and `files` on that version; what it starts runs on that version too. */
export async function nodeTests(version, { args, files }, { env = {}, inOnePiece = false } = {}) {
  const node = await nodeOf(version)
  const path = `${dirname(node)}${delimiter}${process.env.PATH}`
  return vitestRun(`node-${version}`, args, { again: true, node, env: { ...env, PATH: path }, files, inOnePiece })
}

/** The counts of each version's run from the sources, one after the other; with `isShort` all run the same little. */
export async function sourceTests(versions = nodeVersions, { isShort = false, ...options } = {}) {
  const all = []
  for (const version of versions) all.push(await nodeTests(version, isShort ? short : sourceRuns[version], options))
  return all
}

/** The counts of each version's run of the package. */
export async function packedTests(versions = nodeVersions, options = {}) {
  const all = []
  for (const version of packedOn.filter((one) => versions.includes(one))) {
    all.push(await nodeTests(version, packed, options))
  }
  return all
}
