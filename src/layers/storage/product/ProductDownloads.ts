/**
 * Where the bytes of a file are: an address by the product API, or one signed here when its life is to be chosen.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { defaultPresignExpiry } from "../../../domain/Constants.js"
import { StorageError } from "../../../domain/errors/StorageErrors.js"
import { expiryOfSignedUrl } from "../../../domain/SignedUrl.js"
import type { DriveApi } from "../../../services/DriveApi.js"
import type { ObjectStore } from "../../../services/ObjectStore.js"
import type { StorageProvider } from "../../../services/StorageProvider.js"
import { lifeOf } from "../bucket/Signing.js"
import * as MissingFiles from "./MissingFiles.js"
import * as ProductArchives from "./ProductArchives.js"
import { readFailure } from "./ProductErrors.js"

const Address = Schema.Struct({
  download_url: Schema.NonEmptyString.annotations({ message: () => ({ message: "an address", override: true }) })
})

/**
 * @see {@link StorageProvider}
 */
export const make = (options: {
  readonly api: DriveApi.Service
  readonly objects: ObjectStore
  readonly spaceId: string
  readonly info: StorageProvider["files"]["info"]
}): StorageProvider["downloads"] => {
  const { api, info, objects, spaceId } = options

  const askAddress = Effect.fnUntraced(function*(fileId: string) {
    const answer = yield* api.request({
      operation: "Downloads.url",
      method: "POST",
      path: `/api/v2/file/${encodeURIComponent(spaceId)}/download`,
      body: { file_id: fileId },
      response: Address,
      repeatable: true
    }).pipe(
      Effect.catchTag("ApiError", (error) =>
        Effect.fail(
          MissingFiles.isAboutFolder(error)
            ? MissingFiles.folderBytes()
            : readFailure(error, { operation: "Downloads.url", fileId })
        ))
    )
    const now = yield* Clock.currentTimeMillis
    return {
      url: Redacted.make(answer.download_url),
      headers: {},
      credentialVersion: 0,
      expiresAt: expiryOfSignedUrl(answer.download_url) ?? now + Duration.toMillis(defaultPresignExpiry)
    }
  })

  const signAddress = Effect.fnUntraced(function*(fileId: string, expiresIn: Duration.DurationInput) {
    yield* lifeOf(expiresIn)
    const file = yield* info(fileId)
    if (file.objectKey !== undefined) {
      return yield* objects.presign({ method: "GET", key: file.objectKey, expiresIn, downloadName: file.name })
    }
    if (file.isFolder) return yield* MissingFiles.folderBytes()
    // The service refuses it as it does without a life.
    yield* askAddress(fileId)
    return yield* new StorageError({
      platform: objects.platform,
      reason: "ObjectNotFound",
      detail: "the file has no object"
    })
  })

  return {
    ...ProductArchives.make(api, spaceId, info),
    address: Effect.fn("ProductProvider.address")((fileId, wanted) =>
      wanted?.expiresIn === undefined ? askAddress(fileId) : signAddress(fileId, wanted.expiresIn)
    )
  }
}
