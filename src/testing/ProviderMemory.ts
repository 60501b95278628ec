/**
 * The storage provider port over the in-memory service and storage.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import { DriveFile } from "../domain/DriveFile.js"
import type { ApiError } from "../domain/errors/ApiErrors.js"
import { FileNotFound, NameConflict, ParentNotFound } from "../domain/errors/FileErrors.js"
import { UnsupportedOperation } from "../domain/errors/InputErrors.js"
import { SuccessCallbackFailed } from "../domain/errors/TransferErrors.js"
import type { Digests } from "../domain/HashPlan.js"
import { FileId, ObjectKey, rootFileId } from "../domain/Ids.js"
import type { Space } from "../domain/Space.js"
import { partStoreOf } from "../services/engine/partStoreOf.js"
import type { StoreError } from "../services/PartStore.js"
import type { StorageProvider, UploadIntent, UploadTicket } from "../services/StorageProvider.js"
import { sha1 } from "./HasherMemory.js"
import type { MemoryFile, MemoryService } from "./MemoryService.js"
import type { MemoryStorage } from "./MemoryStorage.js"
import * as ObjectStoreMemory from "./ObjectStoreMemory.js"

const unsupported = (operation: string) =>
  Effect.fail(new UnsupportedOperation({ operation, message: "the in-memory drive has no such call" }))

const resolve = (service: MemoryService, path: string): Effect.Effect<FileId, FileNotFound> => {
  const names = path.split("/").filter((name) => name !== "")
  let folder: string = rootFileId
  for (const name of names) {
    const child = service.child(folder, name)
    if (child === undefined) return Effect.fail(new FileNotFound({ path }))
    folder = child.fileId
  }
  return Effect.succeed(FileId.make(folder))
}

const shown = ({ contentHash, fileId, name, objectKey, size, type }: MemoryFile): DriveFile =>
  DriveFile.make({
    fileId: FileId.make(fileId),
    name,
    size,
    type,
    objectKey: ObjectKey.make(objectKey),
    ...(contentHash === undefined ? {} : { contentHash }),
    userTags: []
  })

const info = (service: MemoryService, fileId: string): Effect.Effect<DriveFile, FileNotFound> => {
  const file = service.files.get(fileId)
  if (file === undefined) return Effect.fail(new FileNotFound({ fileId }))
  return Effect.succeed(shown(file))
}

const create = (
  service: MemoryService,
  intent: UploadIntent,
  digests: Digests | undefined
): Effect.Effect<MemoryFile, NameConflict | ParentNotFound | FileNotFound> => {
  const { fileId, name, parentFileId, size } = intent
  const old = fileId === undefined ? undefined : service.files.get(fileId)
  if (fileId !== undefined && old === undefined) return Effect.fail(new FileNotFound({ fileId }))
  if (old !== undefined) {
    old.announced = { size, contentHash: digests?.contentHash }
    return Effect.succeed(old)
  }
  if (parentFileId !== rootFileId && !service.files.has(parentFileId)) {
    return Effect.fail(new ParentNotFound({ parentFileId }))
  }
  if (intent.checkNameMode === "refuse" && service.child(parentFileId, name) !== undefined) {
    return Effect.fail(new NameConflict({ name, parentFileId }))
  }
  return Effect.succeed(service.add({ name, parentFileId, size, type: "file", contentHash: digests?.contentHash }))
}

/**
 * `credentialVersion` gives the version that requests to the storage are signed with. On pds the upload id comes with the
 * create call, as the platform does it.
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

  const ticketOf = (file: MemoryFile, intent: UploadIntent): UploadTicket => {
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

  const isWhole = (file: MemoryFile | undefined): file is MemoryFile =>
    file !== undefined && storage.bucket.objects.has(file.objectKey)

  return {
    space,
    platform,
    files: {
      list: ({ parentFileId = rootFileId }) =>
        service.call("GET", path("/list"), () =>
          Effect.sync(() => {
            const files = [...service.files.values()]
            return { items: files.filter((file) => file.stored && file.parentFileId === parentFileId).map(shown) }
          })),
      info: (fileId) => service.call("GET", path(`/${fileId}/info`), () => info(service, fileId)),
      resolve: (at) => service.call("POST", path("/switch"), () => resolve(service, at)),
      createFolder: ({ name, parentFileId }) =>
        service.call("POST", path("/folder"), () =>
          Effect.sync(() => {
            const folder = service.child(parentFileId, name) ??
              service.add({ name, parentFileId, size: 0, type: "folder", contentHash: undefined })
            return FileId.make(folder.fileId)
          })),
      rename: () => unsupported("rename"),
      updateInfo: () => unsupported("updateInfo"),
      batchSize: 1,
      copy: () => unsupported("copy"),
      move: () => unsupported("move"),
      remove: () => unsupported("remove")
    },
    bin: {
      list: () => unsupported("bin.list"),
      recycle: () => unsupported("bin.recycle"),
      restore: () => unsupported("bin.restore"),
      clear: () => unsupported("bin.clear")
    },
    uploads: {
      rules: objects.rules,
      reopen,
      prepare: (intent, digests) =>
        service.call("POST", path(), () =>
          Effect.map(create(service, intent, digests), (file) => {
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
          })),
      confirm: (tickets) =>
        Effect.catchTag(
          service.call("PUT", path("/upload/success-callback"), () =>
            Effect.sync(() => {
              const refused = new Set<FileId>()
              for (const ticket of tickets) {
                const file = service.files.get(ticket.fileId)
                if (isWhole(file) && !service.refuses(ticket.fileId)) service.store(file)
                else refused.add(ticket.fileId)
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
      address: () => unsupported("download"),
      batch: () => unsupported("downloads.batch"),
      archive: () => unsupported("downloads.archive")
    },
    tasks: { get: () => unsupported("tasks.get"), pollTask: () => unsupported("pollTask") }
  }
}
