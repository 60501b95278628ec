/** Parts of an object that do not say where they begin, over sockets: Node would see it if they did. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as TransportNode from "../../../src/layers/node/TransportNode.js"
import { Downloads } from "../../../src/services/Downloads.js"
import { Transport } from "../../../src/services/Transport.js"
import { patterned, testServer } from "../../layers/node/TestServer.js"
import { infoOf, memorySink, runDownloads } from "./fakeDrive.js"
import { fakeObject } from "./fakeObject.js"

const bytes = patterned(1000)

const refused = { _tag: "TransportError", reason: "Status", status: 206 } as const

/** Gives as many bytes as it was asked for, but those at the start, and calls them a part. */
const forgetfulServer = testServer((request, response) => {
  const [, first, last] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? "") ?? []
  const size = Number(last || bytes.length - 1) + 1 - Number(first)
  response.writeHead(206, { etag: "\"one\"", "content-length": `${size}` }).end(bytes.subarray(0, size))
})

const withServer = <A, E>(
  use: Effect.Effect<A, E, Downloads>,
  options: Parameters<typeof runDownloads>[2] = {}
) =>
  Effect.gen(function*() {
    const server = yield* forgetfulServer
    const object = {
      ...fakeObject({ bytes }),
      transport: yield* Transport,
      address: () => Effect.succeed(server.address("/k"))
    }
    return yield* runDownloads(object, use, { info: infoOf({ size: bytes.length }), ...options })
  }).pipe(Effect.scoped, Effect.provide(TransportNode.layer))

describe("a part of an object without a Content-Range", () => {
  it.live("is not what a range was asked for", () =>
    withServer(Effect.gen(function*() {
      const downloads = yield* Downloads
      for (const range of [{ start: 500, end: 600 }, { start: 500 }, { start: 0, end: 100 }]) {
        assert.deepInclude(yield* Effect.flip(downloads.blob({ fileId: "f", range })), refused)
      }
    })))

  it.live("is not saved among others", () => {
    const { layer, state } = memorySink()
    return withServer(
      Effect.gen(function*() {
        const downloads = yield* Downloads
        assert.deepInclude(yield* Effect.flip(downloads.save({ fileId: "f", target: "/target" })), refused)
        assert.strictEqual(state.bytes.length, 0)
      }),
      { sink: layer, tuning: { rangeSize: 100 } }
    )
  })
})
