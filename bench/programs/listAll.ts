/** Every entry of a very long folder by `drive.files.listAll`; looks now and then at what is held. */
import { createDrive } from "effect-drive/promise"
import { programArguments, report } from "../meter.js"

interface Arguments {
  readonly entries: number
  readonly pageSize: number
  readonly origin: string
}

const lookEvery = 5000

const { entries, origin, pageSize } = programArguments<Arguments>()
const drive = createDrive({ apiHost: origin, product: { id: "bench", version: "1" }, language: "en" })
await drive.session.initialise({ accessToken: "bench" })
await drive.files.list({ pageSize })

const held = () => {
  globalThis.gc?.()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const before = held()
let most = before
let count = 0
let lookedMs = 0
const begin = performance.now()
for await (const file of drive.files.listAll({ pageSize })) {
  if (file.size === 0) throw new Error("an entry without its size")
  if (++count % lookEvery !== 0) continue
  const looking = performance.now()
  most = Math.max(most, held())
  lookedMs += performance.now() - looking
}
if (count !== entries) throw new Error(`${count} of ${entries} entries came`)
report({ heldBytes: most - before, wallMs: performance.now() - begin - lookedMs })
await drive.dispose()
