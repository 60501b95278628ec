/**
 * The callback of a space: OSS tells a service of each object it has stored, and passes the service's answer on.
 */
import * as Either from "effect/Either"
import type { StorageCallback } from "../../../domain/StorageCredential.js"
import * as Base64 from "../bucket/Base64.js"

/**
 * The header that asks for the callback. Signatures cover it.
 */
export const callbackHeader = "x-oss-callback"

const optional = (name: string, text: string | null | undefined) =>
  text === null || text === undefined ? {} : {
    [name]: text
  }

/** OSS wants the address escaped; one that is already must not be escaped twice. */
const escapedUrl = (url: string): string => encodeURI(url).replace(/%25(?=[0-9a-f]{2})/gi, "%")

/**
 * The header for a space that has a callback; nothing for one that has none.
 */
export const callbackHeaders = (callback: StorageCallback | undefined): Readonly<Record<string, string>> =>
  callback === undefined ? {} : {
    [callbackHeader]: Base64.ofText(JSON.stringify({
      callbackUrl: escapedUrl(callback.callback_url),
      ...optional("callbackHost", callback.callback_host),
      callbackBody: callback.callback_body,
      ...optional("callbackBodyType", callback.callback_body_type)
    }))
  }

/**
 * What the service answered to the callback: any JSON. `undefined` when the request asked for none, or the text is none.
 */
export const callbackAnswer = (headers: Readonly<Record<string, string>>, body: string): unknown => {
  if (!(callbackHeader in headers)) return undefined
  const answer = Either.try((): unknown => JSON.parse(body))
  return Either.isRight(answer) ? answer.right : undefined
}
