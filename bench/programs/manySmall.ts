/** Many small files at a time, against a server that takes its time for every answer. */
import { createDrive } from "effect-drive/promise"
import { programArguments, report, startMeter } from "../meter.js"

interface Arguments {
  readonly files: number
  readonly bytes: number
  readonly atATime: number
  readonly origin: string
}

const { atATime, bytes, files, origin } = programArguments<Arguments>()
const drive = createDrive({
  apiHost: origin,
  product: { id: "bench", version: "1" },
  language: "en",
  limits: { control: atATime }
})
await drive.session.initialise({ accessToken: "bench" })
const contents = Array.from({ length: files }, (_, index) => new Uint8Array(bytes).fill(index))
/** Requests since the last question; the shape is that of bench/discardServer.ts. */
const requestsSince = async () => (await (await fetch(`${origin}/-/counts`)).json() as { requests: number }).requests
await requestsSince()

const meter = startMeter()
await Promise.all(
  contents.map((source, index) => drive.uploads.start({ source, name: `file-${index}.bin`, parallel: atATime }).done)
)
const sample = meter.sample()
report({ ...sample, requests: await requestsSince() })
await drive.dispose()
