/** Node's own client under `HttpClient`: what `fetch` did for us, without its time limits. */
import { HttpClient, HttpClientRequest, HttpClientResponse } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, FiberId, Layer, Stream } from "effect"
import type * as http from "node:http"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"
import * as HttpClientNode from "../../../src/layers/node/HttpClientNode.js"
import { connections } from "../../../src/layers/node/transport/NodeRequest.js"
import type { Received } from "../../golden/harness.js"
import { record } from "../../golden/harness.js"

const header = (received: Received | undefined, name: string) => received?.rawHeaders.find(([key]) => key === name)?.[1]

const execute = (request: HttpClientRequest.HttpClientRequest) =>
  Effect.flatMap(HttpClient.HttpClient, (client) => client.execute(request))

const textOf = (request: HttpClientRequest.HttpClientRequest) =>
  Effect.flatMap(execute(request), (response) => response.text)

const long = "a line of the answer\n".repeat(10_000)

const codings = { gzip: gzipSync, br: brotliCompressSync } as const

describe("HttpClientNode", () => {
  it.scopedLive("an answer that takes longer than any limit of the connection is waited for", () =>
    Effect.gen(function*() {
      const waiting = yield* Deferred.make<http.ServerResponse>()
      const server = yield* record((_, response) => void Deferred.unsafeDone(waiting, Effect.succeed(response)))
      const kept = yield* connections
      const client = HttpClientNode.make(kept, { compressed: true })
      const asked = yield* Effect.fork(client.execute(HttpClientRequest.get(server.origin)))
      const response = yield* Deferred.await(waiting)
      const sockets = Object.values(kept.http.sockets).flatMap((group) => group ?? [])
      assert.lengthOf(sockets, 1)
      // What Node does to a socket that was silent for as long as its limit says: nobody may take it as the end.
      for (const socket of sockets) socket.emit("timeout")
      response.write("half ")
      const answer = yield* Fiber.join(asked)
      for (const socket of sockets) socket.emit("timeout")
      response.end("and half")
      assert.strictEqual(yield* answer.text, "half and half")
    }))

  it.scopedLive("bytes go with their length, streams and forms in chunks, and nothing without a body", () =>
    Effect.gen(function*() {
      const server = yield* record((_, response) => response.end())
      const { origin } = server
      yield* Effect.gen(function*() {
        yield* textOf(HttpClientRequest.post(origin).pipe(HttpClientRequest.bodyText("grüße", "text/plain")))
        const parts = Stream.make("a", "b").pipe(Stream.encodeText)
        yield* textOf(HttpClientRequest.put(origin).pipe(HttpClientRequest.bodyStream(parts)))
        const form = new FormData()
        form.append("field", "value")
        yield* textOf(HttpClientRequest.post(origin).pipe(HttpClientRequest.bodyFormData(form)))
        yield* textOf(HttpClientRequest.del(origin))
      }).pipe(Effect.provide(HttpClientNode.layerStorage))
      const [text, stream, form, nothing] = server.received
      assert.deepStrictEqual([text?.body, header(text, "content-length")], ["grüße", "7"])
      assert.strictEqual(header(text, "content-type"), "text/plain")
      assert.deepStrictEqual([stream?.body, header(stream, "transfer-encoding")], ["ab", "chunked"])
      assert.match(header(form, "content-type") ?? "", /^multipart\/form-data; boundary=/)
      assert.include(form?.body ?? "", "name=\"field\"")
      assert.deepStrictEqual([nothing?.method, nothing?.body], ["DELETE", ""])
    }))

  it.scopedLive("white space around the value of a header is left out, and a value that no header can have is an error", () =>
    Effect.gen(function*() {
      const server = yield* record((_, response) => response.end("x"))
      const get = (value: string) => textOf(HttpClientRequest.get(server.origin, { headers: { "x-value": value } }))
      yield* get(" a b\r\n")
      const error = yield* Effect.flip(get("a\nb"))
      assert.deepInclude({ ...error }, { _tag: "RequestError", reason: "Transport" })
      assert.deepStrictEqual(server.received.map((received) => header(received, "x-value")), ["a b"])
    }).pipe(Effect.provide(HttpClientNode.layerProduct)))

  it.scopedLive("a stream that is left closes the connection, packed or not", () =>
    Effect.gen(function*() {
      for (const coding of ["identity", "gzip"]) {
        const closed = Deferred.unsafeMake<void>(FiberId.none)
        const server = yield* record((_, response) => {
          response.on("close", () => Deferred.unsafeDone(closed, Effect.void))
          response.writeHead(200, { "content-encoding": coding })
          response.write(coding === "gzip" ? gzipSync(long) : long)
        })
        const stream = execute(HttpClientRequest.get(server.origin)).pipe(HttpClientResponse.stream)
        yield* Stream.runDrain(Stream.take(stream, 1))
        yield* Deferred.await(closed)
      }
    }).pipe(Effect.provide(HttpClientNode.layerProduct)))

  it.scopedLive.each(["gzip", "br"] as const)(
    "an answer in %s is read, by the product's client alone",
    (coding) =>
      Effect.gen(function*() {
        const server = yield* record((received, response) => {
          const packed = codings[coding](long)
          if (!(header(received, "accept-encoding") ?? "").includes(coding)) response.end(long)
          else response.writeHead(200, { "content-encoding": coding, "content-length": packed.length }).end(packed)
        })
        for (const layer of [HttpClientNode.layerProduct, HttpClientNode.layerStorage]) {
          assert.strictEqual(yield* Effect.provide(textOf(HttpClientRequest.get(server.origin)), layer), long)
        }
        assert.isUndefined(header(server.received[1], "accept-encoding"))
      })
  )

  it.scopedLive("each asks for compression as it does, also where both are built as one", () =>
    Effect.gen(function*() {
      class Product extends Context.Tag("test/Product")<Product, HttpClient.HttpClient>() {}
      const product = Layer.effect(Product, HttpClient.HttpClient).pipe(Layer.provide(HttpClientNode.layerProduct))
      for (
        const both of [
          Layer.merge(product, HttpClientNode.layerStorage),
          Layer.merge(HttpClientNode.layerStorage, product)
        ]
      ) {
        const server = yield* record((_, response) => response.end("x"))
        yield* Effect.gen(function*() {
          yield* (yield* Product).execute(HttpClientRequest.get(server.origin))
          yield* execute(HttpClientRequest.get(server.origin))
        }).pipe(Effect.provide(both))
        assert.deepStrictEqual(
          server.received.map((received) => header(received, "accept-encoding")),
          ["gzip, br", undefined]
        )
      }
    }))

  it.scopedLive.each(
    [["gzip", gzipSync], ["x-gzip", gzipSync], ["br", brotliCompressSync], ["deflate", deflateSync]] as const
  )(
    "an answer in %s that nobody asked for is read",
    ([coding, pack]) =>
      Effect.gen(function*() {
        const server = yield* record((_, response) =>
          response.writeHead(200, { "content-encoding": coding }).end(pack(long))
        )
        const answer = yield* Effect.provide(
          textOf(HttpClientRequest.get(server.origin)),
          HttpClientNode.layerStorage
        )
        assert.strictEqual(answer, long)
      })
  )

  it.scopedLive("the answer to a HEAD keeps the length of a body in gzip that does not come", () =>
    Effect.gen(function*() {
      const server = yield* record((_, response) =>
        response.writeHead(200, { "content-encoding": "gzip", "content-length": 1234 }).end()
      )
      for (const layer of [HttpClientNode.layerProduct, HttpClientNode.layerStorage]) {
        const response = yield* Effect.provide(execute(HttpClientRequest.head(server.origin)), layer)
        assert.strictEqual(response.headers["content-length"], "1234")
        assert.strictEqual(yield* response.text, "")
      }
    }))

  it.scopedLive("a compressed answer that is cut off or no such thing fails", () =>
    Effect.gen(function*() {
      const packed = gzipSync(long)
      const server = yield* record((received, response) => {
        response.writeHead(200, { "content-encoding": "gzip" })
        if (received.target === "/cut") response.write(packed.subarray(0, 40), () => response.destroy())
        else response.end("plain text")
      })
      for (const path of ["/cut", "/plain"]) {
        const error = yield* Effect.flip(textOf(HttpClientRequest.get(server.origin + path))).pipe(
          Effect.provide(HttpClientNode.layerProduct)
        )
        assert.strictEqual(error._tag, "ResponseError")
      }
    }))

  it.scopedLive("redirects and answers without a body come as they are", () =>
    Effect.gen(function*() {
      const server = yield* record((received, response) => {
        response.writeHead(Number(received.target.slice(1)), { location: "http://192.0.2.9/" }).end()
      })
      for (const status of [204, 205, 301, 304, 307]) {
        const response = yield* Effect.provide(
          execute(HttpClientRequest.get(`${server.origin}/${status}`)),
          HttpClientNode.layerProduct
        )
        assert.strictEqual(response.status, status)
      }
      assert.lengthOf(server.received, 5)
    }))

  it.scopedLive("interrupting closes the connection, before the answer and in the middle of it", () =>
    Effect.gen(function*() {
      for (const path of ["/silent", "/halfway"]) {
        const begun = Deferred.unsafeMake<void>(FiberId.none)
        const closed = Deferred.unsafeMake<void>(FiberId.none)
        const server = yield* record((received, response) => {
          response.on("close", () => Deferred.unsafeDone(closed, Effect.void))
          if (received.target === "/halfway") response.write("half")
          Deferred.unsafeDone(begun, Effect.void)
        })
        const fiber = yield* Effect.fork(
          Effect.provide(textOf(HttpClientRequest.get(server.origin + path)), HttpClientNode.layerProduct)
        )
        yield* Deferred.await(begun)
        yield* Fiber.interrupt(fiber)
        yield* Deferred.await(closed)
      }
    }))

  it.scopedLive("an answer that was cut off before anybody read it fails when it is read, twice", () =>
    Effect.gen(function*() {
      const kept = yield* connections
      const server = yield* record((_, response) => response.write("half"))
      const response = yield* HttpClientNode.make(kept, { compressed: true }).execute(
        HttpClientRequest.get(server.origin)
      )
      const [socket] = Object.values(kept.http.sockets).flatMap((group) => group ?? [])
      const closed = Effect.promise(() => new Promise<void>((done) => void socket?.once("close", () => done())))
      socket?.destroy()
      yield* closed
      for (const read of [response.text, Stream.runDrain(response.stream), response.arrayBuffer]) {
        assert.deepInclude({ ...yield* Effect.flip(read) }, { _tag: "ResponseError", reason: "Decode" })
      }
    }))

  it.scopedLive("the connection of an answer that nobody reads is closed once nobody holds the answer", () =>
    Effect.gen(function*() {
      let closed = 0
      const server = yield* record((_, response) => {
        response.on("close", () => closed++)
        response.write("half")
      })
      const client = HttpClientNode.make(yield* connections, { compressed: true })
      yield* Effect.asVoid(client.execute(HttpClientRequest.get(server.origin)))
      yield* Effect.asVoid(client.execute(HttpClientRequest.get(server.origin)))
      setFlagsFromString("--expose-gc")
      const collect = runInNewContext("gc")
      // the last one may still lie on the stack
      while (closed === 0) {
        collect()
        yield* Effect.promise(() => new Promise(setImmediate))
      }
    }))

  it.scopedLive("a body is read as all that there is: as text, JSON, a form and a stream", () =>
    Effect.gen(function*() {
      const server = yield* record(({ target }, response) => {
        if (target === "/form") response.setHeader("content-type", "application/x-www-form-urlencoded")
        response.end(target === "/form" ? "a=1&b=2" : "{\"a\":1}")
      })
      const get = (path: string) => execute(HttpClientRequest.get(server.origin + path))
      yield* Effect.gen(function*() {
        assert.deepStrictEqual(yield* Effect.flatMap(get("/"), (response) => response.json), { a: 1 })
        const twice = yield* get("/")
        assert.deepStrictEqual([yield* twice.text, yield* twice.text], ["{\"a\":1}", "{\"a\":1}"])
        assert.strictEqual(
          yield* get("/").pipe(HttpClientResponse.stream, Stream.decodeText(), Stream.mkString),
          "{\"a\":1}"
        )
        assert.strictEqual((yield* Effect.flatMap(get("/form"), (response) => response.formData)).get("b"), "2")
        assert.deepStrictEqual(
          [...yield* Effect.flatMap(get("/form"), (response) => response.urlParamsBody)],
          [["a", "1"], ["b", "2"]]
        )
      }).pipe(Effect.provide(HttpClientNode.layerProduct))
    }))

  it.scopedLive("connections are kept from one call to the next", () =>
    Effect.gen(function*() {
      const ports = new Set<number | undefined>()
      const server = yield* record((_, response) => {
        ports.add(response.socket?.remotePort)
        response.end("x")
      })
      const calls = Effect.forEach([1, 2, 3], () => textOf(HttpClientRequest.get(server.origin)))
      yield* Effect.provide(calls, Layer.fresh(HttpClientNode.layerStorage))
      assert.strictEqual(ports.size, 1)
    }))

  it.scopedLive("a host that is not there is an error with its code", () =>
    Effect.gen(function*() {
      // A port that nobody gets by chance.
      const error = yield* Effect.flip(textOf(HttpClientRequest.get("http://127.0.0.1:1"))).pipe(
        Effect.provide(HttpClientNode.layerStorage)
      )
      assert.deepInclude({ ...error }, { reason: "Transport" })
      assert.propertyVal(error.cause, "code", "ECONNREFUSED")
    }))
})
