/**
 * Files and folders of a pds space: what they are, where they are, and new folders.
 */
import * as Effect from "effect/Effect"
import { NameConflict } from "../../../domain/errors/FileErrors.js"
import { FileId } from "../../../domain/Ids.js"
import type { CreateFailure, CreateFolder, StorageProvider } from "../../../services/StorageProvider.js"
import type { PdsClient } from "./PdsClient.js"
import { reading, writing } from "./PdsErrors.js"
import { driveFile, PdsFile, thumbnailName } from "./PdsFile.js"
import * as PdsFileChanges from "./PdsFileChanges.js"
import * as PdsListing from "./PdsListing.js"
import * as PdsPaths from "./PdsPaths.js"
import * as PdsRelocation from "./PdsRelocation.js"
import type { PdsTasks } from "./PdsTasks.js"
import { Created } from "./PdsUploadWire.js"

/**
 * @see {@link StorageProvider}
 */
export const make = (client: PdsClient, tasks: PdsTasks, spaceId: string): StorageProvider["files"] => {
  const list = PdsListing.make(client, spaceId)

  const info: StorageProvider["files"]["info"] = Effect.fn("PdsProvider.info")((fileId, options) => {
    const process = options?.imageThumbnailProcess
    return client.call({
      operation: "Files.info",
      path: "/file/get",
      body: (drive_id) => ({
        drive_id,
        file_id: fileId,
        ...(process === undefined ? {} : {
          thumbnail_processes: { [thumbnailName]: { image_thumbnail_process: process } }
        })
      }),
      response: PdsFile,
      repeat: "harmless"
    }).pipe(reading({ operation: "Files.info", fileId }), Effect.map(driveFile))
  })

  const createFolder: StorageProvider["files"]["createFolder"] = Effect.fn("PdsProvider.createFolder")(
    function*({ checkNameMode, name, parentFileId }: CreateFolder): Effect.fn.Return<FileId, CreateFailure> {
      // To overwrite a folder is to open it.
      const mode = checkNameMode === "overwrite" ? "refuse" : checkNameMode
      const created = yield* client.call({
        operation: "Files.createFolder",
        path: "/file/create",
        body: (drive_id) => ({
          drive_id,
          parent_file_id: parentFileId,
          name,
          type: "folder",
          check_name_mode: mode
        }),
        response: Created,
        // A repeat with refuse finds what the first try made.
        repeat: mode === "refuse" ? "harmless" : "unlessDone"
      }).pipe(writing({ operation: "Files.createFolder", name, parentFileId }))
      return created.exist === true && created.type === "file"
        ? yield* new NameConflict({ name, parentFileId })
        : FileId.make(created.file_id)
    }
  )

  return {
    list,
    info,
    resolve: PdsPaths.make(client, list),
    createFolder,
    ...PdsFileChanges.make(client, tasks),
    ...PdsRelocation.make(client, tasks)
  }
}
