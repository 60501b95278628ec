import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, FiberId, Schema } from "effect"
import type { ServerResponse } from "node:http"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { createDrive } from "../../../src/promise/node.js"
import { DriveApi } from "../../../src/services/DriveApi.js"
import type { ApiRequest } from "../../../src/services/DriveApi.js"
import type { Received } from "../../golden/harness.js"
import { clientLayer, record } from "../../golden/harness.js"
import { assertFields } from "./assertFields.js"

const login: ApiRequest<void, void> = {
  operation: "Test.login",
  method: "POST",
  path: "/api/v2/user/login",
  body: { access_token: "secret" },
  response: Schema.Void
}

const read = { ...login, method: "GET", path: "/api/v2/read", body: undefined } as const

const ask = <A, I>(request: ApiRequest<A, I>) => Effect.flatMap(DriveApi, (api) => api.request(request))

const ok = (response: ServerResponse, headers: Record<string, string> = {}) =>
  response.writeHead(200, { "content-type": "application/json", ...headers }).end("{\"code\":0}")

const headerOf = (received: Received | undefined, name: string) =>
  received?.rawHeaders.find(([key]) => key === name)?.[1]

describe("the product API over sockets in Node", () => {
  it.scopedLive("is asked for compressed answers by a drive, and they are read", () =>
    Effect.gen(function*() {
      const answer = gzipSync("{\"code\":0,\"data\":{\"wsid\":\"ws-1\"}}")
      const api = yield* record((_, response) =>
        response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(answer)
      )
      const drive = createDrive({ apiHost: api.origin, product: { id: "p", version: "1" } })
      const signedIn = yield* Effect.promise(() => drive.session.login({ accessToken: "t" }))
      yield* Effect.promise(() => drive.dispose())
      assert.strictEqual(String(signedIn.wsid), "ws-1")
      assert.strictEqual(headerOf(api.received[0], "accept-encoding"), "gzip, br")
    }))

  it.scopedLive.each([301, 302, 303, 307, 308])(
    "a %d leads no header, cookie or body to another host",
    (status) =>
      Effect.gen(function*() {
        const other = yield* record((_, response) => ok(response))
        const api = yield* record((received, response) => {
          if (received.target === "/api/v2/first") ok(response, { "set-cookie": "sid=1; Path=/" })
          else response.writeHead(status, { location: `${other.origin}/stolen` }).end()
        })
        yield* Effect.gen(function*() {
          yield* ask({ ...read, path: "/api/v2/first" })
          for (const request of [login, read]) {
            assertFields(yield* Effect.flip(ask(request)), {
              _tag: "TransportError",
              reason: "ForeignAnswer",
              status,
              path: `${api.origin}${request.path}`
            })
          }
        }).pipe(Effect.provide(clientLayer(api.origin)))
        assert.strictEqual(headerOf(api.received[1], "cookie"), "sid=1")
        assert.lengthOf(api.received, 3)
        assert.lengthOf(other.received, 0)
      })
  )

  it.scopedLive("a host that refuses connections is a network error with its code", () =>
    Effect.gen(function*() {
      const gone = yield* Effect.scoped(record((_, response) => ok(response)))
      const error = yield* Effect.flip(ask(login)).pipe(Effect.provide(clientLayer(gone.origin)))
      assertFields(error, { _tag: "TransportError", reason: "Network", detail: "ECONNREFUSED", retry: "later" })
    }))

  it.scopedLive("a body that is cut off is a network error, and a read is asked for again", () =>
    Effect.gen(function*() {
      const api = yield* record((_, response) => {
        if (api.received.length > 2) ok(response)
        else response.writeHead(200, { "content-length": "500" }).write("{\"code\":0,", () => response.destroy())
      })
      yield* Effect.gen(function*() {
        assertFields(yield* Effect.flip(ask(login)), { _tag: "TransportError", reason: "Network" })
        assert.lengthOf(api.received, 1)
        yield* ask(read)
        assert.lengthOf(api.received, 3)
      }).pipe(Effect.provide(clientLayer(api.origin)))
    }))

  it.scopedLive("an interrupted call closes its connection", () =>
    Effect.gen(function*() {
      const closed = Deferred.unsafeMake<void>(FiberId.none)
      const api = yield* record((_, response) => {
        response.on("close", () => Deferred.unsafeDone(closed, Effect.void))
      })
      const calling = yield* Effect.fork(Effect.provide(ask(login), clientLayer(api.origin)))
      while (api.received.length === 0) yield* Effect.sleep("1 millis")
      yield* Fiber.interrupt(calling)
      yield* Deferred.await(closed)
      assert.lengthOf(api.received, 1)
    }))

  it.scopedLive("an answer without an end is broken off, and its connection closed", () =>
    Effect.gen(function*() {
      const closed = Deferred.unsafeMake<void>(FiberId.none)
      let sent = 0
      const api = yield* record((_, response) => {
        const go = () => {
          while (!response.destroyed) {
            sent += 262_144
            if (!response.write(Buffer.alloc(262_144, "x"))) return
          }
        }
        response.on("close", () => Deferred.unsafeDone(closed, Effect.void)).on("drain", go)
        response.writeHead(200, { "content-type": "application/json" })
        go()
      })
      const error = yield* Effect.flip(ask(read)).pipe(Effect.provide(clientLayer(api.origin)))
      assertFields(error, { _tag: "TransportError", reason: "AnswerTooLarge", status: 200, retry: "never" })
      yield* Deferred.await(closed)
      assert.isBelow(sent, 40 * 1_048_576)
      assert.lengthOf(api.received, 1)
    }))

  it.scopedLive("so is a small one in gzip that becomes large", () =>
    Effect.gen(function*() {
      const packed = gzipSync(Buffer.alloc(64 * 1_048_576, " "))
      const api = yield* record((_, response) =>
        response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(packed)
      )
      const error = yield* Effect.flip(ask(read)).pipe(Effect.provide(clientLayer(api.origin)))
      assertFields(error, { _tag: "TransportError", reason: "AnswerTooLarge" })
    }))

  it.scopedLive("and one of a few bytes in Brotli, which are all that it announces", () =>
    Effect.gen(function*() {
      const packed = brotliCompressSync(Buffer.alloc(64 * 1_048_576, " "))
      assert.isBelow(packed.length, 1000)
      const headers = { "content-encoding": "br", "content-length": packed.length }
      const api = yield* record((_, response) => response.writeHead(200, headers).end(packed))
      const before = process.memoryUsage().arrayBuffers
      const error = yield* Effect.flip(ask(read)).pipe(Effect.provide(clientLayer(api.origin)))
      assertFields(error, { _tag: "TransportError", reason: "AnswerTooLarge" })
      assert.isBelow(process.memoryUsage().arrayBuffers - before, 48 * 1_048_576)
    }))

  it.scopedLive("what the server says of a secret stays out of the error", () =>
    Effect.gen(function*() {
      const echo = yield* record((received, response) =>
        response.writeHead(200, { "content-type": "application/json" })
          .end(JSON.stringify({ code: 380001, msg: `bad\u001b[31m request ${received.body} ${"x".repeat(9000)}` }))
      )
      const error = yield* Effect.flip(ask({ ...login, body: { access_token: "T-SECRET", share_code: "x7Qp" } })).pipe(
        Effect.provide(clientLayer(echo.origin))
      )
      assert.strictEqual(error._tag, "ApiError")
      assert.isBelow(error.message.length, 600)
      assert.notMatch(`${error.message} ${JSON.stringify(error)}`, /T-SECRET|x7Qp|\p{Cc}/u)
    }))

  it.scopedLive("a connection is kept from one call to the next", () =>
    Effect.gen(function*() {
      const ports = new Set<number | undefined>()
      const api = yield* record((_, response) => {
        ports.add(response.socket?.remotePort)
        ok(response)
      })
      yield* Effect.forEach([read, read, read], ask).pipe(Effect.provide(clientLayer(api.origin)))
      assert.strictEqual(ports.size, 1)
    }))

  it.scopedLive("a cookie is kept from one call to the next, and gone when the server deletes it", () =>
    Effect.gen(function*() {
      const setCookies = ["sid=a%3Db; Path=/; HttpOnly", "sid=c; Path=/", "sid=; Path=/; Max-Age=0"]
      const api = yield* record((_, response) => {
        const text = setCookies.shift()
        ok(response, text === undefined ? {} : { "set-cookie": text })
      })
      yield* Effect.forEach([login, read, read, read], ask).pipe(Effect.provide(clientLayer(api.origin)))
      assert.deepStrictEqual(api.received.map((received) => headerOf(received, "cookie")), [
        undefined,
        "sid=a%3Db",
        "sid=c",
        undefined
      ])
    }))
})
