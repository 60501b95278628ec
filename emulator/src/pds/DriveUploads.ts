/**
 * Uploads to drives that are under way: rows of their own, since a drive shows a file only when it is complete.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { BlobStore } from "../blobs/BlobStore.js"
import { DriveFacts } from "../catalogue/CatalogueEntry.js"
import { Refusal } from "../catalogue/Refusal.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import type { Database, Write } from "../state/Database.js"
import { Collection } from "../state/Database.js"
import type { StateStoreError } from "../state/StateStore.js"
import { Sha1Context } from "./UploadRequests.js"

/**
 * An upload. `storeId` is the blob store's own id of it; `isRapid` marks one that ended when it began, and is kept so
 * that a client which missed the answer learns of it. `contexts` are the SHA-1 states that a parallel upload was given.
 */
export const DriveUpload = Schema.Struct({
  uploadId: Schema.NonEmptyString,
  spaceId: Schema.NonEmptyString,
  fileId: Schema.NonEmptyString,
  isNew: Schema.Boolean,
  isRapid: Schema.Boolean,
  isParallel: Schema.Boolean,
  parentFileId: Schema.NonEmptyString,
  name: Schema.NonEmptyString,
  mode: Schema.Literal("ignore", "auto_rename", "refuse"),
  objectKey: Schema.NonEmptyString,
  storeId: Schema.String,
  contentType: Schema.String,
  size: Schema.optional(Schema.NonNegativeInt),
  contentHash: Schema.optional(Schema.String),
  contexts: Schema.Record({ key: Schema.String, value: Sha1Context }),
  startedAt: Schema.Number,
  hidden: Schema.optional(Schema.Boolean),
  userTags: Schema.optional(Schema.Array(Schema.Struct({ key: Schema.String, value: Schema.String }))),
  facts: DriveFacts
})

export type DriveUpload = typeof DriveUpload.Type

/**
 * The rows, before there is a database to keep them.
 */
export const makeRows = () => ({ driveUploads: new Collection("driveUploads", DriveUpload) })

/**
 * How long parts without a complete are kept.
 */
export const partsLifetime = Duration.days(10)

/**
 * No such upload, or one that has been completed.
 */
export const uploadNotFound = (uploadId: string): Refusal =>
  new Refusal({
    code: "NotFound.UploadId",
    status: 404,
    message: `The resource upload_id ${uploadId} cannot be found.`
  })

export class DriveUploadRows {
  constructor(
    private readonly rows: ReturnType<typeof makeRows>,
    private readonly database: Database,
    private readonly blobs: BlobStore.Service
  ) {}

  find(spaceId: string, uploadId: string): DriveUpload | undefined {
    const upload = this.rows.driveUploads.get(uploadId)
    return upload?.spaceId === spaceId ? upload : undefined
  }

  /** The upload of this file, refused when it is over. */
  open(
    space: SpaceRules,
    named: { readonly file_id: string; readonly upload_id: string }
  ): Effect.Effect<DriveUpload, Refusal> {
    return Effect.suspend(() => {
      const upload = this.find(space.spaceId, named.upload_id)
      if (upload === undefined || upload.fileId !== named.file_id) return Effect.fail(uploadNotFound(named.upload_id))
      return upload.isRapid
        ? Effect.fail(new Refusal({ code: "AlreadyExist.File", status: 409, message: "The file is there already." }))
        : Effect.succeed(upload)
    })
  }

  keep(upload: DriveUpload): Effect.Effect<void, StateStoreError> {
    return this.database.commit([this.put(upload)])
  }

  put(upload: DriveUpload): Write {
    return this.rows.driveUploads.put(upload.uploadId, upload)
  }

  removal(upload: DriveUpload): Write {
    return this.rows.driveUploads.remove(upload.uploadId)
  }

  drop(upload: DriveUpload): Effect.Effect<void, StateStoreError> {
    return this.database.commit([this.removal(upload)])
  }

  /** Aborts a drive's uploads whose parts are older than the service keeps them. */
  sweep(space: SpaceRules): Effect.Effect<void, StateStoreError> {
    return Effect.gen(this, function*() {
      const now = yield* Clock.currentTimeMillis
      const ended = [...this.rows.driveUploads.rows.values()].filter(({ spaceId, startedAt }) =>
        spaceId === space.spaceId && startedAt + Duration.toMillis(partsLifetime) <= now
      )
      for (const upload of ended) {
        yield* this.drop(upload)
        yield* Effect.flatMap(
          this.blobs.bucket(space.bucket),
          (bucket) => bucket.abort(upload.objectKey, upload.storeId)
        ).pipe(
          Effect.catchTag("BlobNotFound", () => Effect.void),
          Effect.catchAll((error) => Effect.logWarning(`parts were left behind: ${error.message}`))
        )
      }
    })
  }
}
