/**
 * A page of ten entries, asked for again and again, one call after the other. `ours`: `drive.files.list`; `bare`: `node:http` on a kept
 * connection and JSON.parse.
 */
import { createDrive } from "effect-drive/promise"
import * as http from "node:http"
import { programArguments, report, startMeter } from "../meter.js"

interface Arguments {
  readonly origin: string
  readonly by: "ours" | "bare"
}

const pageSize = 10
const warmUps = 500
const calls = 3000

const { by, origin } = programArguments<Arguments>()

const bareCall = () => {
  const agent = new http.Agent({ keepAlive: true })
  const address = `${origin}/api/v2/file/bench-space/list?page=1&page_size=${pageSize}`
  return () =>
    new Promise<number>((done, fail) => {
      http.get(address, { agent }, (response) => {
        let text = ""
        response.setEncoding("utf8").on("data", (chunk: string) => text += chunk)
        response.on("end", () => done((JSON.parse(text) as { data: { list: Array<unknown> } }).data.list.length))
      }).on("error", fail)
    })
}

const ourCall = async () => {
  const drive = createDrive({ apiHost: origin, product: { id: "bench", version: "1" }, language: "en" })
  await drive.session.initialise({ accessToken: "bench" })
  return async () => (await drive.files.list({ pageSize })).items.length
}

const call = by === "ours" ? await ourCall() : bareCall()
const ask = async (times: number) => {
  for (let time = 0; time < times; time++) {
    const count = await call()
    if (count !== pageSize) throw new Error(`${count} of ${pageSize} entries came`)
  }
}
await ask(warmUps)
const meter = startMeter()
await ask(calls)
report({ callMs: meter.elapsed().cpuMs / calls })
process.exit()
