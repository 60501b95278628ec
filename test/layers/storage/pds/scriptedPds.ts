/** A pds space whose service answers from a script, written by hand from the API's documentation. */
import { HttpClient, HttpClientResponse } from "@effect/platform"
import { assert } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SpaceId } from "../../../../src/domain/Ids.js"
import type { StorageCredential } from "../../../../src/domain/StorageCredential.js"
import * as PdsClient from "../../../../src/layers/storage/pds/PdsClient.js"
import * as PdsProvider from "../../../../src/layers/storage/pds/PdsProvider.js"
import type { Credentials } from "../../../../src/services/Credentials.js"

export interface Asked {
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Record<string, unknown>
}

export interface Answer {
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Script = (path: string, asked: Asked, count: number) => Answer | "cut" | undefined

export const spaceId = SpaceId.make("pds-space")

const credentialOf = (version: number): StorageCredential => ({
  spaceId,
  version,
  platform: "pds",
  fetchedAt: 0,
  expiresAt: undefined,
  bucket: undefined,
  drive: { endpoint: "https://d.api.example.com", driveId: "42", accessToken: Redacted.make(`token-${version}`) }
})

/** Answers by path (without `/v2`); a call that the script does not know fails the test. */
export const scripted = (script: Script, options: { readonly parallelUpload?: boolean } = {}) => {
  const asked: Array<Asked & { readonly path: string }> = []
  let version = 1
  const calls = { refresh: 0 }
  const httpClient = HttpClient.make((request) =>
    Effect.gen(function*() {
      assert.strictEqual(request.method, "POST")
      const path = new URL(request.url).pathname.replace(/^\/v2/, "")
      const text = request.body._tag === "Uint8Array" ? new TextDecoder().decode(request.body.body) : "{}"
      const one = { url: request.url, headers: { ...request.headers }, body: JSON.parse(text) }
      const count = asked.filter((earlier) => earlier.path === path).length
      asked.push({ ...one, path })
      const answer = script(path, one, count)
      if (answer === undefined) return yield* Effect.dieMessage(`not in the script: ${path} ${text}`)
      if (answer === "cut") return yield* Effect.never
      const body = answer.body === undefined
        ? null
        : typeof answer.body === "string"
        ? answer.body
        : JSON.stringify(answer.body)
      return HttpClientResponse.fromWeb(
        request,
        new Response(body, { status: answer.status ?? 200, headers: answer.headers ?? {} })
      )
    })
  )
  const credentials: Credentials.Service = {
    get: () => Effect.sync(() => credentialOf(version)),
    refresh: (_, stale) =>
      Effect.sync(() => {
        calls.refresh++
        if (version === stale) version++
        return credentialOf(version)
      }),
    clear: Effect.void
  }
  const space = { spaceId, platform: "pds" as const, name: undefined, fileSizeLimit: 1000, downloadSpeed: undefined }
  return {
    asked,
    calls,
    client: PdsClient.make({ httpClient, credentials, spaceId }),
    provider: PdsProvider.make({ httpClient, credentials, parallelUpload: options.parallelUpload ?? false }, space),
    bodies: (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body)
  }
}

export const refusal = (status: number, code: string, message = "no"): Answer => ({ status, body: { code, message } })

export const file = (name: string, more: object = {}) => ({
  file_id: `id-${name}`,
  name,
  type: "file",
  size: 3,
  created_at: "2026-01-02T03:04:05.678Z",
  ...more
})
