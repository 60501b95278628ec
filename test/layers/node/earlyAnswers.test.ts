/** Servers that answer before they have the body, and networks that lose such answers. */
import { HttpClientRequest } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Exit, Redacted, Stream } from "effect"
import * as HttpClientNode from "../../../src/layers/node/HttpClientNode.js"
import { connections } from "../../../src/layers/node/transport/NodeRequest.js"
import * as TransportNode from "../../../src/layers/node/TransportNode.js"
import type { SignedAddress } from "../../../src/services/Transport.js"
import { Transport } from "../../../src/services/Transport.js"
import { rawServer } from "./rawServer.js"
import { patterned, testServer } from "./TestServer.js"

const MiB = 1_048_576
const nothing = () => {}

const answer = (status: string, body: string) =>
  `HTTP/1.1 ${status}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`

const collected = <E, R>(bytes: Stream.Stream<Uint8Array, E, R>) =>
  Effect.map(Stream.runCollect(bytes), (chunks) => Buffer.concat(Chunk.toReadonlyArray(chunks)))

/** A PUT, both kinds of GET, and a call to the product API. */
const nothingIsAnswered = (address: SignedAddress, detail: string) =>
  Effect.gen(function*() {
    const transport = yield* Transport
    const put = yield* Effect.flip(transport.put(address, patterned(10), nothing))
    assert.deepInclude(put, { _tag: "TransportError", reason: "Network", detail })
    for (const flows of [false, true]) {
      const get = yield* Effect.flip(Effect.scoped(transport.get(address, { flows })))
      assert.deepInclude(get, { _tag: "TransportError", reason: "Network", detail })
    }
    const client = HttpClientNode.make(yield* connections, { compressed: true })
    const refused = yield* Effect.flip(client.execute(HttpClientRequest.get(Redacted.value(address.url))))
    assert.include(String(refused.cause), detail)
  })

describe("TransportNode.put to a server that answers early", () => {
  for (const status of ["413 Content Too Large", "403 Forbidden", "404 Not Found"]) {
    it.scopedLive(`${status}, and resets the connection: it is the answer or a TransportError, and sent once`, () =>
      Effect.gen(function*() {
        const { address, connections } = yield* rawServer((socket) => {
          // The rest of the body is never read: the system answers it with a reset, which may overtake the answer.
          socket.once("data", () => {
            socket.pause()
            socket.write(answer(status, "<Code>Early</Code>"), () => socket.resetAndDestroy())
          })
        })
        const transport = yield* Transport
        for (let round = 0; round < 10; round++) {
          const outcome = yield* Effect.either(transport.put(address, patterned(8 * MiB), nothing))
          if (outcome._tag === "Right") {
            assert.deepInclude(outcome.right, { status: Number(status.slice(0, 3)), body: "<Code>Early</Code>" })
          } else assert.deepInclude(outcome.left, { _tag: "TransportError", reason: "Network", retry: "later" })
        }
        assert.strictEqual(connections.length, 10)
      }).pipe(Effect.provide(TransportNode.layer)))
  }

  it.scopedLive("with 100 Continue and early hints first, which are no answers", () =>
    Effect.gen(function*() {
      const { address } = yield* rawServer((socket) => {
        let bytes = 0
        socket.write("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n")
        socket.on("data", (chunk) => {
          bytes += chunk.length
          if (bytes > MiB) socket.write(answer("200 OK", "stored"))
        })
      })
      const reply = yield* (yield* Transport).put(address, patterned(MiB), nothing)
      assert.deepInclude(reply, { status: 200, body: "stored" })
    }).pipe(Effect.provide(TransportNode.layer)))

  it.scopedLive("with interim answers that never end: a TransportError, of a GET and of a call too", () =>
    Effect.gen(function*() {
      const { address } = yield* rawServer((socket) => {
        const hint = () => {
          if (!socket.destroyed) {
            socket.write("HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n", () => setImmediate(hint))
          }
        }
        socket.once("data", hint)
        socket.resume()
      })
      const detail = "the server gave no answer, only interim ones (1xx)"
      yield* nothingIsAnswered(address, detail)
    }).pipe(Effect.provide(TransportNode.layer)))

  it.scopedLive("by switching to another protocol: a TransportError, of a GET and of a call too", () =>
    Effect.gen(function*() {
      const { address } = yield* rawServer((socket) => {
        socket.on("data", () => {
          socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n")
        })
      })
      const detail = "the connection was closed"
      yield* nothingIsAnswered(address, detail)
    }).pipe(Effect.provide(TransportNode.layer)))

  it.scopedLive("with a head that is longer than Node takes: a TransportError", () =>
    Effect.gen(function*() {
      const { address } = yield* rawServer((socket) => {
        socket.once("data", () => socket.write(`HTTP/1.1 200 OK\r\nx-long: ${"x".repeat(100_000)}\r\n\r\n`))
      })
      const transport = yield* Transport
      const put = yield* Effect.flip(transport.put(address, patterned(10), nothing))
      assert.deepInclude(put, { _tag: "TransportError", detail: "HPE_HEADER_OVERFLOW" })
      for (const flows of [false, true]) {
        const get = yield* Effect.flip(Effect.scoped(transport.get(address, { flows })))
        assert.deepInclude(get, { _tag: "TransportError", detail: "HPE_HEADER_OVERFLOW" })
      }
    }).pipe(Effect.provide(TransportNode.layer)))
})

