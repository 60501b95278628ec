/**
 * Where the product API says that an asset's bytes are.
 */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { expiryOfSignedUrl } from "../../domain/SignedUrl.js"
import type { DownloadAddress } from "../../services/Downloads.js"

const addressText = Schema.NonEmptyString.annotations({ message: () => ({ message: "an address", override: true }) })

/**
 * `url` mirrors `download_url`; either will do.
 */
export const Address = Schema.Union(Schema.Struct({ download_url: addressText }), Schema.Struct({ url: addressText }))

/**
 * The address, with the end that its signature names.
 */
export const addressOf = (answer: typeof Address.Type): DownloadAddress => {
  const text = "url" in answer ? answer.url : answer.download_url
  const url = Redacted.make(text)
  return { downloadUrl: url, url, expiresAt: expiryOfSignedUrl(text) }
}
