/**
 * Cross-origin rules of buckets: as S3 keeps them, and applied to requests.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { BlobStore } from "../blobs/BlobStore.js"
import * as Xml from "./Xml.js"

export const CorsRule = Schema.Struct({
  origins: Schema.Array(Schema.String),
  methods: Schema.Array(Schema.String),
  headers: Schema.Array(Schema.String),
  exposed: Schema.Array(Schema.String),
  maxAge: Schema.optional(Schema.Number)
})

export type CorsRule = typeof CorsRule.Type

const Rules = Schema.parseJson(Schema.Array(CorsRule))

/**
 * The name under which a bucket keeps its rules.
 */
export const setting = "cors"

/**
 * What holds for a bucket that was given no rules: every page may use it and see what uploads need, `exposed` being the
 * storage's own headers. A new bucket has none and a page could do nothing with it; here it should work at once.
 */
export const openRules = (exposed: ReadonlyArray<string>): ReadonlyArray<CorsRule> => [{
  origins: ["*"],
  methods: ["GET", "PUT", "POST", "DELETE", "HEAD"],
  headers: ["*"],
  exposed: ["ETag", "Content-Range", "Content-Length", "Accept-Ranges", "Date", ...exposed],
  maxAge: 3000
}]

export const encode: (rules: ReadonlyArray<CorsRule>) => string = Schema.encodeSync(Rules)

export const decode = (text: string | undefined): ReadonlyArray<CorsRule> | undefined =>
  text === undefined ? undefined : Option.getOrUndefined(Schema.decodeUnknownOption(Rules)(text))

/**
 * The rules of a bucket, or `open` where it has none or is not there.
 */
export const rulesOf = (
  store: BlobStore.Service,
  bucket: string,
  open: ReadonlyArray<CorsRule>
): Effect.Effect<ReadonlyArray<CorsRule>> =>
  store.bucket(bucket).pipe(
    Effect.flatMap((found) => found.setting(setting)),
    Effect.map((text) => decode(text) ?? open),
    Effect.catchTag("BlobNotFound", () => Effect.succeed(open))
  )

/**
 * The headers that a preflight wants to send.
 */
export const askedBy = (headers: Readonly<Record<string, string | undefined>>): ReadonlyArray<string> =>
  (headers["access-control-request-headers"] ?? "").split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "")

const textsOf = (rule: Xml.XmlElement, name: string): ReadonlyArray<string> =>
  Xml.all(rule, name).map((one) => one.text.trim())

/**
 * Reads a CORSConfiguration; `undefined` when it is none or a rule lacks origins or methods.
 */
export const fromXml = (text: string): ReadonlyArray<CorsRule> | undefined => {
  const root = Xml.parse(text)
  if (root?.name !== "CORSConfiguration") return undefined
  const rules = Xml.all(root, "CORSRule").map((rule): CorsRule => {
    const maxAge = Number(Xml.textOf(rule, "MaxAgeSeconds") ?? NaN)
    return {
      origins: textsOf(rule, "AllowedOrigin"),
      methods: textsOf(rule, "AllowedMethod"),
      headers: textsOf(rule, "AllowedHeader"),
      exposed: textsOf(rule, "ExposeHeader"),
      ...Number.isInteger(maxAge) ? { maxAge } : {}
    }
  })
  const valid = rules.length > 0 && rules.every((rule) => rule.origins.length > 0 && rule.methods.length > 0)
  return valid ? rules : undefined
}

export const toXml = (rules: ReadonlyArray<CorsRule>): Xml.XmlChildren => ({
  CORSRule: rules.map((rule) => ({
    AllowedOrigin: rule.origins,
    AllowedMethod: rule.methods,
    AllowedHeader: rule.headers,
    ExposeHeader: rule.exposed,
    MaxAgeSeconds: rule.maxAge
  }))
})

const fits = (patterns: ReadonlyArray<string>, text: string): boolean =>
  patterns.some((pattern) => {
    const star = pattern.indexOf("*")
    if (star < 0) return pattern.toLowerCase() === text.toLowerCase()
    const [before, after] = [pattern.slice(0, star).toLowerCase(), pattern.slice(star + 1).toLowerCase()]
    const lower = text.toLowerCase()
    return lower.length >= before.length + after.length && lower.startsWith(before) && lower.endsWith(after)
  })

/**
 * The headers that let the page at `origin` see an answer; `undefined` when no rule allows it. `asked` are the headers
 * that a preflight wants to send.
 */
export const headersFor = (
  rules: ReadonlyArray<CorsRule>,
  request: { readonly origin: string; readonly method: string; readonly asked?: ReadonlyArray<string> }
): Record<string, string> | undefined => {
  const rule = rules.find((one) =>
    fits(one.origins, request.origin) && one.methods.includes(request.method) &&
    (request.asked ?? []).every((header) => fits(one.headers, header))
  )
  return rule === undefined ? undefined : {
    "access-control-allow-origin": rule.origins.includes("*") ? "*" : request.origin,
    "access-control-allow-methods": rule.methods.join(", "),
    ...request.asked === undefined || request.asked.length === 0
      ? {}
      : { "access-control-allow-headers": request.asked.join(", ") },
    ...rule.exposed.length === 0 ? {} : { "access-control-expose-headers": rule.exposed.join(", ") },
    ...rule.maxAge === undefined ? {} : { "access-control-max-age": String(rule.maxAge) },
    vary: "Origin, Access-Control-Request-Headers, Access-Control-Request-Method"
  }
}
