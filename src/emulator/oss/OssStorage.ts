/**
 * How the product API hands out an OSS bucket: temporary keys with the space's callback, and signed downloads.
 *
 * @since 1.0.7
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Storage, UploadCallback } from "../api/ApiContext.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import type { ExternalOss } from "../EmulatorOptions.js"
import { dispositionOf } from "../http/Disposition.js"
import type { AccessKey, Keys } from "../Keys.js"
import { type OssCredential, presign } from "./presign.js"

const downloadLifetime = Duration.minutes(15)

const callbackOf = (apiHost: string, space: SpaceRules): UploadCallback => ({
  callback_url: `${apiHost}/api/v2/file/${encodeURIComponent(space.spaceId)}/upload/storage-callback`,
  callback_host: new URL(apiHost).host,
  callback_body: "bucket=${bucket}&object=${object}&etag=${etag}&size=${size}&mimeType=${mimeType}&crc64=${crc64}",
  callback_body_type: "application/x-www-form-urlencoded"
})

const signer = (
  where: { readonly endpoint: string; readonly region: string },
  credential: OssCredential
): Storage["downloadUrl"] =>
(space, file) =>
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
  readonly apiHost: string
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
        expiresAt: issued.expiresAt ?? now + Duration.toMillis(lifetime),
        callback: callbackOf(options.apiHost, space)
      }
    }),
  downloadUrl: signer(options, {
    accessKeyId: options.key.accessKeyId,
    accessKeySecret: options.key.secretAccessKey
  })
})

/**
 * Somebody else's bucket: its key as it is, said to end like any other so that clients come back for it. There is no
 * callback, because that bucket cannot reach this machine.
 *
 * @since 1.0.7
 * @category constructors
 */
export const external = (bucket: ExternalOss): Storage => ({
  issueKeys: (_space, lifetime) =>
    Effect.map(Clock.currentTimeMillis, (now) => ({
      endpoint: bucket.endpoint,
      region: bucket.region,
      accessKeyId: bucket.accessKeyId,
      accessKeySecret: bucket.accessKeySecret,
      securityToken: bucket.securityToken,
      expiresAt: now + Duration.toMillis(lifetime)
    })),
  downloadUrl: signer(bucket, bucket)
})
