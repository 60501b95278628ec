/** Tests on other versions of Node than the one that runs this: the registry has each release as a package. */
import { delimiter, dirname, join } from "node:path"
import { cachedPackages } from "./cachedFolder.js"
import { quickTests } from "./quickTests.js"
import { vitestRun } from "./vitestRun.js"

const releases = { 22: "22.23.3", 24: "24.21.0", 26: "26.10.0" }

/** What differs most between versions: sockets, HTTP, files, threads. */
const short = ["--project", "unit", "test/layers/node/"]

/** All that is quick, each provider through the same cases, each fault in each place; OSS uploads go the way of those to S3. */
const long = [
  ...short,
  ...quickTests,
  "test/layers/storage/provider/",
  "test/faults/",
  "--exclude",
  "test/faults/faultTableOss.test.ts"
]

/** The package as its users get it, without what bundlers and compilers make of it. */
const packed = ["--project", "package", "test/package/pack.test.ts", "-t", "plain Node|by its command"]

/** What `npm test` runs on each of them; on the oldest that is supported it runs everything. */
export const nodeRuns = { 22: [short], 24: [short], 26: [long, packed] }

const name = `node-${process.platform}-${process.arch}`

/** The path of a version's `node`, installed when it is first asked for. */
export async function nodeOf(version) {
  const release = releases[version]
  if (release === undefined) throw new Error(`Node ${version} is none of ${Object.keys(releases).join(", ")}`)
  return join(await cachedPackages(name, { [name]: release }), name, "bin/node")
}

/** The counts of vitest with `args` on that version; what it starts runs on that version too. */
export async function nodeTests(version, args) {
  const node = await nodeOf(version)
  const env = { PATH: `${dirname(node)}${delimiter}${process.env.PATH}` }
  return vitestRun(`node-${version}`, args, { node, env })
}

/** The counts of all runs on a version. */
export async function nodeRunsOf(version) {
  const all = []
  for (const run of nodeRuns[version]) all.push(await nodeTests(version, run))
  return all
}
