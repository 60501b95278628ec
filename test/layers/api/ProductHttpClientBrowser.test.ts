import { FetchHttpClient, HttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Schema } from "effect"
import * as DriveApiHttp from "../../../src/layers/api/DriveApiHttp.js"
import * as DriveEvents from "../../../src/layers/api/DriveEventsLayer.js"
import * as DriveConfig from "../../../src/layers/api/DriveOptions.js"
import * as ProductHttpClientBrowser from "../../../src/layers/browser/ProductHttpClientBrowser.js"
import { everythingAtOnce } from "../../../src/layers/everythingAtOnce.js"
import { DriveApi } from "../../../src/services/DriveApi.js"
import { assertFields } from "./assertFields.js"
import { options } from "./fakeProduct.js"

/** A fetch that keeps how it was called, and the answer to give. */
const fakeFetch = (answer: () => Response) => {
  const calls: Array<{ readonly url: string; readonly init: RequestInit | undefined }> = []
  const fetch: typeof globalThis.fetch = (input, init) => {
    calls.push({ url: String(input), init })
    return Promise.resolve(answer())
  }
  return { calls, layer: Layer.succeed(FetchHttpClient.Fetch, fetch) }
}

const request = Effect.flatMap(
  DriveApi,
  (api) => api.request({ operation: "Test.read", method: "GET", path: "/api/v2/read", response: Schema.Void })
)

const apiLayer = DriveApiHttp.layer(everythingAtOnce.oddAnswers).pipe(
  Layer.provide(ProductHttpClientBrowser.layer),
  Layer.provide(Layer.merge(DriveConfig.layer(options), DriveEvents.layer))
)

describe("the product API over a browser's fetch", () => {
  it.effect("sends cookies and follows no redirect; a storage client on the same fetch does neither", () => {
    const fetch = fakeFetch(() => new Response("{\"code\":0}"))
    return Effect.gen(function*() {
      yield* request
      yield* (yield* HttpClient.HttpClient).get("https://bucket.example.com/key")
      const [product, storage] = fetch.calls
      assertFields(product?.init, { credentials: "include", redirect: "manual" })
      assertFields(storage?.init, { credentials: undefined, redirect: undefined })
      assert.notProperty(Object(storage?.init?.headers), "x-prod-id")
    }).pipe(Effect.provide(Layer.mergeAll(apiLayer, FetchHttpClient.layer, fetch.layer)))
  })

  it.effect("sends what is asked for in the query; an address that is none is named, and nothing is sent", () => {
    const fetch = fakeFetch(() => new Response(""))
    return Effect.gen(function*() {
      const client = yield* HttpClient.HttpClient
      yield* client.get("https://bucket.example.com/key?list=2", { urlParams: { prefix: "a b&c", after: "" } })
      const error = yield* Effect.flip(client.get("https://bucket example/key"))
      assertFields(error, { _tag: "RequestError", reason: "InvalidUrl" })
      assert.deepStrictEqual(fetch.calls.map(({ url }) => url), [
        "https://bucket.example.com/key?list=2&prefix=a+b%26c&after="
      ])
    }).pipe(Effect.provide(Layer.merge(ProductHttpClientBrowser.layer, fetch.layer)))
  })

  it.effect("names a redirect, whose status a browser hides", () => {
    const hidden = Object.defineProperty(new Response(""), "status", { value: 0 })
    return Effect.map(Effect.flip(request), (error) => {
      assertFields(error, { _tag: "TransportError", reason: "ForeignAnswer", status: undefined, retry: "later" })
      assert.include(error.message, "redirects are not followed")
    }).pipe(Effect.provide(Layer.merge(apiLayer, fakeFetch(() => hidden).layer)))
  })

  const endless = (first: Uint8Array) =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(first)
    }, { highWaterMark: 0 })

  it.effect("reads 16 MiB of an answer at most, and closes its connection", () => {
    const fetch = fakeFetch(() => new Response(endless(new Uint8Array(1_048_576))))
    return Effect.gen(function*() {
      const error = yield* Effect.flip(request)
      assertFields(error, { _tag: "TransportError", reason: "AnswerTooLarge" })
      assert.isTrue(fetch.calls[0]?.init?.signal?.aborted)
    }).pipe(Effect.provide(Layer.merge(apiLayer, fetch.layer)))
  })

  it.effect("closes the connection of a call that is left while its answer is read", () => {
    const reading = Effect.unsafeMakeLatch(false)
    const body = new ReadableStream<Uint8Array>({
      pull: () => {
        reading.unsafeOpen()
        return new Promise(() => {})
      }
    }, { highWaterMark: 0 })
    const fetch = fakeFetch(() => new Response(body))
    return Effect.gen(function*() {
      const fiber = yield* Effect.fork(request)
      yield* reading.await
      assert.isFalse(fetch.calls[0]?.init?.signal?.aborted)
      yield* Fiber.interrupt(fiber)
      assert.isTrue(fetch.calls[0]?.init?.signal?.aborted)
    }).pipe(Effect.provide(Layer.merge(apiLayer, fetch.layer)))
  })

  it.effect("fails as a network does where an answer breaks off", () => {
    const broken = () =>
      new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new TypeError("network error")) })
    return Effect.gen(function*() {
      const api = yield* DriveApi
      const once = { operation: "Test.write", method: "POST", path: "/api/v2/write", response: Schema.Void } as const
      assertFields(yield* Effect.flip(api.request(once)), { _tag: "TransportError", reason: "Network" })
    }).pipe(Effect.provide(Layer.merge(apiLayer, fakeFetch(() => new Response(broken())).layer)))
  })

  it.effect("takes an answer without a body for one that says nothing", () =>
    Effect.map(Effect.flip(request), (error) => {
      assertFields(error, { _tag: "TransportError", status: 204 })
    }).pipe(Effect.provide(Layer.merge(apiLayer, fakeFetch(() => new Response(null, { status: 204 })).layer))))
})
