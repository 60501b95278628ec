/**
 * The network of ali-oss (`urllib`), carried by our own `HttpClient`. The SDK makes errors of its own out of what goes
 * wrong, so the reason is kept beside them.
 */
import * as HttpBody from "@effect/platform/HttpBody"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type { Exchange } from "../bucket/BucketExchange.js"
import { escapeDots } from "./OssAddress.js"
import type { OssUrllib } from "./OssSdk.js"

/** The network sets these itself, from the same address and body. */
const setByNetwork = new Set(["host", "content-length"])

const bodyOf = (content: string | Uint8Array | undefined, contentType: string | undefined): HttpBody.HttpBody => {
  if (content === undefined || content === "") return HttpBody.empty
  return typeof content === "string" ? HttpBody.text(content, contentType) : HttpBody.uint8Array(content, contentType)
}

/** The SDK writes the key into the path as it is. */
const withUnresolvedPath = (url: string): string => {
  const [, origin = "", path = "", query = ""] = /^([^:]*:\/\/[^/?]*)([^?]*)(.*)$/s.exec(url) ?? []
  return `${origin}${escapeDots(path)}${query}`
}

type OssHttpRequest = Parameters<OssUrllib["request"]>[1]

const httpRequest = (url: string, { content, headers, method }: OssHttpRequest) => {
  const sent = Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      setByNetwork.has(name.toLowerCase()) ? [] : [[name.toLowerCase(), String(value)]]
    )
  )
  const verb = method.toUpperCase() as "GET" | "HEAD" | "POST" | "PUT" | "DELETE" // the SDK's type for it is `string`
  return HttpClientRequest.make(verb)(withUnresolvedPath(url)).pipe(
    HttpClientRequest.setBody(bodyOf(content, sent["content-type"])),
    HttpClientRequest.setHeaders(sent)
  )
}

const decoder = new TextDecoder()

/**
 * What the storage answered to a call, when it did not refuse it. Header names are lower case.
 */
export interface OssReply {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * A network for one call, its answer, and the reason why it failed, if it did. A refusal always rejects: the SDK would else repeat
 * it by itself (clock skew in browsers) or take it for a success (versioning).
 */
export const forCall = (exchange: Exchange, signal: AbortSignal) => {
  let reason: unknown
  let reply: OssReply | undefined
  const urllib: OssUrllib = {
    request: async (url, request) => {
      try {
        const { body, headers, status } = await exchange(httpRequest(url, request), signal)
        reply = { headers, body: decoder.decode(body) }
        return { status, headers, data: reply.body, res: { status, headers } }
      } catch (error) {
        reason = error
        throw error
      }
    }
  }
  return { urllib, reply: () => reply, reasonOf: (rejection: unknown): unknown => reason ?? rejection }
}
