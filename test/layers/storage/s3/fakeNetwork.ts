/**
 * An `HttpClient` that answers from a list and keeps what was asked.
 */
import { HttpClient, HttpClientError, HttpClientResponse } from "@effect/platform"
import { Effect, Redacted } from "effect"
import { SpaceId } from "../../../../src/domain/Ids.js"
import type { StorageCredential } from "../../../../src/domain/StorageCredential.js"
import * as S3ObjectStore from "../../../../src/layers/storage/s3/S3ObjectStore.js"
import * as S3Sdk from "../../../../src/layers/storage/s3/S3Sdk.js"

export interface Asked {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Answer =
  | { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> }
  | "network"
  | "never"

const textOf = (body: { readonly _tag: string; readonly body?: unknown }): string =>
  body._tag === "Uint8Array" && body.body instanceof Uint8Array ? new TextDecoder().decode(body.body) : ""

export const fakeNetwork = (answers: ReadonlyArray<Answer>) => {
  const asked: Array<Asked> = []
  const ended: Array<string> = []
  const httpClient = HttpClient.make((request, url) => {
    const answer = answers[asked.length] ?? { status: 500, body: "not in the list" }
    asked.push({ method: request.method, url, headers: request.headers, body: textOf(request.body) })
    if (answer === "never") return Effect.onInterrupt(Effect.never, () => Effect.sync(() => ended.push(url.pathname)))
    if (answer === "network") {
      return new HttpClientError.RequestError({ request, reason: "Transport", description: "connection refused" })
    }
    const body = answer.status === 204 || request.method === "HEAD" ? null : answer.body ?? ""
    return Effect.succeed(
      HttpClientResponse.fromWeb(request, new Response(body, { status: answer.status, headers: answer.headers ?? {} }))
    )
  })
  return { httpClient, asked, ended }
}

/** Lets the promises of the SDK continue until something has happened. */
export const until = (happened: () => boolean) =>
  Effect.promise(async () => {
    while (!happened()) await new Promise((resolve) => setImmediate(resolve))
  })

export const credentialOf = (change: Partial<StorageCredential> = {}): StorageCredential => ({
  spaceId: SpaceId.make("space"),
  version: 1,
  platform: "s3",
  fetchedAt: 0,
  expiresAt: undefined,
  drive: undefined,
  bucket: {
    bucket: "bucket",
    endpoint: "http://storage.test:9000",
    region: "eu-1",
    accessKeyId: Redacted.make("the-key-id"),
    accessKeySecret: Redacted.make("the-secret"),
    securityToken: Redacted.make("the-token"),
    callback: undefined
  },
  ...change
})

export const storeOn = (
  answers: ReadonlyArray<Answer>,
  options: Partial<S3ObjectStore.S3ObjectStoreOptions> = {}
) =>
  Effect.map(Effect.runtime<never>(), (runtime) => {
    const network = fakeNetwork(answers)
    const objects = S3ObjectStore.make({
      sdk: S3Sdk.make(),
      httpClient: network.httpClient,
      runtime,
      credential: Effect.succeed(credentialOf()),
      ...options
    })
    return { ...network, objects }
  })
