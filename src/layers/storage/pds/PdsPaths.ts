/**
 * The id behind a path: by one call, or name by name where the domain does not have that call.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { DriveFile } from "../../../domain/DriveFile.js"
import { FileNotFound } from "../../../domain/errors/FileErrors.js"
import { FileId, rootFileId } from "../../../domain/Ids.js"
import type { FileFailure, StorageProvider } from "../../../services/StorageProvider.js"
import type { PdsClient, PdsFailure } from "./PdsClient.js"
import { meaningOf } from "./PdsCodes.js"
import { reading } from "./PdsErrors.js"
import * as PdsListing from "./PdsListing.js"

const Located = Schema.Struct({ file_id: FileId })

/** A gateway that does not know the path says so without a code of pds. */
const isNoSuchCall = (failure: PdsFailure): boolean => {
  const status = "status" in failure ? failure.status : undefined
  if (status !== 404 && status !== 405) return false
  return failure._tag === "TransportError" ||
    (failure._tag === "PdsRefusal" && meaningOf(failure.code) === "ApiError")
}

/**
 * `files.resolve` of a space, over its list.
 */
export const make = (
  client: PdsClient,
  list: StorageProvider["files"]["list"]
): StorageProvider["files"]["resolve"] => {
  let mustWalk = false

  /** Of several entries of one name a folder comes first, then the oldest. */
  const child = Effect.fnUntraced(function*(
    parentFileId: FileId,
    name: string,
    path: string
  ): Effect.fn.Return<DriveFile, FileFailure> {
    const seen = new Set<string>()
    let cursor: string | undefined
    do {
      const page = yield* list({
        parentFileId,
        order: "type asc, created_at asc",
        pageSize: PdsListing.mostPerCall,
        cursor
      })
      const found = page.items.find((file) => file.name === name)
      if (found !== undefined) return found
      cursor = page.next
      if (cursor !== undefined && seen.has(cursor)) return yield* PdsListing.cameAgain("/v2/file/list", "a marker")
      if (cursor !== undefined) seen.add(cursor)
    } while (cursor !== undefined)
    return yield* new FileNotFound({ path })
  })

  const walk = (path: string): Effect.Effect<FileId, FileFailure> =>
    Effect.reduce(
      path.split("/").filter((name) => name !== ""),
      rootFileId,
      (folder, name) => Effect.map(child(folder, name, path), (file) => file.fileId)
    )

  const ask = (path: string): Effect.Effect<FileId, FileFailure> =>
    client.call({
      operation: "Files.resolve",
      path: "/file/get_by_path",
      body: (drive_id) => ({ drive_id, file_path: path }),
      response: Located,
      repeat: "harmless"
    }).pipe(
      Effect.map((location) => location.file_id),
      Effect.catchIf(isNoSuchCall, () => {
        mustWalk = true
        return walk(path)
      }),
      reading({ operation: "Files.resolve", path })
    )

  return Effect.fn("PdsProvider.resolve")((path) => Effect.suspend(() => mustWalk ? walk(path) : ask(path)))
}
