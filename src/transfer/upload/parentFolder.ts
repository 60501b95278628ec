/**
 * The folders that uploads go into: each path is looked up once, and created where it is missing.
 */
import * as Effect from "effect/Effect"
import type { FileId } from "../../domain/Ids.js"
import { rootFileId } from "../../domain/Ids.js"
import { filesChanged } from "../../services/announce.js"
import { DriveEvents } from "../../services/DriveEvents.js"
import { Files } from "../../services/Files.js"
import type { StorageProvider } from "../../services/StorageProvider.js"
import type { UploadRequest } from "../../services/Uploads.js"
import type { Core } from "../../services/uploads/Core.js"
import { answered } from "../parts/watchdog.js"

const namesOf = (path: string): ReadonlyArray<string> => path.split("/").filter((name) => name !== "")

const keyOf = (provider: StorageProvider, request: UploadRequest): string =>
  [provider.space.spaceId, request.parentFileId ?? rootFileId, ...namesOf(request.path ?? "")].join("/")

/** Below the root: by path, as the service resolves it. */
const belowRoot = Effect.fnUntraced(function*(provider: StorageProvider, path: string) {
  const files = yield* Files
  const { spaceId } = provider.space
  return yield* Effect.catchTag(
    files.resolve(path, { spaceId }),
    "FileNotFound",
    () => files.ensureFolder(path, { spaceId })
  )
})

/** The folder may be new; that it was there already is not told. */
const told = ({ space }: StorageProvider, fileId: FileId, parent: string) =>
  Effect.flatMap(
    DriveEvents,
    (events) => events.publish(filesChanged(space.spaceId, { kind: "created", fileIds: [fileId], folderIds: [parent] }))
  )

/** Below another folder: name by name; creating one that exists gives its id. */
const below = (provider: StorageProvider, parentFileId: string, names: ReadonlyArray<string>) =>
  Effect.reduce(
    names,
    parentFileId,
    (parent, name) =>
      Effect.tap(
        provider.files.createFolder({ name, parentFileId: parent, checkNameMode: "refuse" }),
        (fileId) => told(provider, fileId, parent)
      )
  )

/** The id of the folder that the upload goes into. */
export const findParent = Effect.fnUntraced(function*(core: Core, provider: StorageProvider, request: UploadRequest) {
  const names = namesOf(request.path ?? "")
  const parent: string = request.parentFileId ?? rootFileId
  if (names.length === 0) return parent
  const key = keyOf(provider, request)
  const known = core.folders.get(key)
  if (known !== undefined) return known
  const inTime = answered(core.tuning.watchdog.answer, { method: "POST", path: "folder" })
  const folder: FileId | string = parent === rootFileId
    ? yield* inTime(belowRoot(provider, `/${names.join("/")}`))
    : yield* inTime(below(provider, parent, names))
  core.folders.set(key, folder)
  return folder
})

/** The folder is gone: the next one who asks creates it anew. */
export const forgetParent = (core: Core, provider: StorageProvider, request: UploadRequest): void =>
  void core.folders.delete(keyOf(provider, request))
