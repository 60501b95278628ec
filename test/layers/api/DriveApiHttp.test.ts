import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Schema, TestClock } from "effect"
import { PlatformFromWire } from "../../../src/domain/Platform.js"
import { SpaceList } from "../../../src/domain/Space.js"
import type { DriveOptions } from "../../../src/layers/api/DriveOptions.js"
import type { ApiRequest } from "../../../src/services/DriveApi.js"
import { DriveApi } from "../../../src/services/DriveApi.js"
import type { DriveEvent } from "../../../src/services/DriveEvents.js"
import { DriveEvents } from "../../../src/services/DriveEvents.js"
import { KnownHosts } from "../../../src/services/KnownHosts.js"
import { assertFields } from "./assertFields.js"
import type { Answer, Product } from "./fakeProduct.js"
import { apiLayer, data, fakeProduct, origin } from "./fakeProduct.js"

const name: ApiRequest<{ readonly name: string }, { readonly name: string }> = {
  operation: "Test.name",
  method: "GET",
  path: "/api/v2/test",
  response: Schema.Struct({ name: Schema.String })
}

const ask = <A, I>(request: ApiRequest<A, I>) => Effect.flatMap(DriveApi, (api) => api.request(request))

const answered = <A, I>(answer: Answer, request: ApiRequest<A, I>) =>
  Effect.flip(ask(request)).pipe(Effect.provide(apiLayer(fakeProduct(() => answer).layer)))

/** A GET is repeated; most answers are looked at through a request that is not. */
const once = { ...name, repeatable: false }

describe("a request to the product API", () => {
  it.effect("has method, path, query, JSON body and the product's headers", () =>
    Effect.gen(function*() {
      const product = fakeProduct(() => data({ name: "x" }))
      const overrides: Partial<DriveOptions> = { language: "de", headerNames: { productVersion: "X-Version" } }
      const result = yield* ask({
        ...name,
        method: "PUT",
        query: { page: 2, all: true, missing: undefined, text: "a b&c" },
        body: { file_ids: ["1"] }
      }).pipe(Effect.provide(apiLayer(product.layer, overrides)))
      assert.deepStrictEqual(result, { name: "x" })
      assert.deepStrictEqual(product.asked, [{
        method: "PUT",
        path: "/api/v2/test",
        query: "?page=2&all=true&text=a+b%26c",
        headers: {
          "x-prod-id": "p",
          "x-version": "1",
          "x-lang": "de",
          "x-client-type": "7",
          "content-type": "application/json",
          "content-length": "18"
        },
        body: { file_ids: ["1"] }
      }])
    }))

  it.effect("tells the first transfer how long its answer took, unless it was a refusal", () =>
    Effect.gen(function*() {
      const statuses = [200, 503]
      const product = fakeProduct(() =>
        Effect.delay(Effect.sync(() => ({ ...data({ name: "x" }), status: statuses.shift() ?? 200 })), "3 seconds")
      )
      yield* Effect.gen(function*() {
        for (const request of [name, once]) {
          const asking = yield* Effect.fork(Effect.exit(ask(request)))
          yield* TestClock.adjust(request === name ? "3 seconds" : "1 hour")
          yield* Fiber.join(asking)
        }
        assert.deepStrictEqual((yield* KnownHosts)?.lastAnswer, { origin, took: 3000 })
      }).pipe(Effect.provide(Layer.provideMerge(apiLayer(product.layer), KnownHosts.layer)))
    }))

  it.effect("has trace headers only where the option says so", () =>
    Effect.gen(function*() {
      const product = fakeProduct(() => data({ name: "x" }))
      yield* ask(name).pipe(Effect.withSpan("test"), Effect.provide(apiLayer(product.layer)))
      yield* ask(name).pipe(Effect.withSpan("test"), Effect.provide(apiLayer(product.layer, { traceHeaders: true })))
      const traced = product.asked.map(({ headers }) => ["traceparent" in headers, "b3" in headers])
      assert.deepStrictEqual(traced, [[false, false], [true, true]])
    }))

  it.effect("that cannot be written as JSON is not sent", () =>
    Effect.gen(function*() {
      const product = fakeProduct(() => data({ name: "x" }))
      const error = yield* Effect.flip(ask({ ...name, body: { size: 1n } })).pipe(
        Effect.provide(apiLayer(product.layer))
      )
      assert.strictEqual(error._tag, "TransportError")
      assert.lengthOf(product.asked, 0)
    }))
})

