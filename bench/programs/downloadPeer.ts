/** One file by `fetch`, piped to a file, as programs do it by hand; after a piece of it that loads the code. */
import { createWriteStream, statSync } from "node:fs"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { programArguments, report, startMeter } from "../meter.js"

interface Arguments {
  readonly origin: string
  readonly folder: string
  readonly size: number
}

const { folder, origin, size } = programArguments<Arguments>()
const target = join(folder, "peer")

const save = async (headers: Record<string, string>): Promise<void> => {
  const { body } = await fetch(`${origin}/bench/download`, { headers })
  if (body === null) throw new Error("an answer without a body")
  await pipeline(body, createWriteStream(target))
}
await save({ range: "bytes=0-65535" })

const meter = startMeter()
await save({})
const sample = meter.sample()
if (statSync(target).size !== size) throw new Error("the file has another size")
await rm(target)
report(sample)
