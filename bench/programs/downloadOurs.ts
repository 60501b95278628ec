/** One file by `drive.downloads.start`, after a piece of it that loads the code. */
import { createDrive } from "effect-drive/promise"
import { statSync } from "node:fs"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { programArguments, report, startMeter } from "../meter.js"

interface Arguments {
  readonly origin: string
  readonly folder: string
  readonly size: number
  /** What is to be compared at the end. */
  readonly verified: string
}

const { folder, origin, size, verified: expected } = programArguments<Arguments>()
const drive = createDrive({ apiHost: origin, product: { id: "bench", version: "1" }, language: "en" })
await drive.session.initialise({ accessToken: "bench" })
const target = join(folder, "ours")
await drive.downloads.start({ fileId: "download", target, range: { start: 0, end: 65_536 } }).done
await rm(target)

const meter = startMeter()
const { verified } = await drive.downloads.start({ fileId: "download", target }).done
const sample = meter.sample()
if (verified !== expected) throw new Error(`${verified} was compared, not ${expected}`)
if (statSync(target).size !== size) throw new Error("the file has another size")
await rm(target)
report(sample)
await drive.dispose()
