import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Redacted, Scope } from "effect"
import type { IncomingMessage } from "node:http"
import * as TransportNode from "../../../src/layers/node/TransportNode.js"
import { Transport } from "../../../src/services/Transport.js"
import { rawServer } from "./rawServer.js"
import { patterned, readBody, testServer } from "./TestServer.js"

const MiB = 1_048_576
const nothing = () => {}

/** Answers the first request of each connection and resets it at the second, which it has read. */
const forgetfulServer = Effect.gen(function*() {
  let requests = 0
  let bytes = 0
  const { address, connections } = yield* rawServer((socket) => {
    let answered = false
    socket.on("data", (chunk) => {
      bytes += chunk.length
      if (answered) {
        socket.resetAndDestroy()
        return
      }
      answered = true
      requests++
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok")
    })
  })
  return { address, connections, requests: () => requests, bytes: () => bytes }
})

describe("TransportNode.put", () => {
  it.scopedLive("sends no byte that its pace has not let through, and asks again for the rest", () =>
    Effect.gen(function*() {
      let arrived = 0
      const received = yield* Deferred.make<void>()
      const all: Array<Buffer> = []
      const server = yield* testServer((request, response) => {
        request.on("data", (chunk: Buffer) => {
          all.push(chunk)
          arrived += chunk.length
          if (arrived === 1000) Deferred.unsafeDone(received, Effect.void)
        })
        request.on("end", () => response.end("ok"))
      })
      const { put } = yield* Effect.provide(Transport, TransportNode.layer)
      const body = patterned(200_000)
      const asked: Array<number> = []
      const second = yield* Deferred.make<number>()
      const pace = (left: number) =>
        Effect.suspend(() => {
          asked.push(left)
          return asked.length === 1
            ? Effect.succeed(1000)
            : asked.length === 2
            ? Deferred.await(second)
            : Effect.succeed(left)
        })
      const putting = yield* Effect.fork(put(server.address("/k"), body, nothing, pace))
      yield* Deferred.await(received)
      assert.strictEqual(arrived, 1000)
      yield* Deferred.succeed(second, 5)
      assert.strictEqual((yield* Fiber.join(putting)).status, 200)
      assert.deepStrictEqual(asked, [131_072, 131_072, 131_072, 200_000 - 1005 - 131_072])
      assert.isTrue(Buffer.concat(all).equals(body))
    }))

  it.scoped("hands the network more at a time while it takes it at once, in one request as in the next", () =>
    Effect.gen(function*() {
      const server = yield* testServer((request, response) => {
        request.resume().on("end", () => response.end("ok"))
      })
      const { put } = yield* Effect.provide(Transport, TransportNode.layer)
      const asked: Array<number> = []
      const pace = (most: number) => {
        asked.push(most / MiB)
        return Effect.succeed(most)
      }
      yield* put(server.address("/k"), patterned(4 * MiB), nothing, pace)
      yield* put(server.address("/k"), patterned(2 * MiB), nothing, pace)
      assert.deepStrictEqual(asked, [0.125, 0.25, 0.5, 1, 2, 0.125, 2])
    }))

  it.scopedLive("asks its pace no more when it is interrupted", () =>
    Effect.gen(function*() {
      const server = yield* testServer(() => {})
      const { put } = yield* Effect.provide(Transport, TransportNode.layer)
      const asked = yield* Deferred.make<void>()
      const ended = yield* Deferred.make<void>()
      const pace = () =>
        Effect.zipRight(Deferred.succeed(asked, undefined), Effect.never).pipe(
          Effect.onInterrupt(() => Deferred.succeed(ended, undefined))
        )
      const putting = yield* Effect.fork(put(server.address("/k"), patterned(1000), nothing, pace))
      yield* Deferred.await(asked)
      yield* Fiber.interrupt(putting)
      yield* Deferred.await(ended)
    }))

  it.scopedLive("sends the bytes with a length, and no header of its own", () =>
    Effect.gen(function*() {
      let seen: IncomingMessage | undefined
      let received: Buffer | undefined
      const server = yield* testServer((request, response) => {
        seen = request
        void readBody(request).then((body) => {
          received = body
          response.writeHead(200, { ETag: "\"abc\"", "X-Two": ["a", "b"] }).end("fine")
        })
      })
      const body = patterned(3 * MiB + 5)
      let sent = 0
      const transport = yield* Transport
      const reply = yield* transport.put(server.address("/b/k?sig=1", { "content-type": "x/y" }), body, (bytes) => {
        sent += bytes
      })
      assert.strictEqual(reply.status, 200)
      assert.strictEqual(reply.body, "fine")
      assert.strictEqual(reply.headers["etag"], "\"abc\"")
      assert.strictEqual(reply.headers["x-two"], "a, b")
      assert.strictEqual(sent, body.byteLength)
      assert.isTrue(received?.equals(body))
      assert.strictEqual(seen?.url, "/b/k?sig=1")
      assert.deepStrictEqual(Object.keys(seen?.headers ?? {}).sort(), [
        "connection",
        "content-length",
        "content-type",
        "host"
      ])
    }).pipe(Effect.provide(TransportNode.layer)))

  it.scopedLive("sends nothing at all for an empty body, and a Blob like bytes", () =>
    Effect.gen(function*() {
      const bodies: Array<Buffer> = []
      const server = yield* testServer((request, response) => {
        void readBody(request).then((body) => {
          bodies.push(body)
          response.end()
        })
      })
      const transport = yield* Transport
      yield* transport.put(server.address("/empty"), new Uint8Array(0), nothing)
      const bytes = patterned(2 * MiB + 1)
      let sent = 0
      yield* transport.put(server.address("/blob"), new Blob([bytes]), (count) => {
        sent += count
      })
      assert.strictEqual(bodies[0]?.length, 0)
      assert.isTrue(bodies[1]?.equals(bytes))
      assert.strictEqual(sent, bytes.byteLength)
      assert.strictEqual(server.opened(), 1)
    }).pipe(Effect.provide(TransportNode.layer)))

  it.scopedLive("gives a reply for every status and cuts its text at 64 KiB", () =>
    Effect.gen(function*() {
      const server = yield* testServer((request, response) => {
        void readBody(request).then(() => {
          response.writeHead(Number(request.url?.slice(1))).end("x".repeat(request.url === "/503" ? 200_000 : 5))
        })
      })
      const transport = yield* Transport
      const put = (path: string) => transport.put(server.address(path), patterned(10), nothing)
      assert.strictEqual((yield* put("/403")).status, 403)
      assert.strictEqual((yield* put("/307")).status, 307)
      const long = yield* put("/503")
      assert.strictEqual(long.status, 503)
      assert.strictEqual(long.body.length, 65_536)
    }).pipe(Effect.provide(TransportNode.layer)))

  it.scopedLive("hears an answer that comes before the body is sent, and continues working", () =>
    Effect.gen(function*() {
      const server = yield* testServer((request, response) => {
        if (request.url === "/early") {
          response.writeHead(403, { "content-length": "1000" })
          response.write("<Code>AccessDenied</Code>")
          // a reset may overtake the answer
          response.socket?.end()
        } else void readBody(request).then(() => response.end("ok"))
      })
      const transport = yield* Transport
      for (let round = 0; round < 20; round++) {
        const early = yield* transport.put(server.address("/early"), patterned(8 * MiB), nothing)
        assert.strictEqual(early.status, 403)
        assert.isTrue(early.body.startsWith("<Code>AccessDenied</Code>"))
        const late = yield* transport.put(server.address("/late"), patterned(1000), nothing)
        assert.strictEqual(late.body, "ok")
      }
    }).pipe(Effect.provide(TransportNode.layer)))

  it.scopedLive("a success whose answer is cut is no success", () =>
    Effect.gen(function*() {
      const server = yield* testServer((request, response) => {
        void readBody(request).then(() => {
          response.writeHead(200, { "content-length": "1000" })
          response.write("half", () => response.socket?.destroy())
        })
      })
      const transport = yield* Transport
      const error = yield* Effect.flip(transport.put(server.address("/cut?secret=1"), patterned(10), nothing))
      assert.strictEqual(error.reason, "Network")
      assert.strictEqual(error.detail, "the answer was cut short")
      assert.strictEqual(error.path, `${server.origin}/cut`)
    }).pipe(Effect.provide(TransportNode.layer)))

  it.scopedLive("closes the connection when interrupted, and waits until it is closed", () =>
    Effect.gen(function*() {
      const started = yield* Deferred.make<void>()
      let held: IncomingMessage | undefined
      const server = yield* testServer((request) => {
        held = request
        request.on("error", nothing)
        request.once("data", () => {
          request.pause()
          Deferred.unsafeDone(started, Exit.void)
        })
      })
      const transport = yield* Transport
      let sent = 0
      const fiber = yield* Effect.fork(transport.put(server.address("/slow"), patterned(64 * MiB), (bytes) => {
        sent += bytes
      }))
      yield* Deferred.await(started)
      yield* Fiber.interrupt(fiber)
      const before = sent
      assert.isBelow(before, 64 * MiB)
      held?.resume()
      yield* Effect.repeat(Effect.sleep(1), { until: () => server.open() === 0 })
      assert.strictEqual(sent, before)
    }).pipe(Effect.provide(TransportNode.layer)))

  it.scopedLive("repeats once, uncounted, when a kept connection was closed by the server in between", () =>
    Effect.gen(function*() {
      const { address, connections, requests } = yield* forgetfulServer
      const transport = yield* Transport
      let sent = 0
      const count = (bytes: number) => {
        sent += bytes
      }
      for (let round = 1; round <= 20; round++) {
        assert.strictEqual((yield* transport.put(address, patterned(10), count)).body, "ok")
        // The client has not looked at the connection since: it takes it for a good one.
        connections.at(-1)?.resetAndDestroy()
      }
      assert.strictEqual(requests(), 20)
      assert.strictEqual(connections.length, 20)
      assert.strictEqual(sent, 200)
    }).pipe(Effect.provide(TransportNode.layer)))

  it.scopedLive("leaves it to the caller to send again what a server on a kept connection may have read", () =>
    Effect.gen(function*() {
      const { address, bytes, connections } = yield* forgetfulServer
      const transport = yield* Transport
      assert.strictEqual((yield* transport.put(address, patterned(10), nothing)).body, "ok")
      const before = bytes()
      const error = yield* Effect.flip(transport.put(address, patterned(10), nothing))
      assert.deepInclude(error, { reason: "Network", retry: "later" })
      assert.strictEqual(connections.length, 1)
      assert.isAtMost(bytes() - before, before)
      // A read may be asked for twice.
      assert.strictEqual((yield* transport.put(address, patterned(10), nothing)).body, "ok")
      assert.strictEqual((yield* Effect.scoped(transport.get(address))).status, 200)
    }).pipe(Effect.provide(TransportNode.layer)))

  it.scopedLive("fails without the query when nobody listens, the connection breaks, or the address is none", () =>
    Effect.gen(function*() {
      const server = yield* testServer((request) => {
        request.once("data", () => request.socket.resetAndDestroy())
        request.on("error", nothing)
      })
      const transport = yield* Transport
      const put = (url: string) =>
        Effect.flip(
          transport.put(
            { url: Redacted.make(url), headers: {}, credentialVersion: 1, expiresAt: 0 },
            patterned(MiB),
            nothing
          )
        )
      const broken = yield* put(`${server.origin}/k?sig=topsecret`)
      assert.strictEqual(broken.retry, "later")
      const refused = yield* put("http://127.0.0.1:1/k?sig=topsecret")
      assert.strictEqual(refused.detail, "ECONNREFUSED")
      assert.strictEqual(refused.path, "http://127.0.0.1:1/k")
      const invalid = yield* put("topsecret")
      for (const error of [broken, refused, invalid]) {
        assert.strictEqual(error._tag, "TransportError")
        assert.strictEqual(error.reason, "Network")
        assert.notInclude(`${error.message} ${JSON.stringify(error)}`, "topsecret")
      }
    }).pipe(Effect.provide(TransportNode.layer)))

  it.scopedLive("closes its kept connections with its scope", () =>
    Effect.gen(function*() {
      const server = yield* testServer((request, response) => {
        void readBody(request).then(() => response.end())
      })
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(TransportNode.layer, scope)
      yield* Effect.provide(
        Effect.flatMap(Transport, (transport) => transport.put(server.address("/k"), patterned(10), nothing)),
        context
      )
      assert.strictEqual(server.open(), 1)
      yield* Scope.close(scope, Exit.void)
      yield* Effect.repeat(Effect.sleep(1), { until: () => server.open() === 0 })
    }))
})
