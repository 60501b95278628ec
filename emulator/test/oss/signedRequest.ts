/**
 * Requests signed by hand, and sent to the endpoint without a socket.
 */
import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import type { HttpApp } from "@effect/platform"
import { Clock, Effect } from "effect"
import type { AccessKey } from "../../src/AccessKeys.js"
import { encodePath, formatDate, uriEncode } from "../../src/bucketHttp/SigningText.js"
import * as WebRequest from "../../src/http/WebRequest.js"
import * as SignatureV4 from "../../src/oss/SignatureV4.js"

const origin = "http://127.0.0.1"

export interface Sent {
  readonly method: string
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** Sends a request to the app on this fiber, so on its clock. */
export const send = (app: HttpApp.Default<never, never>, request: Sent) =>
  Effect.gen(function*() {
    const serverRequest = WebRequest.make({
      method: request.method,
      url: new URL(request.target, origin),
      target: request.target,
      headers: new Headers(request.headers),
      body: request.body === undefined ? undefined : new Blob([Buffer.from(request.body)]).stream()
    })
    const response = yield* Effect.scoped(
      Effect.provideService(app, HttpServerRequest.HttpServerRequest, serverRequest)
    )
    const web = HttpServerResponse.toWeb(response)
    const bytes = Buffer.from(yield* Effect.promise(() => web.arrayBuffer()))
    const text = bytes.toString()
    const field = (name: string) => new RegExp(`<${name}>([^]*?)</${name}>`).exec(text)?.[1]
    return { status: web.status, headers: web.headers, bytes, text, code: field("Code"), field }
  })

export interface Unsigned {
  readonly method: string
  readonly bucket: string
  readonly key?: string
  readonly query?: ReadonlyArray<readonly [string, string]>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** When the sender's clock says it is; the clock's time if left out. */
  readonly at?: number
}

/** Signs with version 4, then sends. */
export const sendSigned = (app: HttpApp.Default<never, never>, key: AccessKey, request: Unsigned) =>
  Effect.gen(function*() {
    const date = formatDate(request.at ?? (yield* Clock.currentTimeMillis))
    const scope = { date: date.slice(0, 8), region: "cn-hangzhou" }
    const { body, bucket, key: name = "", method, query = [] } = request
    const headers: Record<string, string> = {
      "content-length": String(body === undefined ? 0 : Buffer.from(body).length),
      ...request.headers,
      "x-oss-date": date,
      "x-oss-content-sha256": SignatureV4.unsignedPayload,
      ...key.sessionToken === undefined ? {} : { "x-oss-security-token": key.sessionToken }
    }
    const canonical = SignatureV4.canonicalRequest({ method, query, headers }, { bucket, key: name }, [])
    const signature = SignatureV4.sign(
      key.secretAccessKey,
      scope,
      SignatureV4.stringToSign(date, scope, canonical)
    )
    const credential = `${key.accessKeyId}/${SignatureV4.scopeText(scope)}`
    const search = query.map(([one, value]) => value === "" ? uriEncode(one) : `${uriEncode(one)}=${uriEncode(value)}`)
    return yield* send(app, {
      method,
      target: encodePath(bucket === "" ? "/" : `/${bucket}/${name}`) +
        (search.length === 0 ? "" : `?${search.join("&")}`),
      headers: {
        ...headers,
        authorization: `${SignatureV4.algorithm} Credential=${credential},Signature=${signature}`
      },
      ...body === undefined ? {} : { body }
    })
  })
