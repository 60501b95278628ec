/**
 * The parts of one file, sent to plain addresses five at a time: `transport` by the library's sources and transport,
 * `fetch` by `fetch` from buffers of their own, which is what programs do by hand.
 */
import { Effect, Layer, Redacted } from "effect"
import { open } from "node:fs/promises"
import { partsOf } from "../../src/domain/UploadPlan.js"
import * as TransportNode from "../../src/layers/node/TransportNode.js"
import * as UploadSourcesNode from "../../src/layers/node/UploadSourcesNode.js"
import { Transport } from "../../src/services/Transport.js"
import { UploadSources } from "../../src/services/UploadSource.js"
import { programArguments, report, startMeter } from "../meter.js"

interface Arguments {
  readonly path: string
  readonly size: number
  readonly partSize: number
  readonly parallel: number
  readonly origin: string
  readonly by: "transport" | "fetch"
}

const { by, origin, parallel, partSize, path, size } = programArguments<Arguments>()
const parts = partsOf(size, partSize)
const urlOf = (number: number) => `${origin}/bench/file-${number}`

const withTransport = () =>
  Effect.gen(function*() {
    const transport = yield* Transport
    const source = yield* (yield* UploadSources).open({ path })
    const address = (number: number) => ({
      url: Redacted.make(urlOf(number)),
      headers: {},
      credentialVersion: 1,
      expiresAt: Number.MAX_SAFE_INTEGER
    })
    const { putSlices } = transport
    const { withSlices } = source
    if (putSlices === undefined || withSlices === undefined) {
      return yield* Effect.dieMessage("Node sends slices of files")
    }
    yield* Effect.forEach(
      parts,
      (part) => withSlices(part, { crc64: false }, (body) => putSlices(address(part.number), body, () => {})),
      { concurrency: parallel, discard: true }
    )
  }).pipe(Effect.scoped, Effect.provide(Layer.merge(TransportNode.layer, UploadSourcesNode.layer)), Effect.runPromise)

const withFetch = async () => {
  const file = await open(path)
  const queue = [...parts]
  const worker = async () => {
    for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
      const body = Buffer.allocUnsafeSlow(part.end - part.start)
      await file.read(body, 0, body.length, part.start)
      await (await fetch(urlOf(part.number), { method: "PUT", body })).arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  await file.close()
}

const meter = startMeter()
if (by === "transport") await withTransport()
else await withFetch()
report(meter.sample())
process.exit()
