/**
 * How the product API hands out an OSS bucket: temporary keys with the space's callback, and signed downloads.
 */
import * as Effect from "effect/Effect"
import type { AccessKey, AccessKeys } from "../AccessKeys.js"
import type { Storage, UploadCallback } from "../api/ApiContext.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import type { ExternalOss } from "../EmulatorOptions.js"
import * as StorageAccess from "../StorageAccess.js"
import { presign } from "./presign.js"

const callbackOf = (apiHost: string, space: SpaceRules): UploadCallback => ({
  callback_url: `${apiHost}/api/v2/file/${encodeURIComponent(space.spaceId)}/upload/storage-callback`,
  callback_host: new URL(apiHost).host,
  callback_body: "bucket=${bucket}&object=${object}&etag=${etag}&size=${size}&mimeType=${mimeType}&crc64=${crc64}",
  callback_body_type: "application/x-www-form-urlencoded"
})

/**
 * The emulator's own endpoint. Keys are for the space's bucket only and really end; downloads are signed with `key`.
 */
export const own = (options: {
  readonly endpoint: string
  readonly region: string
  readonly apiHost: string
  readonly keys: AccessKeys.Service
  readonly key: AccessKey
}): Storage => {
  const { apiHost, endpoint, key, keys, region } = options
  const issueKeys = StorageAccess.ownKeys({ endpoint, region, keys })
  const credential = { accessKeyId: key.accessKeyId, accessKeySecret: key.secretAccessKey }
  return {
    issueKeys: (space, lifetime) =>
      Effect.map(issueKeys(space, lifetime), (issued) => ({ ...issued, callback: callbackOf(apiHost, space) })),
    downloadUrl: StorageAccess.downloads((request) => presign({ ...request, endpoint, region, credential }))
  }
}

/**
 * Somebody else's bucket: its key as it is, said to end like any other so that clients come back for it. There is no
 * callback, because that bucket cannot reach this machine.
 */
export const external = (server: ExternalOss): Storage => {
  const { accessKeyId, accessKeySecret, endpoint, region, securityToken } = server
  const credential = { accessKeyId, accessKeySecret, securityToken }
  return {
    issueKeys: StorageAccess.givenKeys({ endpoint, region, ...credential }),
    downloadUrl: StorageAccess.downloads((request) => presign({ ...request, endpoint, region, credential }))
  }
}
