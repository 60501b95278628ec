/**
 * The folders that uploads go into: each path is looked up once, and created where it is missing.
 */
import * as Effect from "effect/Effect"
import type { FileId } from "../../domain/Ids.js"
import { rootFileId } from "../../domain/Ids.js"
import { filesChanged } from "../../services/Announce.js"
import { DriveEvents } from "../../services/DriveEvents.js"
import { Files } from "../../services/Files.js"
import type { StorageProvider } from "../../services/StorageProvider.js"
import type { UploadRequest } from "../../services/Uploads.js"
import type { UploadEngine } from "../../services/uploads/UploadEngine.js"
import { withTimeLimit } from "../parts/Watchdog.js"

const namesOf = (path: string): ReadonlyArray<string> => path.split("/").filter((name) => name !== "")

const keyOf = (provider: StorageProvider, request: UploadRequest): string =>
  [provider.space.spaceId, request.parentFileId ?? rootFileId, ...namesOf(request.path ?? "")].join("/")

/** `again`: after the service has refused the folder that was found. */
type Asked = "first" | "again"

/** Below the root: by path, as the service resolves it, which may lead to a file. Only once that was refused it is looked at. */
const ensureBelowRoot = Effect.fnUntraced(function*(provider: StorageProvider, path: string, asked: Asked) {
  const files = yield* Files
  const { spaceId } = provider.space
  const ensured = files.ensureFolder(path, { spaceId })
  return yield* asked === "again"
    ? ensured
    : Effect.catchTag(files.resolve(path, { spaceId }), "FileNotFound", () => ensured)
})

/** The folder may be new; that it was there already is not reported. */
const announceFolder = ({ space }: StorageProvider, fileId: FileId, parent: string) =>
  Effect.flatMap(
    DriveEvents,
    (events) => events.publish(filesChanged(space.spaceId, { kind: "created", fileIds: [fileId], folderIds: [parent] }))
  )

/** Below another folder: name by name; creating one that exists gives its id. */
const ensureBelow = (provider: StorageProvider, parentFileId: string, names: ReadonlyArray<string>) =>
  Effect.reduce(
    names,
    parentFileId,
    (parent, name) =>
      Effect.tap(
        provider.files.createFolder({ name, parentFileId: parent, checkNameMode: "refuse" }),
        (fileId) => announceFolder(provider, fileId, parent)
      )
  )

const ensure = Effect.fnUntraced(function*(
  engine: UploadEngine,
  provider: StorageProvider,
  { asked, names, parent }: {
    readonly asked: Asked
    readonly names: ReadonlyArray<string>
    readonly parent: string
  }
) {
  const inTime = withTimeLimit(engine.tuning.watchdog.answer, { method: "POST", path: "folder" })
  return parent === rootFileId
    ? yield* inTime(ensureBelowRoot(provider, `/${names.join("/")}`, asked))
    : yield* inTime(ensureBelow(provider, parent, names))
})

/**
 * The id of the folder that the upload goes into. One that was refused may be gone, and is created anew; where a file has its name, it
 * is `NameConflict`.
 */
export const findParent = (
  engine: UploadEngine,
  provider: StorageProvider,
  request: UploadRequest,
  asked: Asked = "first"
) => {
  const names = namesOf(request.path ?? "")
  const parent: string = request.parentFileId ?? rootFileId
  if (names.length === 0) return Effect.succeed(parent)
  const key = keyOf(provider, request)
  const known = engine.folders.get(key)
  if (known !== undefined && asked === "first") return Effect.succeed(known)
  return Effect.map(ensure(engine, provider, { parent, names, asked }), (folder) => {
    engine.folders.set(key, folder)
    return folder
  })
}
