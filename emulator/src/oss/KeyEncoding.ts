/**
 * How names are spelled in answers: as they are, or encoded for a URL, since XML 1.0 cannot hold every key.
 */
import * as Effect from "effect/Effect"
import { encodePath } from "../bucketHttp/SigningText.js"
import { parameter } from "../http/RequestTarget.js"
import { invalidArgument, type OssError } from "./OssError.js"
import type { OssRequest } from "./OssRequest.js"

/**
 * `type` is what the answer says of itself as `EncodingType`.
 */
export interface KeyEncoding {
  readonly type: "url" | undefined
  readonly spell: (name: string) => string
}

/**
 * The encoding that a request asks for with `encoding-type`.
 */
export const of = (request: OssRequest): Effect.Effect<KeyEncoding, OssError> => {
  const type = parameter(request, "encoding-type")
  switch (type) {
    case undefined:
      return Effect.succeed({ type, spell: (name) => name })
    case "url":
      return Effect.succeed({ type, spell: encodePath })
    default:
      return Effect.fail(invalidArgument("encoding-type", type, "The encoding type is url."))
  }
}
