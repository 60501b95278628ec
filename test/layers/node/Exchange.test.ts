/** Control calls of storages over sockets: what comes back, how much of it, and what of it is reported. */
import { FetchHttpClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Deferred, Effect, FiberId, Layer, Logger, LogLevel, Redacted } from "effect"
import type * as http from "node:http"
import { inspect } from "node:util"
import * as HttpClientNode from "../../../src/layers/node/HttpClientNode.js"
import * as Exchange from "../../../src/layers/storage/bucket/BucketExchange.js"
import { record } from "../../golden/harness.js"
import { keepingTracer } from "../../keepingTracer.js"

const MiB = 1024 * 1024

/** Writes as long as the other side reads. */
const endless = (response: http.ServerResponse) => {
  const chunk = Buffer.alloc(256 * 1024, "x")
  let sent = 0
  const go = () => {
    while (!response.destroyed) {
      sent += chunk.length
      if (!response.write(chunk)) return
    }
  }
  response.on("drain", go)
  go()
  return () => sent
}

const exchange = Effect.zipWith(HttpClient.HttpClient, Effect.runtime<never>(), Exchange.make)

const get = (origin: string) => HttpClientRequest.get(`${origin}/bucket/key?X-Amz-Signature=s`)

/** What a program that logs all of it as JSON would have written. */
const logged = () => {
  const lines: Array<string> = []
  const layer = Layer.merge(
    Logger.replace(
      Logger.defaultLogger,
      Logger.make((options) => {
        lines.push(Logger.jsonLogger.log(options), inspect(options, { depth: 20 }), Cause.pretty(options.cause))
      })
    ),
    Logger.minimumLogLevel(LogLevel.All)
  )
  return { lines, layer }
}

describe("a control call of a storage", () => {
  it.scopedLive("whose answer has no end is broken off", () =>
    Effect.gen(function*() {
      const closed = Deferred.unsafeMake<void>(FiberId.none)
      let sent = () => 0
      const server = yield* record((_, response) => {
        response.on("close", () => Deferred.unsafeDone(closed, Effect.void))
        sent = endless(response)
      })
      const ask = yield* exchange
      const error = yield* Effect.promise(() =>
        ask(get(server.origin), undefined).then(() => undefined, (reason: unknown) => reason)
      )
      assert.deepInclude(error, { _tag: "TransportError", reason: "AnswerTooLarge", retry: "never" })
      assert.strictEqual(
        String(error),
        `TransportError: GET ${server.origin}/bucket/key answered with too much to read: 16777216 bytes at most`
      )
      yield* Deferred.await(closed)
      assert.isBelow(sent(), 40 * MiB)
    }).pipe(Effect.provide(HttpClientNode.layerStorage)))

  it.scopedLive("ends with its signal in the middle of an answer, and closes its connection", () =>
    Effect.gen(function*() {
      const begun = Deferred.unsafeMake<void>(FiberId.none)
      const closed = Deferred.unsafeMake<void>(FiberId.none)
      const server = yield* record((_, response) => {
        response.on("close", () => Deferred.unsafeDone(closed, Effect.void))
        response.write("<ListPartsResult>", () => Deferred.unsafeDone(begun, Effect.void))
      })
      const ask = yield* exchange
      const controller = new AbortController()
      const asked = ask(get(server.origin), controller.signal).then(() => undefined, (reason: unknown) => reason)
      yield* Deferred.await(begun)
      controller.abort()
      assert.propertyVal(yield* Effect.promise(() => asked), "name", "AbortError")
      yield* Deferred.await(closed)
    }).pipe(Effect.provide(HttpClientNode.layerStorage)))

  it.scopedLive("that is refused tells no log what the storage said", () => {
    const { layer, lines } = logged()
    const refusal = "<Error><Code>InvalidToken</Code><Message>no</Message><Token-0>ST-SECRET</Token-0></Error>"
    return Effect.gen(function*() {
      const server = yield* record((_, response) => response.writeHead(400, { "x-amz-request-id": "1" }).end(refusal))
      const ask = yield* exchange
      const error = yield* Effect.promise(() =>
        ask(get(server.origin), undefined).then(() => undefined, (reason: unknown) => reason)
      )
      yield* Effect.logDebug("refused", error)
      if (!(error instanceof Exchange.RefusedReply)) return assert.fail(String(error))
      assert.deepInclude(Redacted.value(error.reply), { status: 400, body: refusal })
      assert.isNotEmpty(lines)
      assert.notInclude(lines.join("\n"), "ST-SECRET")
      assert.notInclude(JSON.stringify(error), "ST-SECRET")
    }).pipe(Effect.provide(Layer.merge(HttpClientNode.layerStorage, layer)))
  })

  it.scopedLive.each([["Node's", HttpClientNode.layerStorage], ["a program's own", FetchHttpClient.layer]] as const)(
    "over %s client tells no span its query and its keys, and sends no trace",
    ([, layer]) =>
      Effect.gen(function*() {
        const told: Array<unknown> = []
        const server = yield* record((_, response) => response.end("<Ok/>"))
        const ask = yield* Effect.withTracer(exchange, keepingTracer(told))
        const request = HttpClientRequest.setHeader(get(server.origin), "x-amz-security-token", "ST-SECRET")
        yield* Effect.promise(() => ask(request, undefined))
        const text = inspect(told, { depth: 20 })
        for (const secret of ["ST-SECRET", "X-Amz-Signature"]) assert.notInclude(text, secret)
        const [received] = server.received
        assert.isEmpty(received?.rawHeaders.filter(([name]) => ["traceparent", "b3"].includes(name)))
      }).pipe(Effect.provide(layer))
  )
})
