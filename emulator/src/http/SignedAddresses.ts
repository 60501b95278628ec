/**
 * Signed addresses of bytes that the emulator serves itself, whatever store is behind it: those of pds drives and of thumbnails.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { createHmac, timingSafeEqual } from "node:crypto"

/**
 * Where the bytes of an object are reached: `path` starts with a slash. The method, the whole query and the named
 * headers are signed.
 */
export interface AddressOptions {
  readonly method: "GET" | "PUT"
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly contentType?: string | undefined
  readonly contentMd5?: string | undefined
  readonly lifetime: Duration.Duration
}

export type Verdict = "valid" | "expired" | "forged"

export interface SignedAddresses {
  readonly sign: (options: AddressOptions) => Effect.Effect<string>
  readonly verify: (request: {
    readonly method: string
    readonly path: string
    readonly query: URLSearchParams
    readonly contentType: string
    readonly contentMd5: string
  }) => Effect.Effect<Verdict>
}

const expiresParameter = "x-oss-expires"

const signatureParameter = "x-oss-signature"

const isSame = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * Addresses below `origin`, signed with a secret that nobody else has.
 */
export const make = (origin: string, secret: string): SignedAddresses => {
  const signatureOf = (signed: ReadonlyArray<string>, query: URLSearchParams): string => {
    const parameters = [...query].filter(([name]) => name !== signatureParameter).map((pair) => pair.join("=")).sort()
    return createHmac("sha256", secret).update(JSON.stringify([...signed, ...parameters])).digest("base64url")
  }

  return {
    sign: ({ contentMd5 = "", contentType = "", lifetime, method, path, query }) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const expires = Math.ceil((now + Duration.toMillis(lifetime)) / 1000)
        const parameters = new URLSearchParams({ ...query, [expiresParameter]: String(expires) })
        const signature = signatureOf([method, path, contentType, contentMd5], parameters)
        parameters.set(signatureParameter, signature)
        return `${origin}${path}?${parameters}`
      }),
    verify: ({ contentMd5, contentType, method, path, query }) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const signature = signatureOf([method, path, contentType, contentMd5], query)
        if (!isSame(signature, query.get(signatureParameter) ?? "")) return "forged"
        return Number(query.get(expiresParameter)) * 1000 <= now ? "expired" : "valid"
      })
  }
}
