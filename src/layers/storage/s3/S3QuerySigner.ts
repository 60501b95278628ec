/**
 * Addresses signed without the SDK, where it is plain from the bucket's name and the endpoint where its objects are: a page
 * that uploads needs nothing of the SDK then.
 */
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import * as Redacted from "effect/Redacted"
import type { BucketAccess } from "../../../domain/StorageCredential.js"
import { escape } from "../bucket/Signing.js"

/**
 * Where the objects of a bucket are. `prefix`: the path before a key.
 */
export interface Place {
  readonly origin: string
  readonly host: string
  readonly prefix: string
}

/**
 * What is signed. `headers` must be sent with the address.
 */
export interface PutRequest {
  readonly key: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
}

/**
 * `expiresIn`: seconds.
 */
export interface SigningTime {
  readonly expiresIn: number
  readonly signingDate: Date
}

/**
 * The same for any method, PUT unless said.
 */
export interface AddressRequest extends PutRequest {
  readonly method?: string
}

/** Names that mean the same in a host name and in a path. Amazon gives those with two hyphens, and aliases, other endpoints. */
const plainName = /^[a-z0-9](?:-?[a-z0-9])+$/

const plainRegion = /^[a-z0-9-]+$/

/** Regions whose endpoint follows from their name; others have a domain of their own. */
const amazonRegion = /^(?:us|eu|ap|sa|ca|me|af|il|mx)-[a-z]+-\d$/

const isAddress = (hostname: string): boolean => hostname.startsWith("[") || /^\d+(?:\.\d+){3}$/.test(hostname)

const isPlain = ({ bucket, region }: BucketAccess): boolean =>
  bucket.length >= 3 && bucket.length <= 63 && plainName.test(bucket) && !bucket.endsWith("-s3alias") &&
  plainRegion.test(region) && region !== "aws-global"

const endpointOf = ({ endpoint, region }: BucketAccess): URL | undefined => {
  if (endpoint !== undefined) return new URL(endpoint)
  return amazonRegion.test(region) ? new URL(`https://s3.${region}.amazonaws.com`) : undefined
}

/**
 * The place of the objects; `undefined` where only the SDK knows it, as for access points and names with dots.
 */
export const placeOf = (bucket: BucketAccess, forcePathStyle: boolean): Place | undefined => {
  const url = isPlain(bucket) ? endpointOf(bucket) : undefined
  if (url === undefined || url.search !== "" || url.hash !== "" || url.username !== "") return undefined
  if (!forcePathStyle && isAddress(url.hostname)) return undefined
  const below = url.pathname === "/" ? "" : url.pathname
  if (below.endsWith("/")) return undefined
  const host = forcePathStyle ? url.host : `${bucket.bucket}.${url.host}`
  return { host, origin: `${url.protocol}//${host}`, prefix: `${below}/${forcePathStyle ? `${bucket.bucket}/` : ""}` }
}

const algorithm = "AWS4-HMAC-SHA256"

const encoder = new TextEncoder()

const hashOf = (text: string): string => bytesToHex(sha256(encoder.encode(text)))

const sign = (key: Uint8Array, text: string): Uint8Array => hmac(sha256, key, encoder.encode(text))

/** Of a query, escaped. */
const pairOf = (name: string, value: string): string => `${escape(name)}=${escape(value)}`

/**
 * Signs as `getSignedUrl` of the SDK does, with the same result (Signature Version 4, in the query).
 */
export const make = (bucket: BucketAccess, { host, origin, prefix }: Place) => {
  const { region } = bucket
  let known: { readonly day: string; readonly key: Uint8Array; readonly pairs: ReadonlyArray<string> } | undefined

  const scopeOf = (day: string): string => `${day}/${region}/s3/aws4_request`

  /** The key of a day is made once, and what each of its addresses says. */
  const knownOf = (day: string): NonNullable<typeof known> => {
    if (known?.day === day) return known
    const secret = encoder.encode(`AWS4${Redacted.value(bucket.accessKeySecret)}`)
    const key = [day, region, "s3", "aws4_request"].reduce<Uint8Array>(sign, secret)
    const pairs = [
      pairOf("X-Amz-Algorithm", algorithm),
      pairOf("X-Amz-Content-Sha256", "UNSIGNED-PAYLOAD"),
      pairOf("X-Amz-Credential", `${Redacted.value(bucket.accessKeyId)}/${scopeOf(day)}`)
    ]
    if (bucket.securityToken !== undefined) {
      pairs.push(pairOf("X-Amz-Security-Token", Redacted.value(bucket.securityToken)))
    }
    return known = { day, key, pairs }
  }

  return ({ headers, key, method = "PUT", query }: AddressRequest, { expiresIn, signingDate }: SigningTime): string => {
    const path = `${prefix}${key.split("/").map(escape).join("/")}`
    const time = signingDate.toISOString().replace(/[-:]|\.\d+/g, "")
    const day = time.slice(0, 8)
    const ofDay = knownOf(day)
    const signed = Object.entries({ ...headers, host })
      .map(([name, value]) => [name.toLowerCase(), value.trim().replace(/\s+/g, " ")] as const)
      .sort(([one], [other]) => one < other ? -1 : 1)
    const names = signed.map(([name]) => name).join(";")
    const pairs = [
      ...ofDay.pairs,
      ...Object.entries(query).map(([name, value]) => pairOf(name, value)),
      `X-Amz-Date=${time}`,
      `X-Amz-Expires=${expiresIn}`,
      pairOf("X-Amz-SignedHeaders", names)
    ].sort()
    const lines = signed.map(([name, value]) => `${name}:${value}`)
    const canonical = [method, path, pairs.join("&"), ...lines, "", names, "UNSIGNED-PAYLOAD"].join("\n")
    const signature = bytesToHex(sign(ofDay.key, [algorithm, time, scopeOf(day), hashOf(canonical)].join("\n")))
    return `${origin}${path}?${[...pairs, `X-Amz-Signature=${signature}`].sort().join("&")}`
  }
}

/**
 * @see {@link make}
 */
export type S3QuerySigner = ReturnType<typeof make>
