/** A long queue: what one waiting upload costs in memory, and how long adding them all takes. */
import { createDrive } from "effect-drive/promise"
import { programArguments, report } from "../meter.js"

interface Arguments {
  readonly count: number
  readonly origin: string
  readonly as: "uploads" | "folder"
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
  folder: () => void drive.uploads.startFolder({ entries: entries() })
}

// the few that start at once are not what is measured: they are running before the count begins
for (let index = 0; index < 50; index++) drive.uploads.start({ source, name: `running-${index}` })
const before = await heap()
const begin = performance.now()
add[as]()
const addMs = performance.now() - begin
report({ addMs, bytesEach: (await heap() - before) / count })
process.exit()
