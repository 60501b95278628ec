/**
 * `npm run bench [-- --short] [--json] [--only name,name] [--seconds 300] [--clients 10000] [--seed 7]`: what the library costs, beside what
 * its peers cost in the same run. A bar that is missed is said in the table and is no failure: machines differ, and this one may be
 * busy. Groups that have not begun after so many seconds are left out, by name, and one that has not ended two minutes later is cut off. A
 * group that throws runs once more.
 */
import { parseArgs } from "node:util"
import { underCeph } from "./ceph.js"
import { componentsInPage } from "./components.js"
import { crowd } from "./crowd.js"
import { scenarios } from "./crowd/Scenario.js"
import { downloads } from "./downloads.js"
import { droppedFolder } from "./folderDrop.js"
import type { Row } from "./harness.js"
import { meets, table } from "./harness.js"
import { hashing } from "./hashing.js"
import { largeFilesInPage } from "./largeInPage.js"
import { listing } from "./listing.js"
import { longList } from "./longList.js"
import { ossUploads } from "./ossUploads.js"
import { pacedUpload } from "./pacing.js"
import { loadedByPage } from "./pageLoad.js"
import { queuedInPage } from "./pageQueue.js"
import { uploadsFromPages } from "./pages.js"
import { queued, smallFiles } from "./queue.js"
import { resumedUpload } from "./resume.js"
import { runGroups } from "./runGroups.js"
import { sentAgain } from "./sentAgain.js"
import { sizes } from "./sizes.js"
import { stepsOfSmallFile } from "./steps.js"
import { transport } from "./transport.js"
import { discarding, memory, toServer } from "./uploads.js"
import { opening, panelAtDrop } from "./webDrive.js"

const mebibyte = 1024 * 1024

const { values: options } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    only: { type: "string" },
    seconds: { type: "string" },
    clients: { type: "string" },
    seed: { type: "string" }
  }
})
const turns = options.short ? 1 : 3
const end = options.seconds === undefined
  ? Number.POSITIVE_INFINITY
  : performance.now() + Number(options.seconds) * 1000
const server = async (): Promise<ReadonlyArray<Row>> =>
  process.env.S3_ENDPOINT === undefined
    ? underCeph(options.short ? ["--short"] : [], end)
    : toServer(process.env.BENCH_SERVER ?? "S3_ENDPOINT", (options.short ? 128 : 1024) * mebibyte, turns)

/** What a group that began just before the end may still take, in milliseconds. */
const grace = 120_000

const groups: Readonly<Record<string, () => Promise<ReadonlyArray<Row>>>> = {
  size: async () => [...await sizes(), ...await loadedByPage()],
  upload: () => discarding((options.short ? 256 : 1024) * mebibyte, turns),
  hashing: () => hashing((options.short ? 256 : 1024) * mebibyte, turns),
  transport: () => transport((options.short ? 256 : 1024) * mebibyte, turns),
  memory: () => memory((options.short ? 512 : 4096) * mebibyte),
  s3: server,
  oss: () => ossUploads((options.short ? 256 : 1024) * mebibyte, turns),
  small: () => smallFiles(options.short ? 200 : 1000, turns),
  queue: async () => [...await queued(10_000, turns), ...await queuedInPage(10_000, turns)],
  resume: () => resumedUpload(10_000),
  again: sentAgain,
  listing: () => listing(100_000, turns),
  download: () => downloads((options.short ? 256 : 1024) * mebibyte, turns),
  drop: () => droppedFolder(options.short ? 300 : 10_000),
  pages: () => uploadsFromPages(options.short, turns),
  large: () => largeFilesInPage(turns),
  steps: stepsOfSmallFile,
  components: () => componentsInPage(turns),
  web: async () => [...await opening(turns), ...await longList()],
  panel: () => panelAtDrop(10_000, 1),
  crowd: () =>
    crowd(
      { clients: Number(options.clients ?? 40), seed: Number(options.seed ?? 0) },
      options.short ? ["outage"] : scenarios.map(({ name }) => name),
      !options.short && options.seed === undefined
    ),
  pace: pacedUpload
}

/** The crowd takes minutes and says nothing of speed: it is asked for by name, as `npm run bench:crowd` does. */
const always = Object.keys(groups).filter((name) => name !== "crowd")

/**
 * The mean of half a minute has no short form, of a few files most of the time is that of the page's own chunks, and beside other
 * pages that would be all there is to see.
 */
const inShort = always.filter((name) => name !== "pace" && name !== "panel" && name !== "pages" && name !== "large")

const wanted = options.only?.split(",") ?? (options.short ? inShort : always)
const unknown = wanted.filter((name) => !Object.hasOwn(groups, name))
if (unknown.length > 0) {
  console.error(`no bench named ${unknown.join(", ")}; there are ${Object.keys(groups).join(", ")}`)
  process.exit(2)
}
const { broken, cutOff, leftOut, rows, unsteady } = await runGroups(groups, wanted, {
  mayBegin: () => performance.now() <= end,
  over: new Promise((done) => {
    if (Number.isFinite(end)) setTimeout(done, end + grace - performance.now()).unref()
  }),
  tries: process.env.BENCH_SERVER === undefined ? 2 : 1,
  onBegin: (name) => options.json ? undefined : console.error(`${name} ...`)
})
if (options.json) { for (const row of rows) console.log(JSON.stringify({ ...row, meets: meets(row) })) }
else console.log(`\n${table(rows)}\n`)
if (leftOut.length > 0) console.error(`no time was left for: ${leftOut.join(", ")}`)
if (cutOff !== undefined) console.error(`no time was left to end: ${cutOff}`)
for (const { message, name } of unsteady) console.error(`unsteady: bench ${name}: ${message}`)
for (const { message, name } of broken) console.error(`failed: bench ${name}: ${message}`)
// What was cut off has timers and children that would keep this process.
process.exit(broken.length > 0 ? 1 : 0)
