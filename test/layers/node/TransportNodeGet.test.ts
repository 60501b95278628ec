import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Stream } from "effect"
import * as TransportNode from "../../../src/layers/node/TransportNode.js"
import { Transport } from "../../../src/services/Transport.js"
import { patterned, testServer } from "./TestServer.js"

const MiB = 1_048_576

const collected = (bytes: Stream.Stream<Uint8Array, unknown>) =>
  Effect.map(Stream.runCollect(bytes), (chunks) => Buffer.concat([...chunks]))

describe("TransportNode.get", () => {
  it.scopedLive("asks for the range and streams the bytes", () =>
    Effect.gen(function*() {
      const body = patterned(5 * MiB)
      const asked: Array<unknown> = []
      const server = yield* testServer((request, response) => {
        asked.push([request.headers.range, request.headers["if-match"]])
        response.writeHead(206, { ETag: "\"e\"" }).end(body)
      })
      const transport = yield* Transport
      const reply = yield* transport.get(server.address("/k"), { range: { start: 10, end: 20 }, ifMatch: "\"e\"" })
      assert.strictEqual(reply.status, 206)
      assert.strictEqual(reply.problem, "")
      assert.isTrue((yield* collected(reply.bytes)).equals(body))
      const open = yield* transport.get(server.address("/k"), { range: { start: 5 } })
      yield* collected(open.bytes)
      const whole = yield* transport.get(server.address("/k"))
      yield* collected(whole.bytes)
      assert.deepStrictEqual(asked, [["bytes=10-19", "\"e\""], ["bytes=5-", undefined], [undefined, undefined]])
      assert.strictEqual(server.opened(), 1)
    }).pipe(Effect.provide(TransportNode.layer)))

  it.scopedLive("lets nothing on the way compress the bytes", () =>
    Effect.gen(function*() {
      const asked: Array<unknown> = []
      const server = yield* testServer((request, response) => {
        asked.push(request.headers["accept-encoding"])
        response.end("bytes")
      })
      const transport = yield* Transport
      for (const options of [{}, { range: { start: 0, end: 5 } }]) {
        yield* collected((yield* transport.get(server.address("/k"), options)).bytes)
      }
      assert.deepStrictEqual(asked, ["identity", "identity"])
    }).pipe(Effect.provide(TransportNode.layer)))

  it.scopedLive("gives the text of a refusal", () =>
    Effect.gen(function*() {
      const server = yield* testServer((_, response) => {
        response.writeHead(404).end("<Code>NoSuchKey</Code>")
      })
      const reply = yield* (yield* Transport).get(server.address("/k"))
      assert.strictEqual(reply.status, 404)
      assert.strictEqual(reply.problem, "<Code>NoSuchKey</Code>")
      assert.strictEqual((yield* collected(reply.bytes)).length, 0)
    }).pipe(Effect.provide(TransportNode.layer)))

  it.scopedLive("fails when the body ends before its length", () =>
    Effect.gen(function*() {
      const server = yield* testServer((_, response) => {
        response.writeHead(200, { "content-length": "1000" })
        response.write("half", () => response.socket?.end())
      })
      const reply = yield* (yield* Transport).get(server.address("/k?sig=topsecret"))
      const error = yield* Effect.flip(Stream.runDrain(reply.bytes))
      assert.strictEqual(error.reason, "Network")
      assert.strictEqual(error.detail, "the body was cut short")
      assert.strictEqual(error.path, `${server.origin}/k`)
    }).pipe(Effect.provide(TransportNode.layer)))

  it.scopedLive("reads no faster than its reader and closes the connection with the scope", () =>
    Effect.gen(function*() {
      let written = 0
      const server = yield* testServer((_, response) => {
        response.writeHead(200, { "content-length": String(1024 * MiB) })
        const chunk = Buffer.alloc(MiB)
        const more = () => {
          while (written < 1024 && !response.destroyed) {
            written++
            if (!response.write(chunk)) {
              response.once("drain", more)
              return
            }
          }
        }
        more()
      })
      const transport = yield* Transport
      yield* Effect.scoped(Effect.gen(function*() {
        const reply = yield* transport.get(server.address("/k"))
        yield* Stream.runDrain(Stream.take(reply.bytes, 1))
        assert.isBelow(written, 64)
        assert.strictEqual(server.open(), 1)
      }))
      yield* Effect.repeat(Effect.sleep(1), { until: () => server.open() === 0 })
      assert.isBelow(written, 64)
    }).pipe(Effect.provide(TransportNode.layer)))

  it.scopedLive("an interrupted wait for the answer closes the connection", () =>
    Effect.gen(function*() {
      const asked = yield* Deferred.make<void>()
      const server = yield* testServer(() => Deferred.unsafeDone(asked, Exit.void))
      const transport = yield* Transport
      const fiber = yield* Effect.fork(Effect.scoped(transport.get(server.address("/never"))))
      yield* Deferred.await(asked)
      yield* Fiber.interrupt(fiber)
      yield* Effect.repeat(Effect.sleep(1), { until: () => server.open() === 0 })
      assert.strictEqual(server.opened(), 1)
    }).pipe(Effect.provide(TransportNode.layer)))
})
