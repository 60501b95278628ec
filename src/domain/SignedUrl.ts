/**
 * What a signed address says about itself.
 *
 * @since 1.0.7
 */
import * as ServerText from "./ServerText.js"

/** `20261120T114040Z`, in epoch milliseconds. */
const compactTime = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"))

/**
 * When the address ends, in epoch milliseconds, if it says so: S3 and OSS V4 name a time and a life in seconds, OSS V1
 * and pds the end itself.
 *
 * @since 1.0.7
 * @category combinators
 */
export const expiryOfSignedUrl = (url: string): number | undefined => {
  if (!URL.canParse(url)) return undefined
  const query = new Map([...new URL(url).searchParams].map(([key, value]) => [key.toLowerCase(), value]))
  const signedAt = query.get("x-amz-date") ?? query.get("x-oss-date")
  const life = query.get("x-amz-expires") ?? query.get("x-oss-expires")
  const end = signedAt !== undefined && life !== undefined
    ? compactTime(signedAt) + Number(life) * 1000
    : Number(query.get("expires") ?? query.get("x-oss-expires")) * 1000
  return Number.isFinite(end) && end > 0 ? end : undefined
}

/**
 * Keys, tokens and signatures in the query of an address.
 *
 * @since 1.0.7
 * @category combinators
 */
export const secretsOf = (url: string): ReadonlyArray<string> =>
  URL.canParse(url) ? ServerText.secretsIn(new URL(url).searchParams) : []
