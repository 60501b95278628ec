/**
 * A file that is in the drive already, and that this upload may have become.
 */
import * as Effect from "effect/Effect"
import type { DriveFile } from "../../domain/DriveFile.js"
import type { Digests } from "../../domain/HashPlan.js"
import type { UploadResult } from "../../domain/UploadSnapshot.js"
import { eachPage } from "../../services/files/eachPage.js"
import type { UploadTicket } from "../../services/StorageProvider.js"
import type { UploadRequest } from "../../services/Uploads.js"
import { withTimeLimit } from "../parts/Watchdog.js"
import type { UploadRun } from "./UploadRun.js"

const pageSize = 100

/**
 * An overwrite meets the same file again, and who wants to keep both may want a second one: there the service decides. An update
 * makes no file.
 */
export const mayBeFound = ({ checkNameMode, fileId }: UploadRequest): boolean =>
  fileId === undefined && (checkNameMode === undefined || checkNameMode === "refuse")

const listNamesakes = Effect.fnUntraced(function*(
  { checkpoint: { cameBack }, engine, provider }: UploadRun,
  name: string,
  parentFileId: string
) {
  const inTime = withTimeLimit(engine.tuning.watchdog.answer, { method: "GET", path: "files" })
  const found: Array<DriveFile> = []
  if (cameBack !== undefined && !(yield* cameBack.isName(provider, parentFileId, name))) return found
  yield* eachPage(
    (cursor) => inTime(provider.files.list({ parentFileId, pageSize, cursor })),
    (files) => found.push(...files.filter((file) => file.name === name && !file.isFolder))
  )
  return found
})

/**
 * The files of this upload's name in the folder, announced ones too where the service lists them. A folder that may not be listed is no
 * reason to fail.
 */
export const findNamesakes = (run: UploadRun, name: string, parentFileId: string) =>
  Effect.catchIf(
    listNamesakes(run, name, parentFileId),
    (error) => error.retry === "never",
    () => Effect.succeed<ReadonlyArray<DriveFile>>([])
  )

/**
 * Whether the file has its bytes; one that is only announced has none, as far as the service says so.
 */
export const isFinished = ({ status }: DriveFile): boolean => status !== "uploading"

/**
 * Whether the file has the bytes of these digests, or was announced with them.
 */
export const hasContent = (digests: Digests | undefined) => (file: DriveFile): boolean =>
  digests !== undefined && file.contentHash?.toUpperCase() === digests.contentHash

/**
 * The end of an upload that is this file. The asset's status is the last step of a create, and its answer is what tells which asset.
 */
export const settleExisting = Effect.fnUntraced(
  function*({ engine, provider, source, space }: UploadRun, file: DriveFile) {
    const ticket: UploadTicket = {
      platform: provider.platform,
      spaceId: space.spaceId,
      fileId: file.fileId,
      objectKey: file.objectKey,
      assetId: file.assetId,
      name: file.name,
      kind: "new",
      checkNameMode: undefined,
      contentType: source.contentType,
      mark: "",
      uploadId: undefined
    }
    yield* withTimeLimit(engine.tuning.watchdog.answer, { method: "PUT", path: "asset" })(
      provider.uploads.settle(ticket)
    )
    const result: UploadResult = { fileId: file.fileId, objectKey: file.objectKey, assetId: file.assetId, rapid: true }
    return result
  }
)