describe("an answer of the product API", () => {
  it.effect("with 401 is published and then fails, whatever its body", () =>
    Effect.gen(function*() {
      const events = yield* DriveEvents
      const heard: Array<DriveEvent> = []
      yield* events.on((event) => heard.push(event))
      const error = yield* Effect.flip(ask(name))
      assertFields(error, { _tag: "TokenExpired", path: "/api/v2/test", retry: "afterSignIn", action: "signIn" })
      assert.deepStrictEqual(heard.map((event) => event._tag === "TokenExpired" && event.error === error), [true])
    }).pipe(
      Effect.scoped,
      Effect.provide(apiLayer(fakeProduct(() => ({ status: 401, text: "<html>sign in</html>" })).layer))
    ))

  it.effect("with a code other than 0 is an ApiError, at any status", () =>
    Effect.gen(function*() {
      const plain = yield* answered({ json: { code: 381413, msg: "no parent" } }, name)
      assertFields(plain, { _tag: "ApiError", code: 381413, reason: "no parent", status: 200, method: "GET" })
      const missing = yield* answered({ status: 404, json: { code: "NotFound.File", message: "gone", data: {} } }, name)
      assertFields(missing, { _tag: "ApiError", code: "NotFound.File", reason: "gone", status: 404 })
    }))

  it.effect("with 429 is RateLimited, the pause in milliseconds", () =>
    Effect.gen(function*() {
      const seconds = yield* answered({ status: 429, text: "", headers: { "retry-after": "7" } }, once)
      assertFields(seconds, { _tag: "RateLimited", path: "/api/v2/test", retryAfter: 7000 })
      const date = yield* answered(
        { status: 429, text: "", headers: { "retry-after": "Thu, 01 Jan 1970 00:01:00 GMT" } },
        once
      )
      assertFields(date, { _tag: "RateLimited", retryAfter: 60_000 })
      const none = yield* answered({ status: 429, json: { code: 1 } }, once)
      assertFields(none, { _tag: "RateLimited", retryAfter: undefined })
    }))

  it.effect.each<
    readonly [what: string, answer: Answer, reason: "ForeignAnswer" | "Status" | "Decode", field: string | undefined]
  >([
    ["an HTML page with an error status", { status: 502, text: "<!DOCTYPE html><p>Bad" }, "Status", undefined],
    ["an HTML page with success", { text: "<html><p>hello" }, "ForeignAnswer", undefined],
    [
      "a text of another type",
      { text: "blocked", headers: { "content-type": "text/plain" } },
      "ForeignAnswer",
      undefined
    ],
    ["JSON that was cut", { text: "{", headers: { "content-type": "application/json" } }, "Decode", undefined],
    ["a proxy's wish for a sign-in", { status: 407, text: "" }, "ForeignAnswer", undefined],
    ["a network's wish for a sign-in", { status: 511, text: "<html>" }, "ForeignAnswer", undefined],
    ["text that is not JSON", { text: "code: 0" }, "Decode", undefined],
    ["an empty body", { text: "" }, "Decode", undefined],
    ["JSON that is no envelope", { json: { data: { name: "x" } } }, "Decode", "code"],
    ["a list in place of the envelope", { json: [] }, "Decode", undefined],
    ["JSON that is no envelope, with an error status", { status: 500, json: { error: "x" } }, "Status", undefined],
    ["code 0 with an error status", { status: 500, json: { code: 0, data: { name: "x" } } }, "Status", undefined],
    ["an envelope without data", { json: { code: 0 } }, "Decode", "data"],
    ["data that is null", { json: { code: 0, data: null } }, "Decode", "data"],
    ["a field that is missing", { json: { code: 0, data: {} } }, "Decode", "data.name"],
    ["a field of another type", { json: { code: 0, data: { name: { first: "x" } } } }, "Decode", "data.name"],
    ["a code of another type", { json: { code: true, data: { name: "x" } } }, "Decode", "code"],
    ["a redirect", { status: 302, text: "", headers: { location: "https://evil.example" } }, "ForeignAnswer", undefined]
  ])("that is %s names what is wrong", ([, answer, reason, field]) =>
    Effect.gen(function*() {
      const error = yield* answered(answer, once)
      assertFields(error, {
        _tag: "TransportError",
        reason,
        field,
        status: answer.status ?? 200,
        method: "GET",
        path: `${origin}/api/v2/test`
      })
    }))

  it.effect("names the path of a wrong field in a list, and no value", () =>
    Effect.gen(function*() {
      const request = { ...name, response: SpaceList }
      const missing = yield* answered(data({ list: [{ space_id: "a" }, { name: "secret-value" }] }), request)
      assertFields(missing, { reason: "Decode", field: "data.list[1].space_id", detail: "missing" })
      const mistyped = yield* answered(data({ list: [{ space_id: { id: "4711" } }] }), request)
      assertFields(mistyped, { field: "data.list[0].space_id" })
      assert.notInclude(mistyped.message, "4711")
      const empty = yield* answered(data({ items: [{ space_id: "" }] }), request)
      assertFields(empty, { field: "data.items[0].space_id" })
      const neither = yield* answered(data({}), request)
      assertFields(neither, { field: "data.list", detail: "missing" })
      const code = yield* answered(data({ platform: 99 }), {
        ...name,
        response: Schema.Struct({ platform: PlatformFromWire })
      })
      assertFields(code, { field: "data.platform" })
      assert.notInclude(code.message, "99")
    }))

  it.effect("without data serves where none is needed, and unknown fields are tolerated", () =>
    Effect.gen(function*() {
      for (const json of [{ code: 0 }, { code: "0", data: null }, { code: 0, data: { any: "thing" }, trace: "t" }]) {
        const product = fakeProduct(() => ({ json }))
        yield* ask({ ...name, response: Schema.Void }).pipe(Effect.provide(apiLayer(product.layer)))
        assert.lengthOf(product.asked, 1)
      }
    }))

  const whole = Schema.Struct({
    status: Schema.Number,
    code: Schema.Union(Schema.Number, Schema.String),
    data: Schema.Unknown
  })

  it.effect("with 400 is an answer where the request says so, and only there", () =>
    Effect.gen(function*() {
      const request = { ...name, response: whole, badRequestIsAnswer: true }
      const both = Effect.gen(function*() {
        const refused = yield* ask(request)
        const error = yield* Effect.flip(ask(name))
        return [refused, error._tag]
      })
      const enveloped = fakeProduct(() => ({ status: 400, json: { code: 9, data: { a: 1 } } }))
      assert.deepStrictEqual(yield* Effect.provide(both, apiLayer(enveloped.layer)), [
        { status: 400, code: 9, data: { a: 1 } },
        "ApiError"
      ])
      const bare = fakeProduct(() => ({ status: 400, json: { reason: "x" } }))
      assert.deepStrictEqual(yield* Effect.provide(both, apiLayer(bare.layer)), [
        { status: 400, code: 400, data: { reason: "x" } },
        "TransportError"
      ])
      const other = yield* answered({ json: { code: 9 } }, request)
      assertFields(other, { _tag: "ApiError", code: 9 })
      const page = yield* answered({ status: 400, text: "<html>" }, request)
      assertFields(page, { _tag: "TransportError", reason: "Status", status: 400 })
    }))
})

