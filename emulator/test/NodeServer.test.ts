import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Stream } from "effect"
import * as http from "node:http"
import * as net from "node:net"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { ConnectionCut } from "../src/faults/ConnectionCut.js"
import * as AllowedHosts from "../src/http/AllowedHosts.js"
import * as WebRequest from "../src/http/WebRequest.js"
import * as NodeServer from "../src/NodeServer.js"

const mebibyte = 1024 * 1024

const lookEvery = 16 * mebibyte

setFlagsFromString("--expose-gc")
const collectGarbage: unknown = runInNewContext("gc")

/** Bytes in buffers that somebody still holds. */
const heldBytes = (): number => {
  if (typeof collectGarbage === "function") collectGarbage()
  return process.memoryUsage().arrayBuffers
}

/** Counts the body and answers with as many bytes, a mebibyte at a time; `looked` is called now and then on the way. */
const mirror = (looked: () => void) =>
  Effect.gen(function*() {
    const reader = WebRequest.bodyReader(yield* HttpServerRequest.HttpServerRequest)
    let size = 0
    while (reader !== undefined) {
      const chunk = yield* Effect.promise(() => reader.read())
      if (chunk.done) break
      if (Math.floor(size / lookEvery) < Math.floor((size + chunk.value.length) / lookEvery)) looked()
      size += chunk.value.length
    }
    const body = Stream.range(1, Math.ceil(size / mebibyte)).pipe(
      Stream.rechunk(1),
      Stream.map((number) => {
        if (number % (lookEvery / mebibyte) === 0) looked()
        return new Uint8Array(mebibyte)
      })
    )
    return HttpServerResponse.stream(body, { contentLength: size })
  })

const send = (origin: string, mebibytes: number) =>
  Effect.async<{ readonly status: number; readonly received: number }, Error>((resume) => {
    const request = http.request(origin, { method: "PUT", headers: { "content-length": mebibytes * mebibyte } })
    request.on("error", (error) => resume(Effect.fail(error)))
    request.on("response", (response) => {
      let received = 0
      response.on("data", (chunk: Buffer) => received += chunk.length)
      response.on("end", () => resume(Effect.succeed({ status: response.statusCode ?? 0, received })))
    })
    let left = mebibytes
    const write = () => {
      while (left-- > 0) {
        if (!request.write(Buffer.alloc(mebibyte))) return void request.once("drain", write)
      }
      request.end()
    }
    write()
  })

/** Sends text as it is and gives what comes back until the connection ends. */
const raw = (port: number, text: string) =>
  Effect.async<string>((resume) => {
    const socket = net.connect(port, "127.0.0.1", () => socket.write(text))
    let answer = ""
    socket.on("data", (chunk) => answer += chunk.toString("latin1"))
    socket.on("error", () => {})
    socket.on("close", () => resume(Effect.succeed(answer)))
  })

const echo = Effect.map(
  HttpServerRequest.HttpServerRequest,
  (request) => HttpServerResponse.text(`${request.method} ${request.url} ${request.headers.host}`)
)

