import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import { Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import { Emulator } from "../../src/Emulator.js"
import type { EmulatorOptions } from "../../src/EmulatorOptions.js"
import { serve } from "../../src/RunningEmulator.js"

export const productHeaders = { "x-prod-id": "test", "x-prod-ver": "1", "x-lang": "en", "x-client-type": "7" }

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly cookie: string | undefined
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  readonly body: any
}

export interface CallOptions {
  readonly body?: unknown
  readonly text?: string
  readonly cookie?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** One request, as bare as it can be: no envelope is opened, no cookie kept. */
export const call = (method: HttpMethod, path: string, options: CallOptions = {}) =>
  Effect.gen(function*() {
    const client = HttpClient.withTracerPropagation(yield* HttpClient.HttpClient, false)
    const { origins } = yield* Emulator
    const text = options.text ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
    const request = HttpClientRequest.make(method)(origins.api + path).pipe(
      HttpClientRequest.setHeaders({
        ...options.headers ?? productHeaders,
        ...options.cookie === undefined ? {} : { cookie: options.cookie }
      }),
      text === undefined ? (same) => same : HttpClientRequest.bodyText(text, "application/json")
    )
    const response = yield* client.execute(request)
    const answer = yield* response.text
    return {
      status: response.status,
      headers: response.headers,
      cookie: /^[^;]+/.exec(response.headers["set-cookie"] ?? "")?.[0],
      body: answer === "" ? undefined : JSON.parse(answer)
    } satisfies Answer
  })

/** Calls with the cookie of a session. */
export const signedIn = Effect.gen(function*() {
  const { users } = yield* Emulator
  const { cookie } = yield* call("POST", "/api/v2/user/login", { body: { access_token: users[0]?.accessToken } })
  return (method: HttpMethod, path: string, body?: unknown) => call(method, path, { body, cookie })
})

export const sha1 = (bytes: Uint8Array): string => createHash("sha1").update(bytes).digest("hex").toUpperCase()

/** Puts bytes where a create answer says, with a key from the token call. */
export const store = (spaceId: string, objectKey: string, bytes: Uint8Array) =>
  Effect.gen(function*() {
    const emulator = yield* Emulator
    const { presign } = yield* Effect.promise(() => import("../../src/s3/presign.js"))
    const bucket = emulator.users.flatMap((user) => user.spaces).find((space) => space.spaceId === spaceId)?.bucket ??
      ""
    const url = presign({
      method: "PUT",
      endpoint: emulator.origins.s3,
      region: "us-east-1",
      bucket,
      key: objectKey,
      credential: emulator.directKey,
      now: yield* Effect.map(Effect.clock, (clock) => clock.unsafeCurrentTimeMillis())
    })
    const client = HttpClient.withTracerPropagation(yield* HttpClient.HttpClient, false)
    const response = yield* client.execute(
      HttpClientRequest.put(url).pipe(HttpClientRequest.bodyUint8Array(bytes, ""))
    )
    return response.status
  })

export const inProcess = (options: EmulatorOptions = {}) =>
  Emulator.httpClient.pipe(Layer.provideMerge(Emulator.layer(options)))

export const overSockets = (options: EmulatorOptions = {}) =>
  Layer.merge(FetchHttpClient.layer, Layer.scoped(Emulator, serve(options)))

/** The body that announces these bytes. */
export const announcing = (name: string, bytes: Uint8Array, more: Readonly<Record<string, unknown>> = {}) => ({
  file_name: name,
  file_size: bytes.length,
  file_type: 1,
  parent_file_id: "root",
  content_hash: sha1(bytes),
  content_hash_name: "sha1",
  ...more
})

export type SignedIn = Effect.Effect.Success<typeof signedIn>

/** Announces, stores and confirms, whatever way the service takes; gives the create answer's data. */
export const upload = (
  api: SignedIn,
  spaceId: string,
  name: string,
  bytes: Uint8Array,
  more: Readonly<Record<string, unknown>> = {}
) =>
  Effect.gen(function*() {
    const { body } = yield* api("POST", `/api/v2/file/${spaceId}`, announcing(name, bytes, more))
    if (body.code !== 0 || body.data.rapid_upload === true) return body
    yield* store(spaceId, body.data.object_key, bytes)
    const done = yield* api("PUT", `/api/v2/file/${spaceId}/upload/success-callback`, { file_ids: [body.data.file_id] })
    return { ...body, failed: done.body.data.failed }
  })

export const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text)
