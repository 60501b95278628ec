/**
 * A create call whose answer was lost. An announced file stays invisible until it is confirmed, but where the service had the bytes
 * already (rapid) the file exists at once, and a second call may make a second one: it is looked for first.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { DriveFile } from "../../domain/DriveFile.js"
import type { UploadResult } from "../../domain/UploadSnapshot.js"
import type { Failure } from "../engine/retrying.js"
import { isLostOnTheWay } from "../engine/retrying.js"
import type { UploadTicket } from "../StorageProvider.js"
import type { Job } from "./openJob.js"

const pageSize = 100

/** An answer that was cut cannot be read either. */
export const mayHaveCreated = (error: Failure): boolean =>
  isLostOnTheWay(error) || (error._tag === "TransportError" && "reason" in error && error.reason === "Decode")

/**
 * An overwrite meets the same file again, and who wants to keep both may want a second one: there the service decides. An update
 * makes no file, and without a digest nothing is rapid.
 */
const isInDoubt = ({ checkpoint, entry }: Job): boolean => {
  const { checkNameMode, fileId } = entry.request
  return checkpoint.createLost && checkpoint.digests !== undefined && fileId === undefined &&
    (checkNameMode === undefined || checkNameMode === "refuse")
}

const findFile = Effect.fnUntraced(function*(job: Job, name: string, parentFileId: string) {
  const { checkpoint, provider, source } = job
  const isOurs = (file: DriveFile) =>
    file.name === name && file.size === source.identity.size &&
    file.contentHash?.toUpperCase() === checkpoint.digests?.contentHash
  let cursor: string | undefined
  do {
    const page = yield* provider.files.list({ parentFileId, pageSize, cursor })
    const found = page.items.find(isOurs)
    if (found !== undefined) return Option.some(found)
    cursor = page.next
  } while (cursor !== undefined)
  return Option.none()
})

/** The asset's status is the last step of a rapid create, and its answer is what tells which asset. */
const settled = Effect.fnUntraced(function*({ provider, source, space }: Job, file: DriveFile) {
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
  yield* provider.uploads.settle(ticket)
  const result: UploadResult = { fileId: file.fileId, objectKey: file.objectKey, assetId: file.assetId, rapid: true }
  return result
})

/**
 * The file of this name and content in the folder, if an earlier call may have made it. One that was there before is as good: it
 * has the same bytes under the same name.
 */
export const createdBefore = Effect.fnUntraced(function*(job: Job, name: string, parentFileId: string) {
  if (!isInDoubt(job)) return undefined
  // A folder that may not be listed is no reason to fail.
  const found = yield* Effect.catchIf(
    findFile(job, name, parentFileId),
    (error) => error.retry === "never",
    () => Effect.succeed(Option.none())
  )
  return Option.isNone(found) ? undefined : yield* settled(job, found.value)
})
