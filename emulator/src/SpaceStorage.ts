/**
 * How the product API hands out the storage behind a space: temporary keys and signed downloads, on the emulator's own
 * endpoint or on an external S3 server.
 */
import type { AccessKey, AccessKeys } from "./AccessKeys.js"
import type { Storage } from "./api/ApiContext.js"
import type { SpaceRules } from "./catalogue/SpaceRules.js"
import type { ExternalS3 } from "./EmulatorOptions.js"
import { presign } from "./s3/presign.js"
import * as StorageAccess from "./StorageAccess.js"

/**
 * The emulator's own endpoint. Keys are for the space's bucket only and really end; downloads are signed with `key`.
 */
export const own = ({ key: credential, keys, ...where }: {
  readonly endpoint: string
  readonly region: string
  readonly keys: AccessKeys.Service
  readonly key: AccessKey
}): Storage => ({
  issueKeys: StorageAccess.ownKeys({ ...where, keys }),
  downloadUrl: StorageAccess.downloads((request) => presign({ ...request, ...where, credential }))
})

/**
 * The storage of each platform that keeps its spaces in buckets. Spaces of all others are given what s3 would be; their bytes are
 * behind the emulator's `own` endpoint, whatever server holds those of s3.
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
 */
export const external = ({ accessKeyId, endpoint, region, secretAccessKey, sessionToken }: ExternalS3): Storage => ({
  issueKeys: StorageAccess.givenKeys({
    endpoint,
    region,
    accessKeyId,
    accessKeySecret: secretAccessKey,
    securityToken: sessionToken
  }),
  downloadUrl: StorageAccess.downloads((request) =>
    presign({
      ...request,
      endpoint,
      region,
      credential: { accessKeyId, secretAccessKey, ...sessionToken === undefined ? {} : { sessionToken } }
    })
  )
})
