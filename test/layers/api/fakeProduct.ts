/**
 * A product API without a socket: answers by function, keeps what it was asked. Its answers need no promise, so that
 * the test clock sees every pause.
 */
import { HttpClient, HttpClientError, HttpClientResponse } from "@effect/platform"
import { Effect, Layer, Stream } from "effect"
import * as DriveApiHttp from "../../../src/layers/api/DriveApiHttp.js"
import * as DriveEvents from "../../../src/layers/api/DriveEventsLayer.js"
import * as DriveConfig from "../../../src/layers/api/DriveOptions.js"
import type { DriveOptions } from "../../../src/layers/api/DriveOptions.js"
import { everythingAtOnce } from "../../../src/layers/everythingAtOnce.js"

export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** `json` is written as the body; `network` fails the call with a system error code instead. */
export interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly text?: string
  readonly network?: string
}

export type Product = (asked: Asked) => Answer | Effect.Effect<Answer>

export const data = (value: unknown): Answer => ({ json: { code: 0, data: value } })

const decoder = new TextDecoder()
const encoder = new TextEncoder()

export const origin = "https://api.example.com"

export const options: DriveOptions = { apiHost: origin, product: { id: "p", version: "1" } }

/** The client, and the list of what it was asked. */
export const fakeProduct = (product: Product) => {
  const asked: Array<Asked> = []
  const client = HttpClient.make((request, url) =>
    Effect.gen(function*() {
      const body = request.body._tag === "Uint8Array" ? JSON.parse(decoder.decode(request.body.body)) : undefined
      const entry = {
        method: request.method,
        path: url.pathname,
        query: url.search,
        headers: { ...request.headers },
        body
      }
      asked.push(entry)
      const result = product(entry)
      const answer = Effect.isEffect(result) ? yield* result : result
      if (answer.network !== undefined) {
        const cause = Object.assign(new Error("secret-cookie in a message"), { code: answer.network })
        return yield* new HttpClientError.RequestError({ request, reason: "Transport", cause })
      }
      const text = answer.text ?? JSON.stringify(answer.json)
      const response = HttpClientResponse.fromWeb(
        request,
        new Response(null, { status: answer.status ?? 200, headers: answer.headers ?? {} })
      )
      return Object.defineProperty(response, "stream", { value: Stream.make(encoder.encode(text)) })
    })
  )
  return { asked, layer: Layer.succeed(HttpClient.HttpClient, client) }
}

/** The product API over a fake product, with its configuration and events. */
export const apiLayer = (product: Layer.Layer<HttpClient.HttpClient>, overrides: Partial<DriveOptions> = {}) =>
  DriveApiHttp.layer(everythingAtOnce.oddAnswers).pipe(
    Layer.provide(product),
    Layer.provideMerge(Layer.merge(DriveConfig.layer({ ...options, ...overrides }), DriveEvents.layer))
  )
