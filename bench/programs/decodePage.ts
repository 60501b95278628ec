/**
 * One page of a list from its text, again and again. `ours`: as the library reads an answer, envelope and files;
 * `bare`: JSON.parse and the same fields by a plain schema, which is the least that a checked answer costs.
 */
import { Effect, Schema } from "effect"
import { FileListFromWire, WireFile } from "../../src/domain/WireFile.js"
import * as ApiAnswer from "../../src/layers/api/ApiAnswer.js"
import { everythingAtOnce } from "../../src/layers/everythingAtOnce.js"
import { programArguments, report, startMeter } from "../meter.js"

interface Arguments {
  readonly pageSize: number
  readonly origin: string
  readonly by: "ours" | "bare"
}

const warmUps = 20
const rounds = 60

const { by, origin, pageSize } = programArguments<Arguments>()
const response = await fetch(`${origin}/api/v2/file/bench-space/list?page=1&page_size=${pageSize}`)
const body = await response.text()

const request = {
  operation: "Files.list",
  method: "GET",
  path: "/api/v2/file/bench-space/list",
  response: FileListFromWire
} as const
const reply = { origin, status: 200, headers: {}, body, receivedAt: 0 }

const plain = Schema.decodeUnknown(Schema.Struct({
  code: Schema.Number,
  data: Schema.Struct({ list: Schema.Array(WireFile), total: Schema.Number })
}))

const read: Effect.Effect<number, unknown> = {
  ours: Effect.suspend(() => ApiAnswer.read(request, reply, everythingAtOnce.oddAnswers)).pipe(
    Effect.map((page) => page.items.length)
  ),
  bare: Effect.suspend(() => plain(JSON.parse(body))).pipe(Effect.map((page) => page.data.list.length))
}[by]

const once = () => {
  const count = Effect.runSync(read)
  if (count !== pageSize) throw new Error(`${count} of ${pageSize} entries were read`)
}
for (let round = 0; round < warmUps; round++) once()
const meter = startMeter()
for (let round = 0; round < rounds; round++) once()
report({ pageMs: meter.elapsed().cpuMs / rounds })