describe("repeats", () => {
  /** Answers in turn, the last one for good; and when each request came, in milliseconds. */
  const sequence = (...answers: ReadonlyArray<Answer>) => {
    const times: Array<number> = []
    const product: Product = () =>
      Effect.map(Effect.clockWith((clock) => clock.currentTimeMillis), (now) => {
        times.push(now)
        return answers[Math.min(times.length, answers.length) - 1] ?? {}
      })
    return { times, layer: apiLayer(fakeProduct(product).layer) }
  }

  const run = (product: ReturnType<typeof sequence>) =>
    Effect.gen(function*() {
      const fiber = yield* Effect.fork(Effect.either(Effect.provide(ask(name), product.layer)))
      yield* TestClock.adjust(Duration.minutes(10))
      return yield* Fiber.join(fiber)
    })

  it.effect.each<readonly [what: string, answer: Answer]>([
    ["a network error", { network: "ECONNRESET" }],
    ["408", { status: 408, text: "" }],
    ["425", { status: 425, text: "" }],
    ["429", { status: 429, text: "" }],
    ["502", { status: 502, text: "<html>" }],
    ["503 with an envelope", { status: 503, json: { code: 1 } }],
    ["504", { status: 504, text: "" }]
  ])("ask again after %s", ([, answer]) =>
    Effect.gen(function*() {
      const product = sequence(answer, answer, data({ name: "x" }))
      const result = yield* run(product)
      assertFields(result, { _tag: "Right" })
      assert.lengthOf(product.times, 3)
    }))

  it.effect("end after four tries, with growing pauses and the last failure", () =>
    Effect.gen(function*() {
      const product = sequence({ network: "ECONNREFUSED" })
      const result = yield* run(product)
      assertFields(result._tag === "Left" ? result.left : {}, {
        _tag: "TransportError",
        reason: "Network",
        detail: "ECONNREFUSED",
        path: `${origin}/api/v2/test`
      })
      assert.lengthOf(product.times, 4)
      const pauses = product.times.slice(1).map((time, index) => time - (product.times[index] ?? 0))
      for (const [index, pause] of pauses.entries()) {
        assert.isAtLeast(pause, 200 * 2 ** index * 0.79)
        assert.isAtMost(pause, 200 * 2 ** index * 1.21)
      }
    }))

  it.effect("wait as long as Retry-After says, but not for ever", () =>
    Effect.gen(function*() {
      const patient = sequence({ status: 503, text: "", headers: { "retry-after": "30" } }, data({ name: "x" }))
      assertFields(yield* run(patient), { _tag: "Right" })
      assert.deepStrictEqual(patient.times, [0, 30_000])
    }))

  it.effect("do not wait longer than a minute", () =>
    Effect.gen(function*() {
      const product = sequence({ status: 429, text: "", headers: { "retry-after": "3600" } })
      const result = yield* run(product)
      assertFields(result._tag === "Left" ? result.left : {}, { _tag: "RateLimited", retryAfter: 3_600_000 })
      assert.lengthOf(product.times, 1)
    }))

  it.effect.each<readonly [what: string, answer: Answer]>([
    ["401", { status: 401, text: "" }],
    ["404", { status: 404, text: "" }],
    ["500", { status: 500, text: "" }],
    ["a code other than 0", { json: { code: 1 } }],
    ["an answer that cannot be read", { text: "nonsense" }]
  ])("are not made after %s", ([, answer]) =>
    Effect.gen(function*() {
      const product = sequence(answer)
      assertFields(yield* run(product), { _tag: "Left" })
      assert.lengthOf(product.times, 1)
    }))

  it.effect("are not made of a request that may do harm twice", () =>
    Effect.gen(function*() {
      const product = fakeProduct(() => ({ network: "ECONNRESET" }))
      yield* Effect.flip(ask({ ...name, method: "POST" })).pipe(Effect.provide(apiLayer(product.layer)))
      assert.lengthOf(product.asked, 1)
    }))
})
