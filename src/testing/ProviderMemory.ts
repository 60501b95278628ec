/**
 * The storage provider port over the in-memory service and storage.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import { type CheckNameMode, defaultCheckNameMode } from "../domain/CheckNameMode.js"
import { ApiError } from "../domain/errors/ApiErrors.js"
import { FileNotFound, NameConflict, ParentNotFound } from "../domain/errors/FileErrors.js"
import { type InvalidInput, UnsupportedOperation } from "../domain/errors/InputErrors.js"
import { SuccessCallbackFailed } from "../domain/errors/TransferErrors.js"
import * as FileName from "../domain/FileName.js"
import type { Digests } from "../domain/HashPlan.js"
import { FileId, ObjectKey } from "../domain/Ids.js"
import type { SupportedPlatform } from "../domain/Platform.js"
import type { Space } from "../domain/Space.js"
import { partStoreOf } from "../layers/storage/bucket/partStoreOf.js"
import { lifeOf } from "../layers/storage/bucket/Signing.js"
import { folderBytes } from "../layers/storage/product/MissingFiles.js"
import type { StoreError } from "../services/PartStore.js"
import type {
  PreparedUpload,
  StorageProvider,
  UnfinishedFile,
  UploadTicket,
  UploadToCreate
} from "../services/StorageProvider.js"
import { sha1 } from "./HasherMemory.js"
import * as MemoryFiles from "./MemoryFiles.js"
import type { MemoryFile, MemoryService } from "./MemoryService.js"
import type { MemoryStorage } from "./MemoryStorage.js"
import * as ObjectStoreMemory from "./ObjectStoreMemory.js"

type CreateFailure = ApiError | FileNotFound | NameConflict | ParentNotFound

/** A file of the drive gets new content: it is announced, and there once it is confirmed. */
const announce = (file: MemoryFile, { size }: UploadToCreate, digests: Digests | undefined): MemoryFile => {
  file.announced = { size, contentHash: digests?.contentHash }
  return file
}

const unfinished = ({ fileId, size }: MemoryFile): UnfinishedFile => ({ fileId: FileId.make(fileId), size })

/** Left out, pds overwrites (spec point 9) and the others do as their service does by default: the new one gets a number. */
const modeOf = ({ checkNameMode }: UploadToCreate, platform: SupportedPlatform): CheckNameMode =>
  checkNameMode ?? (platform === "pds" ? defaultCheckNameMode.pdsUpload : "auto_rename")

const create = (
  service: MemoryService,
  platform: SupportedPlatform,
  path: string,
  intent: UploadToCreate,
  digests: Digests | undefined
): Effect.Effect<MemoryFile, CreateFailure> => {
  const { fileId, name, parentFileId, size } = intent
  if (fileId !== undefined) {
    const old = service.files.get(fileId)
    if (old === undefined) return Effect.fail(new FileNotFound({ fileId }))
    return old.type === "file"
      ? Effect.succeed(announce(old, intent, digests))
      : Effect.fail(folderRefused("PUT", `${path}/update`))
  }
  if (!service.isFolder(parentFileId)) return Effect.fail(new ParentNotFound({ parentFileId }))
  const mode = modeOf(intent, platform)
  const [taken] = service.named(parentFileId, name)
  if (taken !== undefined && (mode === "refuse" || mode === "overwrite")) {
    const isOwn = platform === "pds" && !taken.stored && intent.announcedBefore?.(unfinished(taken)) === true
    return taken.type === "file" && (mode === "overwrite" || isOwn)
      ? Effect.succeed(announce(taken, intent, digests))
      : Effect.fail(new NameConflict({ name, parentFileId }))
  }
  const given = mode === "auto_rename" ? service.freeName(parentFileId, name) : name
  const contentHash = digests?.contentHash
  return Effect.succeed(service.add({ name: given, parentFileId, size, type: "file", contentHash }))
}

const folderRefused = (method: string, path: string): ApiError =>
  new ApiError({ code: "InvalidParameter.file_id", reason: "it is a folder", method, path, status: 400 })

