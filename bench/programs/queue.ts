/** A long list: what an upload of it costs in memory, one that waits or one that is done, and how long adding them all takes. */
import { createDrive } from "effect-drive/promise"
import { programArguments, report } from "../meter.js"

interface Arguments {
  readonly count: number
  readonly origin: string
  readonly as: "uploads" | "folder" | "done"
}

const { as, count, origin } = programArguments<Arguments>()
const drive = createDrive({ apiHost: origin, product: { id: "bench", version: "1" }, language: "en" })
await drive.session.initialise({ accessToken: "bench" })

const settled = () => new Promise((done) => setTimeout(done, 200))
/** What one collection finds dead may keep others alive until the next one. */
const heap = async () => {
  for (let times = 0; times < 3; times++) {
    await settled()
    globalThis.gc?.()
  }
  return process.memoryUsage().heapUsed
}

const source = new Uint8Array(1024)

/** As a folder on disk is read: an entry is there when it is asked for. */
function* entries() {
  for (let index = 0; index < count; index++) yield { _tag: "File" as const, path: `queued-${index}`, source }
}

const add = {
  uploads: () => {
    for (let index = 0; index < count; index++) drive.uploads.start({ source, name: `queued-${index}` })
  },
  folder: () => void drive.uploads.startFolder({ entries: entries() }),
  done: () => Promise.all(Array.from(entries(), ({ path, source }) => drive.uploads.start({ source, name: path }).done))
}

// the few that start at once, and what is loaded for them, are not what is measured: they are running before the count begins
const running = Array.from({ length: 50 }, (_, index) => drive.uploads.start({ source, name: `running-${index}` }))
if (as === "done") await Promise.all(running.map(({ done }) => done))
const before = await heap()
const begin = performance.now()
const added = add[as]()
const addMs = performance.now() - begin
await added
report({ addMs, bytesEach: (await heap() - before) / count })
process.exit()
