/**
 * Requests signed by hand, and sent to the endpoint without a socket.
 */
import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import type { HttpApp } from "@effect/platform"
import { Clock, Effect } from "effect"
import type { AccessKey } from "../../src/AccessKeys.js"
import * as SigningText from "../../src/bucketHttp/SigningText.js"
import * as WebRequest from "../../src/http/WebRequest.js"
import * as SigV4 from "../../src/s3/SigV4.js"

export interface Unsigned {
  readonly method: string
  readonly path: string
  readonly query?: ReadonlyArray<readonly [string, string]>
  readonly headers?: Readonly<Record<string, string>>
  readonly payloadHash?: string
}

export interface SigningInput {
  readonly key: Pick<AccessKey, "accessKeyId" | "secretAccessKey" | "sessionToken">
  readonly host: string
  readonly region?: string
  readonly now: number
}

/** The headers of a signed request, and what the signatures of its chunks continue from. */
export const sign = (request: Unsigned, { host, key, now, region = "us-east-1" }: SigningInput) => {
  const amzDate = SigningText.formatDate(now)
  const scope: SigV4.Scope = { date: amzDate.slice(0, 8), region, service: "s3" }
  const payloadHash = request.payloadHash ?? SigV4.unsignedPayload
  const headers: Record<string, string> = {
    ...request.headers,
    host,
    "x-amz-date": amzDate,
    "x-amz-content-sha256": payloadHash,
    ...key.sessionToken === undefined ? {} : { "x-amz-security-token": key.sessionToken }
  }
  const signedHeaders = Object.keys(headers).sort()
  const canonical = SigV4.canonicalRequest({
    ...request,
    query: request.query ?? [],
    headers,
    signedHeaders,
    payloadHash
  })
  const signingKey = SigV4.signingKey(key.secretAccessKey, scope)
  const signature = SigV4.sign(signingKey, SigV4.stringToSign(amzDate, scope, canonical))
  const credential = `${key.accessKeyId}/${SigV4.scopeText(scope)}`
  return {
    headers: {
      ...headers,
      authorization: `${SigV4.algorithm} Credential=${credential}, SignedHeaders=${
        signedHeaders.join(";")
      }, Signature=${signature}`
    } as Record<string, string>,
    amzDate,
    scope,
    signingKey,
    signature
  }
}

const hostName = "s3.test"

/** Sends a request to the app on this fiber, so on its clock. */
export const send = (
  app: HttpApp.Default<never, never>,
  request: {
    readonly method: string
    readonly target: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string | Uint8Array
  }
) =>
  Effect.gen(function*() {
    const serverRequest = WebRequest.make({
      method: request.method,
      url: new URL(request.target, `http://${hostName}`),
      target: request.target,
      headers: new Headers(request.headers),
      body: request.body === undefined ? undefined : new Blob([Buffer.from(request.body)]).stream()
    })
    const response = yield* Effect.scoped(
      Effect.provideService(app, HttpServerRequest.HttpServerRequest, serverRequest)
    )
    const web = HttpServerResponse.toWeb(response)
    const text = yield* Effect.promise(() => web.text())
    const field = (name: string) => new RegExp(`<${name}>([^]*?)</${name}>`).exec(text)?.[1]
    return { status: web.status, headers: web.headers, text, code: field("Code"), field }
  })

/** Signs with the key at the clock's time, then sends. */
export const sendSigned = (
  app: HttpApp.Default<never, never>,
  key: SigningInput["key"],
  request: Unsigned & {
    readonly body?: string | Uint8Array
    readonly region?: string
    readonly unsigned?: Record<string, string>
  }
) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const length = request.body === undefined ? 0 : Buffer.from(request.body).length
    const headers = { "content-length": String(length), ...request.headers }
    const signing = { key, host: hostName, now, ...request.region === undefined ? {} : { region: request.region } }
    const signed = sign({ ...request, headers }, signing)
    const search = (request.query ?? []).map(([name, value]) =>
      `${SigningText.uriEncode(name)}=${SigningText.uriEncode(value)}`
    )
    return yield* send(app, {
      method: request.method,
      target: `${SigningText.encodePath(request.path)}${search.length === 0 ? "" : `?${search.join("&")}`}`,
      headers: { ...signed.headers, ...request.unsigned },
      ...request.body === undefined ? {} : { body: request.body }
    })
  })

export const endpoint = `http://${hostName}`
