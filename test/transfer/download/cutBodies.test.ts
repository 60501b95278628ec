/** A way to the storage that lets through so many bytes of an answer and no more. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import * as TransportNode from "../../../src/layers/node/TransportNode.js"
import { Downloads } from "../../../src/services/Downloads.js"
import { defaultRetryPolicy } from "../../../src/services/transfers/RetryPolicy.js"
import { Transport } from "../../../src/services/Transport.js"
import { rawServer } from "../../layers/node/rawServer.js"
import { patterned } from "../../layers/node/TestServer.js"
import { infoOf, memorySink, runDownloads } from "./fakeDrive.js"
import { fakeObject } from "./fakeObject.js"

const passed = 65_536
const bytes = patterned(12 * passed + 5)

/** Kept connections, until one is cut. */
const cuttingServer = rawServer((socket) => {
  let asked = ""
  socket.on("data", (chunk) => {
    asked += chunk.toString("latin1")
    if (!asked.includes("\r\n\r\n")) return
    const range = /range: bytes=(\d+)-(\d*)/i.exec(asked)
    asked = ""
    const start = Number(range?.[1] ?? 0)
    const end = Number(range?.[2] || bytes.length - 1) + 1
    const head = [
      range === null ? "HTTP/1.1 200 OK" : "HTTP/1.1 206 Partial Content",
      `content-length: ${end - start}`,
      "etag: \"one\"",
      ...(range === null ? [] : [`content-range: bytes ${start}-${end - 1}/${bytes.length}`])
    ]
    socket.write(`${head.join("\r\n")}\r\n\r\n`)
    socket.write(bytes.subarray(start, Math.min(end, start + passed)), () => {
      if (end - start > passed) socket.end()
    })
  })
})

describe("a download through a proxy that cuts each answer at 64 KiB", () => {
  for (
    const [how, tuning] of [
      ["one request after the other", {}],
      ["in ranges side by side", { rangeSize: 3 * passed, ranges: 3 }]
    ] as const
  ) {
    it.scopedLive(`continues behind each cut until all is there: ${how}`, () =>
      Effect.gen(function*() {
        const { address } = yield* cuttingServer
        const { layer, state } = memorySink()
        const retry = { ...defaultRetryPolicy, firstPause: Duration.millis(1), longestPause: Duration.millis(1) }
        yield* runDownloads(
          {
            ...fakeObject({ bytes }),
            transport: yield* Transport,
            address: () => Effect.succeed({ ...address, expiresAt: Number.MAX_SAFE_INTEGER })
          },
          Effect.gen(function*() {
            const { received } = yield* (yield* Downloads).save({ fileId: "f", target: "/target" })
            assert.strictEqual(received, bytes.length)
            assert.isTrue(Buffer.from(bytes).equals(state.bytes))
          }),
          { info: infoOf({ size: bytes.length }), sink: layer, tuning: { ...tuning, retry } }
        )
      }).pipe(Effect.provide(TransportNode.layer)))
  }
})
