/** A long queue: what one waiting upload costs in memory, and how long adding them all takes. */
import { createDrive } from "effect-drive/promise"
import { programArguments, report } from "../meter.js"

const { count, origin } = programArguments<{ readonly count: number; readonly origin: string }>()
const drive = createDrive({ apiHost: origin, product: { id: "bench", version: "1" }, language: "en" })
await drive.session.initialise({ accessToken: "bench" })

const settled = () => new Promise((done) => setTimeout(done, 200))
const heap = () => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const source = new Uint8Array(1024)
// the few that start at once are not what is measured: they are running before the count begins
for (let index = 0; index < 50; index++) drive.uploads.start({ source, name: `running-${index}` })
await settled()
const before = heap()
const begin = performance.now()
for (let index = 0; index < count; index++) drive.uploads.start({ source, name: `queued-${index}` })
const addMs = performance.now() - begin
await settled()
report({ addMs, bytesEach: (heap() - before) / count })
process.exit()