describe("the server on node:http", () => {
  it.scopedLive("streams large bodies both ways without keeping them", () =>
    Effect.gen(function*() {
      const before = heldBytes()
      const held: Array<number> = []
      const server = yield* NodeServer.make({ port: 0, app: mirror(() => held.push(heldBytes() - before)) })
      const answer = yield* send(server.origin, 96)
      assert.deepStrictEqual(answer, { status: 200, received: 96 * mebibyte })
      assert.strictEqual(held.length, 12)
      assert.isBelow(Math.max(...held), 48 * mebibyte)
    }))

  it.scopedLive("a client that goes away interrupts its handler", () =>
    Effect.gen(function*() {
      const started = yield* Deferred.make<void>()
      const interrupted = yield* Deferred.make<void>()
      const app = Effect.zipRight(Deferred.succeed(started, undefined), Effect.never).pipe(
        Effect.onInterrupt(() => Deferred.succeed(interrupted, undefined))
      )
      const server = yield* NodeServer.make({ port: 0, app })
      const request = http.get(server.origin).on("error", () => {})
      yield* Deferred.await(started)
      request.destroy()
      yield* Deferred.await(interrupted)
    }))

  it.scopedLive("a client that goes away in mid-answer ends the answer's stream", () =>
    Effect.gen(function*() {
      const ended = yield* Deferred.make<void>()
      const endless = Stream.forever(Stream.sync(() => new Uint8Array(65_536))).pipe(
        Stream.ensuring(Deferred.succeed(ended, undefined))
      )
      const server = yield* NodeServer.make({ port: 0, app: Effect.succeed(HttpServerResponse.stream(endless)) })
      yield* Effect.async<void>((resume) => {
        http.get(server.origin, (response) => {
          response.once("data", () => {
            response.destroy()
            resume(Effect.void)
          })
        }).on("error", () => {})
      })
      yield* Deferred.await(ended)
    }))

  it.scopedLive("an answer before the body is read leaves the connection usable", () =>
    Effect.gen(function*() {
      const server = yield* NodeServer.make({ port: 0, app: echo })
      const body = "x".repeat(1_000_000)
      const answer = yield* raw(
        server.port,
        `PUT /one HTTP/1.1\r\nHost: h\r\nContent-Length: ${body.length}\r\n\r\n${body}` +
          "GET /two?a=%2F&b HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
      )
      assert.include(answer, "PUT /one h")
      assert.include(answer, "GET /two?a=%2F&b h")
    }))

  it.scopedLive("an answer without a body says so, and the connection stays usable", () =>
    Effect.gen(function*() {
      const app = Effect.map(
        HttpServerRequest.HttpServerRequest,
        ({ method }) => HttpServerResponse.empty({ status: method === "OPTIONS" ? 204 : 200, headers: { etag: "e" } })
      )
      const server = yield* NodeServer.make({ port: 0, app })
      const answers = yield* raw(
        server.port,
        "OPTIONS /a HTTP/1.1\r\nHost: h\r\n\r\nPUT /b HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc" +
          "DELETE /c HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
      )
      const [preflight = "", put = "", remove, rest] = answers.split("\r\n\r\n")
      assert.match(preflight, /^HTTP\/1.1 204 /)
      assert.notMatch(preflight, /content-length|transfer-encoding/i)
      assert.match(put, /^HTTP\/1.1 200 /)
      assert.match(put, /\r\ncontent-length: 0(\r\n|$)/i)
      assert.match(put, /\r\netag: e(\r\n|$)/)
      assert.match(remove ?? "", /^HTTP\/1.1 200 /)
      assert.strictEqual(rest, "")
    }))

  it.scopedLive("odd request lines and hosts are answered, none ends the server", () =>
    Effect.gen(function*() {
      const server = yield* NodeServer.make({ port: 0, app: echo })
      const ask = (line: string, host: string) =>
        Effect.map(
          raw(server.port, `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
          (answer) => [/^HTTP\/1.1 (\d+)/.exec(answer)?.[1], answer.split("\r\n\r\n")[1]]
        )
      assert.deepStrictEqual(yield* ask("GET /a/../%2e%2e/b", "h:1"), ["200", "GET /a/../%2e%2e/b h:1"])
      assert.deepStrictEqual(yield* ask("GET //x/y", "h"), ["200", "GET / h"])
      assert.deepStrictEqual(yield* ask("GET http://other/z", "h"), ["200", "GET / h"])
      assert.deepStrictEqual(yield* ask("GET /a", "user:pass@h"), ["200", "GET /a user:pass@h"])
      assert.deepStrictEqual(yield* ask("GET /a", "[::"), ["200", "GET /a [::"])
      assert.strictEqual((yield* ask("TRACE /", "h"))[0], "405")
      assert.strictEqual((yield* ask("GET /a", "h"))[0], "200")
    }))

  it.scopedLive("a head that never ends is not waited for", () =>
    Effect.gen(function*() {
      const server = yield* NodeServer.make({ port: 0, app: echo, headTimeout: "50 millis" })
      assert.match(yield* raw(server.port, "GET / HTTP/1.1\r\nHost: h\r\nX-Half: "), /^HTTP\/1.1 408 /)
    }))

  it.scopedLive("a host that is not allowed is told apart before anything is done for it", () =>
    Effect.gen(function*() {
      const server = yield* NodeServer.make({
        port: 0,
        app: echo,
        allowsHost: AllowedHosts.allows(["drive.example", ".shop.example"])
      })
      const ask = (host: string) =>
        Effect.map(
          raw(server.port, `GET /a HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
          (answer) => /^HTTP\/1.1 (\d+)/.exec(answer)?.[1]
        )
      for (
        const host of [
          "127.0.0.1:1",
          "localhost",
          "LOCALHOST:80",
          "b.localhost:4456",
          "[::1]:1",
          "drive.example:8080",
          "a.b.shop.example"
        ]
      ) {
        assert.deepStrictEqual([host, yield* ask(host)], [host, "200"])
      }
      for (
        const host of [
          "evil.example",
          "evil.example:4455",
          "localhost.evil.example",
          "127.0.0.1.evil.example",
          "evilshop.example",
          ""
        ]
      ) {
        assert.deepStrictEqual([host, yield* ask(host)], [host, "421"])
      }
    }))

  it.scopedLive("an expectation that nobody knows is ignored", () =>
    Effect.gen(function*() {
      const server = yield* NodeServer.make({ port: 0, app: echo })
      const answer = yield* raw(server.port, "GET /a HTTP/1.1\r\nHost: h\r\nExpect: 200\r\nConnection: close\r\n\r\n")
      assert.match(answer, /^HTTP\/1.1 200 /)
    }))

  it.scopedLive("a cut connection gives no answer", () =>
    Effect.gen(function*() {
      const server = yield* NodeServer.make({ port: 0, app: Effect.fail(new ConnectionCut()) })
      assert.strictEqual(yield* raw(server.port, "GET / HTTP/1.1\r\nHost: h\r\n\r\n"), "")
    }))

  it.scopedLive("a port that is taken is an error with its number", () =>
    Effect.gen(function*() {
      const server = yield* NodeServer.make({ port: 0, app: echo })
      const error = yield* Effect.flip(NodeServer.make({ port: server.port, app: echo }))
      assert.strictEqual(error.message, `port ${server.port} is in use`)
    }))
})
