/**
 * New folders: one in a folder, or all that a path needs.
 */
import * as Effect from "effect/Effect"
import * as CheckNameMode from "../../domain/CheckNameMode.js"
import { NameConflict } from "../../domain/errors/FileErrors.js"
import * as FieldNames from "../../domain/FieldNames.js"
import * as FileIdInput from "../../domain/FileIdInput.js"
import * as FileName from "../../domain/FileName.js"
import * as FilePath from "../../domain/FilePath.js"
import type { FileId } from "../../domain/Ids.js"
import { rootFileId } from "../../domain/Ids.js"
import type { Announce, Change } from "../../services/Announce.js"
import type { Files, FilesChangeError, FilesError } from "../../services/Files.js"
import type { InSpace } from "../../services/Spaces.js"
import type { StorageProvider } from "../../services/StorageProvider.js"
import type { SharedCalls } from "./SharedCalls.js"

/**
 * The part of `Files` that makes folders. `folders` sees to it that each of a path is made once.
 */
export const make = (
  open: (options: InSpace | undefined) => Effect.Effect<StorageProvider, FilesError>,
  folders: SharedCalls<FileId, FilesChangeError>,
  announce: Announce
): Pick<Files.Service, "createFolder" | "ensureFolder"> => {
  const created = (parentFileId: FileId) => (fileId: FileId | undefined): Change => ({
    kind: "created",
    fileIds: fileId === undefined ? [] : [fileId],
    folderIds: [parentFileId]
  })

  const createIn = (
    provider: StorageProvider,
    parentFileId: FileId,
    name: string,
    checkNameMode: CheckNameMode.CheckNameMode = CheckNameMode.defaultCheckNameMode.folder
  ) =>
    announce(
      provider.files.createFolder({ name, parentFileId, checkNameMode }),
      provider.space,
      created(parentFileId)
    )

  const createFolder: Files.Service["createFolder"] = Effect.fn("Files.createFolder")(function*(folder, options) {
    const names = ["name", "parentFileId", "checkNameMode"]
    const wanted = yield* FieldNames.only("folder", folder, names)
    const parentFileId = yield* FileIdInput.make(wanted.parentFileId ?? rootFileId, "parentFileId")
    const mode = yield* CheckNameMode.make(wanted.checkNameMode)
    const name = yield* FileName.make(wanted.name)
    // Only there: in another folder it is a name like any other.
    if (name === rootFileId && parentFileId === rootFileId) return rootFileId
    const provider = yield* open(options)
    return yield* createIn(provider, parentFileId, name, mode)
  })

  /** A path leads to a file as well as to a folder. */
  const find = (provider: StorageProvider, path: string) =>
    provider.files.resolve(path).pipe(
      Effect.flatMap((fileId) => provider.files.info(fileId)),
      Effect.catchTag("FileNotFound", () => Effect.succeed(undefined))
    )

  const ensure = (provider: StorageProvider, path: string): Effect.Effect<FileId, FilesChangeError> =>
    path === FilePath.root
      ? Effect.succeed(rootFileId)
      : folders.join(
        `${provider.space.spaceId}${path}`,
        Effect.gen(function*() {
          const found = yield* find(provider, path)
          if (found?.isFolder === true) return found.fileId
          const { folder, name } = FilePath.split(path)
          const parentFileId = yield* ensure(provider, folder)
          // Where a file has the name the service says so, unless a folder has it too.
          const fileId = yield* createIn(provider, parentFileId, name)
          return fileId === found?.fileId ? yield* new NameConflict({ name, parentFileId, fileId }) : fileId
        })
      )

  const ensureFolder: Files.Service["ensureFolder"] = Effect.fn("Files.ensureFolder")(function*(path, options) {
    const absolute = yield* FilePath.make(path)
    return yield* ensure(yield* open(options), absolute)
  })

  return { createFolder, ensureFolder }
}
