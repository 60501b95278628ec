/**
 * Headers that ask for what the endpoint does not do: refused, never taken and dropped.
 */
import * as Effect from "effect/Effect"
import * as Checksums from "./Checksums.js"
import { type S3Error, s3Error } from "./S3Error.js"
import type { S3Request } from "./S3Request.js"

interface Unsupported {
  readonly name: RegExp
  /** Values that ask for nothing but what is done anyway. */
  readonly harmless?: ReadonlyArray<string>
}

const unsupported: ReadonlyArray<Unsupported> = [
  { name: /^x-amz-tagging$/ },
  { name: /^x-amz-tagging-directive$/, harmless: ["COPY"] },
  { name: /^x-amz-(copy-source-)?server-side-encryption/ },
  // There is one account, which owns everything and is alone in having access.
  { name: /^x-amz-acl$/, harmless: ["private", "bucket-owner-full-control"] },
  { name: /^x-amz-grant-/ },
  { name: /^x-amz-object-ownership$/, harmless: ["BucketOwnerEnforced"] },
  { name: /^x-amz-(source-)?expected-bucket-owner$/ },
  { name: /^x-amz-object-lock-/ },
  { name: /^x-amz-bucket-object-lock-enabled$/, harmless: ["false"] },
  { name: /^x-amz-bypass-governance-retention$/, harmless: ["false"] },
  { name: /^x-amz-mfa$/ },
  { name: /^x-amz-website-redirect-location$/ },
  { name: /^x-amz-write-offset-bytes$/ },
  { name: /^x-amz-rename-source/ },
  // A condition of an abort.
  { name: /^x-amz-if-match-initiated-time$/ }
]

const isUnsupported = (name: string, value: string): boolean =>
  unsupported.some((one) => one.name.test(name) && one.harmless?.includes(value.trim()) !== true) ||
  (name.startsWith("x-amz-checksum-") && !Checksums.headers.includes(name))

/**
 * Fails with NotImplemented, which names the header.
 */
export const check = (request: Pick<S3Request, "headers">): Effect.Effect<void, S3Error> => {
  const found = Object.entries(request.headers).find(([name, value]) =>
    value !== undefined && isUnsupported(name, value)
  )
  return found === undefined
    ? Effect.void
    : Effect.fail(
      s3Error("NotImplemented", "A header you provided implies functionality that is not implemented.", {
        Header: found[0]
      })
    )
}
