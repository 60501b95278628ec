/**
 * One client's network over the modelled service: the product API as an `HttpClient`, the storage as a `Transport`. The answers are the
 * least that is valid.
 */
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { Clock, Effect, Stream } from "effect"
import * as Redacted from "effect/Redacted"
import { TransportError } from "../../src/domain/errors/TransportError.js"
import type { Transport } from "../../src/services/Transport.js"
import type { Reception, ServiceModel } from "./ServiceModel.js"

export const apiOrigin = "https://api.crowd.example"

const storageOrigin = "https://storage.crowd.example"

/** MD5 of what all clients upload. */
export const etag = "0cc175b9c0f1b6a831c399e269772661"

export interface ModelledClient {
  readonly number: number
  readonly model: ServiceModel
  /** Epoch milliseconds of the start. */
  readonly startedAt: number
  /** Seconds. */
  readonly credentialLife: number
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly now: number
}

/** What a call does, and the data that it is answered with. */
interface Answer {
  readonly work: string | undefined
  readonly data: unknown
}

const decoder = new TextDecoder()
const encoder = new TextEncoder()

const field = (body: unknown, name: string): string => String(Reflect.get(Object(body), name))

const answerTo = ({ credentialLife, number }: ModelledClient, { body, method, now, path }: Asked): Answer => {
  const spaceId = `space-${number}`
  const once = (what: string, data: unknown): Answer => ({ work: `${number} ${what}`, data })
  if (path === "/api/v2/user/login") return once("login", { wsid: `user-${number}` })
  if (path === "/api/v2/drive/space/list") return once("spaces", { list: [{ space_id: spaceId, platform: 3 }] })
  if (path.endsWith("/benefit")) return once("benefit", { file_size_limit: 0 })
  if (path.endsWith("/drive/info")) return once("info", { file_size_limit: 0 })
  if (path.endsWith("/upload/success-callback")) return once(`confirm ${field(body, "file_ids")}`, { failed: [] })
  if (path.endsWith("/list")) return { work: undefined, data: { list: [] } }
  if (path.endsWith("/token")) {
    const expiresAt = now + credentialLife * 1000
    return {
      work: undefined,
      data: {
        platform: 3,
        bucket_name: "crowd",
        bucket_endpoint: storageOrigin,
        region: "eu-1",
        access_key_id: "AK",
        access_key_secret: "SK",
        security_token: String(expiresAt),
        expire_time: expiresAt
      }
    }
  }
  if (method === "POST" && path === `/api/v2/file/${spaceId}`) {
    const id = `${number}-${field(body, "file_name")}`
    return once(`create ${id}`, { file_id: id, object_key: id, rapid_upload: false })
  }
  throw new Error(`the modelled service has no ${method} ${path}`)
}

const nowSince = (client: ModelledClient): Effect.Effect<number> =>
  Effect.map(Clock.currentTimeMillis, (now) => now - client.startedAt)

const retryAfterHeader = (reception: Reception): Record<string, string> =>
  reception._tag === "Refused" && reception.retryAfter !== undefined
    ? { "retry-after": String(reception.retryAfter) }
    : {}

const refusedByNetwork = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" })

/** The service looked at a call, and this is what comes back. */
const answered = Effect.fnUntraced(
  function*(client: ModelledClient, request: HttpClientRequest.HttpClientRequest) {
    const now = yield* nowSince(client)
    const body = request.body._tag === "Uint8Array" ? JSON.parse(decoder.decode(request.body.body)) : undefined
    const path = request.url.slice(apiOrigin.length)
    const { data, work } = answerTo(client, { method: request.method, path, body, now: client.startedAt + now })
    const reception = client.model.receive(now, client.number, work)
    yield* Effect.sleep(reception.after)
    if (reception._tag === "Unreachable") {
      return yield* new HttpClientError.RequestError({ request, reason: "Transport", cause: refusedByNetwork })
    }
    const bytes = reception._tag === "Served" ? encoder.encode(JSON.stringify({ code: 0, data })) : new Uint8Array()
    const headers = { ...retryAfterHeader(reception), "content-length": String(bytes.length) }
    const response = HttpClientResponse.fromWeb(
      request,
      new Response(null, { status: reception._tag === "Served" ? 200 : 503, headers })
    )
    // The bytes as they are: a Response would hand them over by promises, which cost a hundred times as much.
    return Object.defineProperties(response, {
      arrayBuffer: { value: Effect.succeed(bytes) },
      stream: { value: Stream.make(bytes) }
    })
  }
)

/** Not by `HttpClient.make`, which makes a URL and an AbortController for each request. */
export const apiClient = (client: ModelledClient): HttpClient.HttpClient =>
  HttpClient.makeWith(
    (sent: Effect.Effect<HttpClientRequest.HttpClientRequest>) =>
      Effect.flatMap(sent, (request) => answered(client, request)),
    Effect.succeed
  )

const expiredToken = "<?xml version=\"1.0\"?><Error><Code>ExpiredToken</Code></Error>"

export const transport = (client: ModelledClient): Transport["Type"] => ({
  put: (address, body, sent) =>
    Effect.gen(function*() {
      const now = yield* nowSince(client)
      const url = new URL(Redacted.value(address.url))
      const reception = client.model.receive(now, client.number, `${client.number} put ${url.pathname}`)
      yield* Effect.sleep(reception.after)
      if (reception._tag === "Unreachable") {
        const path = url.origin + url.pathname
        return yield* new TransportError({ reason: "Network", method: "PUT", path, detail: "ECONNREFUSED" })
      }
      sent(body instanceof Uint8Array ? body.length : body.size)
      if (reception._tag === "Refused") return { status: 503, headers: retryAfterHeader(reception), body: "" }
      const expiresAt = Number(url.searchParams.get("X-Amz-Security-Token"))
      if (client.startedAt + now > expiresAt) return { status: 403, headers: {}, body: expiredToken }
      return { status: 200, headers: { etag: `"${etag}"` }, body: "" }
    }),
  get: () => Effect.die("nobody downloads here")
})