describe("TransportNode.get", () => {
  it.scopedLive("of a chunked body gives all of it, and fails when it is cut", () =>
    Effect.gen(function*() {
      const head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nbody\r\n"
      for (const flows of [false, true]) {
        for (const [text, isWhole] of [[`${head}0\r\n\r\n`, true], [head, false]] as const) {
          const { address } = yield* rawServer((socket) => {
            socket.once("data", () => isWhole ? socket.write(text) : socket.end(text))
          })
          const reply = yield* (yield* Transport).get(address, { flows })
          assert.isUndefined(reply.flow)
          const bytes = yield* Effect.exit(collected(reply.bytes))
          if (isWhole) assert.deepStrictEqual(bytes, Exit.succeed(Buffer.from("body")))
          else assert.isTrue(Exit.isFailure(bytes))
        }
      }
    }).pipe(Effect.provide(TransportNode.layer)))

  it.scopedLive("asks once more when a kept connection was closed by the server in between", () =>
    Effect.gen(function*() {
      const { address, connections } = yield* rawServer((socket) => {
        socket.on("data", () => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"))
      })
      const transport = yield* Transport
      for (let round = 1; round <= 20; round++) {
        yield* Effect.scoped(Effect.gen(function*() {
          const reply = yield* transport.get(address)
          assert.strictEqual(`${yield* collected(reply.bytes)}`, "ok")
        }))
        connections.at(-1)?.resetAndDestroy()
      }
      assert.strictEqual(connections.length, 20)
    }).pipe(Effect.provide(TransportNode.layer)))

  it.scopedLive("goes where it is sent, with the range and the condition, but not with what was signed for one host", () =>
    Effect.gen(function*() {
      const asked: Array<unknown> = []
      const other = yield* testServer((request, response) => {
        const { range, "if-match": ifMatch, "x-signed": signed } = request.headers
        asked.push([request.url, range, ifMatch, signed])
        response.writeHead(206, { "content-length": "4" }).end("body")
      })
      const server = yield* testServer((request, response) => {
        const step = Number(request.url?.slice(1, 2))
        asked.push([request.url, request.headers["x-signed"]])
        response.writeHead([301, 302, 303, 307, 308][step] ?? 500, {
          location: step < 4 ? `/${step + 1}?signature=secret` : `${other.origin}/body?signature=secret`
        }).end("elsewhere")
      })
      const transport = yield* Transport
      for (const flows of [false, true]) {
        const address = server.address("/0", { "x-signed": "yes" })
        const reply = yield* transport.get(address, { range: { start: 3, end: 7 }, ifMatch: "\"e\"", flows })
        assert.strictEqual(reply.status, 206)
        const bytes = reply.flow === undefined
          ? yield* collected(reply.bytes)
          : Buffer.from((yield* reply.flow((piece) => piece)) ?? [])
        assert.strictEqual(`${bytes}`, "body")
        assert.deepStrictEqual(asked.splice(0), [
          ["/0", "yes"],
          ...[1, 2, 3, 4].map((step) => [`/${step}?signature=secret`, "yes"]),
          ["/body?signature=secret", "bytes=3-6", "\"e\"", undefined]
        ])
      }
    }).pipe(Effect.provide(TransportNode.layer)))

  it.scopedLive("follows nobody in circles, to no place, and to no other protocol", () =>
    Effect.gen(function*() {
      let asked = 0
      const server = yield* testServer((request, response) => {
        asked++
        const location = { "/circle": "/circle", "/file": "file:///etc/passwd", "/odd": "http://" }[request.url ?? ""]
        response.writeHead(302, location === undefined ? {} : { location }).end()
      })
      const transport = yield* Transport
      for (const [path, requests] of [["/circle", 6], ["/file", 1], ["/odd", 1], ["/none", 1]] as const) {
        asked = 0
        const reply = yield* transport.get(server.address(path))
        assert.strictEqual(reply.status, 302)
        assert.strictEqual(asked, requests)
      }
    }).pipe(Effect.provide(TransportNode.layer)))
})
