/**
 * Where the bytes of a pds file are, and archives of several files.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { defaultPresignExpiry } from "../../../domain/Constants.js"
import { InvalidInput, UnsupportedOperation } from "../../../domain/errors/InputErrors.js"
import type { FileId } from "../../../domain/Ids.js"
import { expiryOfSignedUrl } from "../../../domain/SignedUrl.js"
import { Timestamp } from "../../../domain/Timestamp.js"
import type { StorageProvider } from "../../../services/StorageProvider.js"
import * as MissingFiles from "../product/MissingFiles.js"
import type { PdsClient, PdsFailure } from "./PdsClient.js"
import { reading } from "./PdsErrors.js"
import * as PdsFileKinds from "./PdsFileKinds.js"

const Address = Schema.Struct({
  url: Schema.NonEmptyString.annotations({ message: () => ({ message: "an address", override: true }) }),
  expiration: Schema.optional(Schema.NullOr(Schema.Union(Timestamp, Schema.Literal(""))))
})

const Started = Schema.Struct({ async_task_id: Schema.NonEmptyString })

/** The longest life of an address that the service gives. */
const longestLife = Duration.seconds(115_200)

const secondsOf = (life: Duration.DurationInput): Effect.Effect<number, InvalidInput> => {
  const seconds = Option.match(Duration.decodeUnknown(life), {
    onNone: () => NaN,
    onSome: (known) => Math.ceil(Duration.toSeconds(known))
  })
  return seconds >= 1 && seconds <= Duration.toSeconds(longestLife)
    ? Effect.succeed(seconds)
    : new InvalidInput({
      field: "expiresIn",
      message: `expiresIn must be from 1 second to ${Duration.format(longestLife)} on pds`
    })
}

/** Domains differ in how they want the files named. */
const isAboutFields = (failure: PdsFailure): boolean =>
  failure._tag === "PdsRefusal" && failure.code.startsWith("InvalidParameter")

const isAboutFolder = (failure: PdsFailure): boolean =>
  failure._tag === "PdsRefusal" && MissingFiles.isAboutFolder(failure)

/**
 * @see {@link StorageProvider}
 */
export const make = (client: PdsClient): StorageProvider["downloads"] => {
  const archive = (fields: object) =>
    client.call({
      operation: "Downloads.archive",
      path: "/file/archive_files",
      body: (drive_id) => ({ drive_id, ...fields }),
      response: Started
    })

  /** The refusal does not say which of them it is about. */
  const missing = Effect.fnUntraced(function*(fileIds: ReadonlyArray<FileId>) {
    const found = fileIds.length === 1
      ? new Map<FileId, PdsFileKinds.Found>()
      : yield* PdsFileKinds.find(client, "Downloads.archive", fileIds)
    return yield* MissingFiles.notFound(fileIds, fileIds.filter((fileId) => found.get(fileId) === "missing"))
  })

  return {
    address: Effect.fn("PdsProvider.address")(function*(fileId, options) {
      const expire_sec = options?.expiresIn === undefined ? undefined : yield* secondsOf(options.expiresIn)
      const { expiration, url } = yield* client.call({
        operation: "Downloads.url",
        path: "/file/get_download_url",
        body: (drive_id) => ({ drive_id, file_id: fileId, expire_sec }),
        response: Address,
        repeat: "harmless"
      }).pipe(
        Effect.catchIf(isAboutFolder, () => MissingFiles.folderBytes()),
        reading({ operation: "Downloads.url", fileId })
      )
      const now = yield* Clock.currentTimeMillis
      return {
        url: Redacted.make(url),
        headers: {},
        credentialVersion: 0,
        expiresAt: expiration || (expiryOfSignedUrl(url) ?? now + Duration.toMillis(defaultPresignExpiry))
      }
    }),
    batch: () =>
      Effect.fail(
        new UnsupportedOperation({
          operation: "Downloads.batch",
          platform: "pds",
          message: "pds get batch download info not supported"
        })
      ),
    archive: Effect.fn("PdsProvider.archive")(({ expireSec: expire_sec, fileIds: wanted, name }) => {
      const fileIds = [...new Set(wanted)]
      return archive({ name, expire_sec, files: fileIds.map((file_id) => ({ file_id })) }).pipe(
        Effect.catchIf(isAboutFields, () => archive({ name, expire_sec, file_ids: fileIds })),
        Effect.catchIf(PdsFileKinds.isNotFound, () => missing(fileIds)),
        reading({ operation: "Downloads.archive" }),
        Effect.map(({ async_task_id }) => ({ taskId: async_task_id }))
      )
    })
  }
}
