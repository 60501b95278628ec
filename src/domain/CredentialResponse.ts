/**
 * How the service writes a storage credential, and what makes it complete.
 *
 * @since 1.0.7
 */
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { StorageError } from "./errors/StorageErrors.js"
import type { Platform } from "./Platform.js"
import { PlatformFromWire } from "./Platform.js"
import type { BucketAccess, DriveAccess, StorageCredential } from "./StorageCredential.js"
import { StorageCallback } from "./StorageCredential.js"
import { Timestamp } from "./Timestamp.js"

const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i

/**
 * Scheme, host and path of an endpoint, without a slash at the end. A bare host means https. `None` when it is not an
 * http or https address (spec point 5: endpoint protocol http or https). User names, queries and fragments are dropped.
 *
 * @since 1.0.7
 * @category constructors
 */
export const storageEndpoint = (text: string): Option.Option<string> => {
  const address = hasScheme.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return Option.none()
  const url = new URL(address)
  return url.protocol === "http:" || url.protocol === "https:"
    ? Option.some(`${url.origin}${url.pathname.replace(/\/+$/, "")}`)
    : Option.none()
}

const optionalText = Schema.optional(Schema.NullOr(Schema.String))

/** A secret of the wire: neither its value nor a mistyped one may be printed. */
const secretText = Schema.optional(
  Schema.NullOr(Schema.Redacted(
    Schema.String.annotations({ message: () => ({ message: "a secret text", override: true }) })
  ))
)

/**
 * The answer of `GET /api/v2/drive/space/{spaceId}/token` (spec points 3 and 7). All but the platform may be missing.
 *
 * @since 1.0.7
 * @category schemas
 */
export const CredentialResponse = Schema.Struct({
  platform: PlatformFromWire,
  bucket_name: optionalText,
  bucket_endpoint: optionalText,
  access_key_id: secretText,
  access_key_secret: secretText,
  security_token: secretText,
  region: optionalText,
  expire_time: Schema.optional(Schema.NullOr(Schema.Union(Timestamp, Schema.Literal("")))),
  callback: Schema.optional(Schema.NullOr(StorageCallback)),
  params: Schema.optional(Schema.NullOr(Schema.Struct({
    endpoint: optionalText,
    access_token: secretText,
    drive_id: optionalText,
    expires_in: Schema.optional(Schema.NullOr(Schema.Number))
  })))
})

/**
 * @since 1.0.7
 * @category schemas
 */
export type CredentialResponse = typeof CredentialResponse.Type

const textOf = (text: string | null | undefined): string | undefined => text === null || text === "" ? undefined : text

const secretOf = (secret: Redacted.Redacted<string> | null | undefined): Redacted.Redacted<string> | undefined =>
  secret === null || secret === undefined || Redacted.value(secret) === "" ? undefined : secret

const refused = (platform: Platform, detail: string): Either.Either<never, StorageError> =>
  Either.left(new StorageError({ platform, reason: "CredentialsIncomplete", detail }))

/** Names the fields that are missing; values never get into an error. */
const incomplete = (
  platform: Platform,
  fields: Readonly<Record<string, unknown>>
): Either.Either<never, StorageError> =>
  refused(platform, `without ${Object.keys(fields).filter((name) => fields[name] === undefined).join(", ")}`)

const bucketAccess = (response: CredentialResponse): Either.Either<BucketAccess, StorageError> => {
  const bucket = textOf(response.bucket_name)
  const region = textOf(response.region)
  const accessKeyId = secretOf(response.access_key_id)
  const accessKeySecret = secretOf(response.access_key_secret)
  if (bucket === undefined || region === undefined || accessKeyId === undefined || accessKeySecret === undefined) {
    const fields = { region, access_key_id: accessKeyId, access_key_secret: accessKeySecret, bucket_name: bucket }
    return incomplete(response.platform, fields)
  }
  const named = textOf(response.bucket_endpoint)
  const endpoint = named === undefined ? Option.none() : storageEndpoint(named)
  if (named !== undefined && Option.isNone(endpoint)) {
    return refused(response.platform, "bucket_endpoint is not an http or https address")
  }
  return Either.right({
    bucket,
    endpoint: Option.getOrUndefined(endpoint),
    region,
    accessKeyId,
    accessKeySecret,
    securityToken: secretOf(response.security_token),
    callback: textOf(response.callback?.callback_url) === undefined ? undefined : response.callback ?? undefined
  })
}

const driveAccess = (response: CredentialResponse): Either.Either<DriveAccess, StorageError> => {
  const named = textOf(response.params?.endpoint)
  const driveId = textOf(response.params?.drive_id)
  const accessToken = secretOf(response.params?.access_token)
  if (named === undefined || driveId === undefined || accessToken === undefined) {
    return incomplete(response.platform, { endpoint: named, drive_id: driveId, access_token: accessToken })
  }
  const endpoint = storageEndpoint(named)
  return Option.isNone(endpoint)
    ? refused(response.platform, "endpoint is not an http or https address")
    : Either.right({ endpoint: endpoint.value, driveId, accessToken })
}

/** A time of 0 or an empty text means that the service knows none. */
const expiryOf = (response: CredentialResponse, fetchedAt: number): number | undefined => {
  const at = response.expire_time
  const seconds = response.params?.expires_in ?? 0
  if (typeof at === "number" && at > 0) return at
  return seconds > 0 ? fetchedAt + seconds * 1000 : undefined
}

/**
 * The credential in an answer. One that is not complete is refused with `StorageError` CredentialsIncomplete, whose
 * detail names the fields that are missing: region, access key id, secret and bucket on s3 and oss (spec point 5),
 * endpoint, drive id and token on pds; so is an endpoint that is not http or https. On cos and obs there is nothing to
 * check, since nothing is stored there.
 *
 * @since 1.0.7
 * @category constructors
 */
export const fromResponse = (
  response: CredentialResponse,
  about: Pick<StorageCredential, "spaceId" | "version" | "fetchedAt">
): Either.Either<StorageCredential, StorageError> => {
  const { platform } = response
  const known = { ...about, platform, expiresAt: expiryOf(response, about.fetchedAt) }
  switch (platform) {
    case "s3":
    case "oss":
      return Either.map(bucketAccess(response), (bucket) => ({ ...known, bucket, drive: undefined }))
    case "pds":
      return Either.map(driveAccess(response), (drive) => ({ ...known, bucket: undefined, drive }))
    case "cos":
    case "obs":
      return Either.right({ ...known, bucket: undefined, drive: undefined })
  }
}
