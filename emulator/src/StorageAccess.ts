/**
 * What all storages that the product API hands out have in common: keys that end, and addresses of downloads.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { AccessKeys } from "./AccessKeys.js"
import type { BucketKeys, Storage } from "./api/ApiContext.js"
import { dispositionOf } from "./http/ContentDisposition.js"

/**
 * A read that a storage's own dialect signs.
 */
export interface DownloadRequest {
  readonly method: "GET"
  readonly bucket: string
  readonly key: string
  readonly now: number
  readonly expiresIn: Duration.Duration
  readonly query: Readonly<Record<string, string>>
}

const downloadLifetime = Duration.minutes(15)

/**
 * Addresses under which a file is saved with its name and type, signed by `sign`.
 */
export const downloads = (sign: (request: DownloadRequest) => string): Storage["downloadUrl"] => (space, file) =>
  Effect.map(Clock.currentTimeMillis, (now) =>
    sign({
      method: "GET",
      bucket: space.bucket,
      key: file.content?.objectKey ?? "",
      now,
      expiresIn: downloadLifetime,
      query: {
        "response-content-disposition": dispositionOf(file.name),
        ...file.content === undefined ? {} : { "response-content-type": file.content.contentType }
      }
    }))

/**
 * Keys of the emulator's own endpoint: for the space's bucket only, and they really end.
 */
export const ownKeys = ({ endpoint, keys, region }: {
  readonly endpoint: string
  readonly region: string
  readonly keys: AccessKeys.Service
}): Storage["issueKeys"] =>
(space, lifetime) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const issued = yield* keys.issue({ buckets: [space.bucket], lifetime })
    return {
      endpoint,
      region,
      accessKeyId: issued.accessKeyId,
      accessKeySecret: issued.secretAccessKey,
      securityToken: issued.sessionToken,
      expiresAt: issued.expiresAt ?? now + Duration.toMillis(lifetime)
    }
  })

/**
 * Somebody else's key as it is, said to end like any other so that clients come back for it.
 */
export const givenKeys =
  (key: Omit<BucketKeys, "expiresAt" | "callback">): Storage["issueKeys"] => (_space, lifetime) =>
    Effect.map(Clock.currentTimeMillis, (now) => ({ ...key, expiresAt: now + Duration.toMillis(lifetime) }))
