/**
 * How the product API hands out the storage behind a space: temporary keys and signed downloads, on the emulator's own
 * endpoint or on an external S3 server.
 *
 * @since 1.0.7
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { BucketKeys, Storage } from "./api/ApiContext.js"
import type { Entry } from "./catalogue/Entry.js"
import type { SpaceRules } from "./catalogue/SpaceRules.js"
import type { ExternalS3 } from "./EmulatorOptions.js"
import { dispositionOf } from "./http/Disposition.js"
import type { AccessKey, Keys } from "./Keys.js"
import { presign } from "./s3/presign.js"

const downloadLifetime = Duration.minutes(15)

const signer = (
  where: { readonly endpoint: string; readonly region: string },
  credential: Pick<AccessKey, "accessKeyId" | "secretAccessKey" | "sessionToken">
): Storage["downloadUrl"] =>
(space, file: Entry) =>
  Effect.map(Clock.currentTimeMillis, (now) =>
    presign({
      ...where,
      method: "GET",
      bucket: space.bucket,
      key: file.content?.objectKey ?? "",
      credential,
      now,
      expiresIn: downloadLifetime,
      query: {
        "response-content-disposition": dispositionOf(file.name),
        ...file.content === undefined ? {} : { "response-content-type": file.content.contentType }
      }
    }))

/**
 * The emulator's own endpoint. Keys are for the space's bucket only and really end; downloads are signed with `key`.
 *
 * @since 1.0.7
 * @category constructors
 */
export const own = (options: {
  readonly endpoint: string
  readonly region: string
  readonly keys: Keys.Service
  readonly key: AccessKey
}): Storage => ({
  issueKeys: (space, lifetime) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const issued = yield* options.keys.issue({ buckets: [space.bucket], lifetime })
      return {
        endpoint: options.endpoint,
        region: options.region,
        accessKeyId: issued.accessKeyId,
        accessKeySecret: issued.secretAccessKey,
        securityToken: issued.sessionToken,
        expiresAt: issued.expiresAt ?? now + Duration.toMillis(lifetime)
      }
    }),
  downloadUrl: signer(options, options.key)
})

/**
 * The storage of each platform that keeps its spaces in buckets. Spaces of all others are given what s3 would be; their bytes are
 * behind the emulator's `own` endpoint, whatever server holds those of s3.
 *
 * @since 1.0.7
 * @category combinators
 */
export const byPlatform = (
  storage: { readonly s3: Storage; readonly oss: Storage; readonly own: Storage }
): Storage => {
  const of = ({ platform }: SpaceRules): Storage =>
    platform === "s3" || platform === "oss" ? storage[platform] : storage.own
  return {
    issueKeys: (space, lifetime) => of(space).issueKeys(space, lifetime),
    downloadUrl: (space, file) => of(space).downloadUrl(space, file)
  }
}

/**
 * Somebody else's S3 server: its key as it is, said to end like any other so that clients come back for it.
 *
 * @since 1.0.7
 * @category constructors
 */
export const external = (server: ExternalS3): Storage => ({
  issueKeys: (_space, lifetime) =>
    Effect.map(Clock.currentTimeMillis, (now): BucketKeys => ({
      endpoint: server.endpoint,
      region: server.region,
      accessKeyId: server.accessKeyId,
      accessKeySecret: server.secretAccessKey,
      securityToken: server.sessionToken,
      expiresAt: now + Duration.toMillis(lifetime)
    })),
  downloadUrl: signer(server, {
    accessKeyId: server.accessKeyId,
    secretAccessKey: server.secretAccessKey,
    ...server.sessionToken === undefined ? {} : { sessionToken: server.sessionToken }
  })
})