/**
 * `credentialVersion` gives the version that requests to the storage are signed with. On pds the upload id comes with the
 * create call, as the platform does it.
 *
 * Lists, infos, paths, new folders, uploads and downloads do as on the platform. All else is `UnsupportedOperation`: `files.rename`,
 * `updateInfo`, `copy`, `move` and `remove`, the recycle bin, `downloads.batch` and `archive`, tasks; so are thumbnails and lists of a
 * category.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (
  space: Space,
  service: MemoryService,
  storage: MemoryStorage,
  credentialVersion: Effect.Effect<number, StoreError>
): StorageProvider => {
  const objects = ObjectStoreMemory.make(storage, credentialVersion)
  const { platform } = storage
  const path = (rest = "") => `/api/v2/file/${space.spaceId}${rest}`

  const ticketOf = (file: MemoryFile, intent: UploadToCreate): UploadTicket => {
    const mark = `mark-${file.fileId}-${service.network.log.length}`
    return {
      platform,
      spaceId: space.spaceId,
      fileId: FileId.make(file.fileId),
      objectKey: ObjectKey.make(file.objectKey),
      assetId: undefined,
      name: intent.name,
      kind: intent.fileId === undefined ? "new" : "update",
      checkNameMode: intent.checkNameMode,
      contentType: intent.contentType,
      mark,
      uploadId: platform === "pds" && intent.plan._tag === "Multipart"
        ? storage.bucket.begin(file.objectKey, mark, 0)
        : undefined
    }
  }

  const reopen = (ticket: UploadTicket) => {
    const stores = partStoreOf(objects, ticket.objectKey ?? ticket.fileId, ticket)
    return ticket.uploadId === undefined
      ? stores
      : { ...stores, parts: { ...stores.parts, begin: Effect.succeed(ticket.uploadId) } }
  }

  const unsupported = (operation: string) =>
    Effect.fail(new UnsupportedOperation({ operation, platform, message: "the in-memory drive has no such call" }))

  const downloadable = (fileId: string): Effect.Effect<MemoryFile, FileNotFound | InvalidInput> => {
    const file = service.files.get(fileId)
    if (file?.stored !== true) return Effect.fail(new FileNotFound({ fileId }))
    return file.type === "file" ? Effect.succeed(file) : Effect.fail(folderBytes())
  }

  const isWhole = (file: MemoryFile | undefined): file is MemoryFile =>
    file !== undefined && storage.bucket.objects.has(file.objectKey)

  /** pds gets no digest, and makes its own. */
  const hashOf = (file: MemoryFile): string | undefined => {
    const bytes = storage.bucket.objects.get(file.objectKey)?.bytes
    return bytes === undefined ? undefined : sha1(bytes)
  }

  return {
    space,
    platform,
    ...(platform === "pds" ? {} : { objects }),
    files: {
      ...MemoryFiles.make(space, service),
      rename: () => unsupported("Files.rename"),
      updateInfo: () => unsupported("Files.updateInfo"),
      batchSize: 1,
      copy: () => unsupported("Files.copy"),
      move: () => unsupported("Files.move"),
      remove: () => unsupported("Files.remove")
    },
    bin: {
      list: () => unsupported("RecycleBin.list"),
      recycle: () => unsupported("RecycleBin.recycle"),
      restore: () => unsupported("RecycleBin.restore"),
      clear: () => unsupported("RecycleBin.clear")
    },
    uploads: {
      rules: objects.rules,
      integrity: Effect.succeed(platform === "s3" ? "etag" : "crc64"),
      reopen,
      prepare: Effect.fnUntraced(function*(intent, given) {
        yield* FileName.make(intent.name)
        // Spec point 9: pds skips hashing.
        const digests = platform === "pds" ? undefined : given
        return yield* service.call(
          "POST",
          path(),
          () =>
            Effect.map(create(service, platform, path(), intent, digests), (file): PreparedUpload => {
              const twin = service.twin(digests?.contentHash, intent.size)
              const bytes = twin === undefined ? undefined : storage.bucket.objects.get(twin.objectKey)?.bytes
              // A new content of the twin may be there already, and its success-callback not yet.
              if (bytes !== undefined && sha1(bytes) === digests?.contentHash) {
                storage.bucket.put(file.objectKey, bytes, undefined)
                service.store(file)
                const fileId = FileId.make(file.fileId)
                return {
                  _tag: "Rapid" as const,
                  result: { fileId, objectKey: ObjectKey.make(file.objectKey), assetId: undefined, rapid: true }
                }
              }
              const ticket = ticketOf(file, intent)
              return { _tag: "Ready" as const, ticket, stores: reopen(ticket) }
            })
        )
      }),
      confirm: (tickets) =>
        tickets.length === 0 ? Effect.succeed(new Set()) : Effect.catchTag(
          service.call("PUT", path("/upload/success-callback"), () =>
            Effect.sync(() => {
              const refused = new Set<FileId>()
              for (const ticket of tickets) {
                const file = service.files.get(ticket.fileId)
                if (isWhole(file) && !service.refuses(ticket.fileId)) {
                  service.store(file)
                  if (platform === "pds") file.contentHash = hashOf(file)
                } else refused.add(ticket.fileId)
              }
              return refused
            })),
          "ApiError",
          (error: ApiError) =>
            new SuccessCallbackFailed({
              spaceId: space.spaceId,
              failed: tickets.map((ticket) => ticket.fileId),
              code: error.code
            })
        ),
      settle: (ticket) =>
        service.call("PUT", path("/settle"), () =>
          Effect.sync(() => {
            const file = service.files.get(ticket.fileId)
            if (file === undefined) return
            if (ticket.kind === "new") file.assetStatus = 1
            else file.name = ticket.name
          }))
    },
    downloads: {
      address: Effect.fnUntraced(function*(fileId, options) {
        yield* lifeOf(options?.expiresIn)
        const file = yield* service.call("POST", path("/download"), () => downloadable(fileId))
        const { expiresIn } = options ?? {}
        return yield* objects.presign({
          method: "GET",
          key: file.objectKey,
          expiresIn,
          ...(expiresIn === undefined ? {} : { downloadName: file.name })
        })
      }),
      batch: () => unsupported("Downloads.batch"),
      archive: () => unsupported("Downloads.archive")
    },
    tasks: { get: () => unsupported("Tasks.get"), pollTask: () => unsupported("pollTask") }
  }
}
