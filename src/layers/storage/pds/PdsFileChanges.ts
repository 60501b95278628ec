/**
 * Changes to files of a pds space: names, tags, stars, removal.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { UserTag } from "../../../domain/DriveFile.js"
import { NameConflict } from "../../../domain/errors/FileErrors.js"
import { InvalidInput, UnsupportedOperation } from "../../../domain/errors/InputErrors.js"
import type { StorageProvider } from "../../../services/StorageProvider.js"
import type { PdsClient } from "./PdsClient.js"
import { reading, writing } from "./PdsErrors.js"
import { PdsFile, tagsOf } from "./PdsFile.js"
import * as PdsRemoval from "./PdsRemoval.js"
import type { PdsTasks } from "./PdsTasks.js"

const mostTags = 1000
const mostTagBytes = 2000

const encoder = new TextEncoder()

const checkTag = ({ key, value }: UserTag): string | undefined => {
  if (`${key}${value}`.includes("#")) return "a tag must not contain #"
  return encoder.encode(`${key}${value}`).length > mostTagBytes
    ? `a tag must have at most ${mostTagBytes} bytes of UTF-8`
    : undefined
}

const checkTags = (tags: ReadonlyArray<UserTag>): Effect.Effect<void, InvalidInput> => {
  const problem = tags.length > mostTags ? `a file has at most ${mostTags} tags` : tags.map(checkTag).find(Boolean)
  return problem === undefined ? Effect.void : new InvalidInput({ field: "userTags", message: problem })
}

/**
 * The part of `files` that changes files where they are.
 */
export const make = (
  client: PdsClient,
  tasks: PdsTasks
): Pick<StorageProvider["files"], "remove" | "removeMany" | "rename" | "star" | "updateInfo"> => {
  const removal = { operation: "Files.remove", path: "/file/delete" } as const
  const remove = PdsRemoval.one(client, tasks, removal)

  const rename: StorageProvider["files"]["rename"] = Effect.fn("PdsProvider.rename")(
    function*({ checkNameMode, fileId, name }) {
      if (checkNameMode === "overwrite") {
        return yield* new UnsupportedOperation({
          operation: "Files.rename",
          platform: "pds",
          message: "pds cannot overwrite by a rename"
        })
      }
      const file = yield* client.call({
        operation: "Files.rename",
        path: "/file/update",
        body: (drive_id) => ({ drive_id, file_id: fileId, name, check_name_mode: checkNameMode }),
        response: PdsFile,
        // A repeated auto_rename would number the name that the first try gave.
        repeat: checkNameMode === "auto_rename" ? "unlessDone" : "harmless"
      }).pipe(writing({ operation: "Files.rename", fileId, name }))
      // Refused, some domains answer with the file that has the name.
      if (file.file_id !== fileId) return yield* new NameConflict({ name, parentFileId: file.parent_file_id, fileId })
    }
  )

  const get = (fileId: string) =>
    client.call({
      operation: "Files.updateInfo",
      path: "/file/get",
      body: (drive_id) => ({ drive_id, file_id: fileId }),
      response: PdsFile,
      repeat: "harmless"
    })

  const changeInfo = (path: `/${string}`, fields: object) =>
    client.call({
      operation: "Files.updateInfo",
      path,
      body: (drive_id) => ({ drive_id, ...fields }),
      response: Schema.Unknown,
      repeat: "harmless"
    })

  /** Tags are added and taken away by calls of their own: first the new ones, then those that are wanted no more. */
  const updateInfo: StorageProvider["files"]["updateInfo"] = Effect.fn("PdsProvider.updateInfo")(
    function*({ fields = {}, fileId, hidden, name, userTags }) {
      const others = { ...fields, hidden, name }
      const hasOthers = Object.values(others).some((value) => value !== undefined)
      if (userTags !== undefined) yield* checkTags(userTags)
      const change = Effect.gen(function*() {
        if (hasOthers) yield* changeInfo("/file/update", { ...others, file_id: fileId })
        if (userTags === undefined) return
        const before = tagsOf(yield* get(fileId))
        const kept = new Set(userTags.map(({ key }) => key))
        const keys = before.map(({ key }) => key).filter((key) => !kept.has(key))
        if (userTags.length > 0) {
          const tags = userTags.map(({ key, value }) => ({ key, value }))
          yield* changeInfo("/file/put_usertags", { file_id: fileId, user_tags: tags })
        }
        if (keys.length > 0) yield* changeInfo("/file/delete_usertags", { file_id: fileId, key_list: keys })
      })
      yield* reading({ operation: "Files.updateInfo", fileId })(change)
    }
  )

  return {
    rename,
    updateInfo,
    star: Effect.fn("PdsProvider.star")((fileId, starred) =>
      client.call({
        operation: "Files.star",
        path: "/file/update",
        body: (drive_id) => ({ drive_id, file_id: fileId, starred }),
        response: Schema.Unknown,
        repeat: "harmless"
      }).pipe(reading({ operation: "Files.star", fileId }), Effect.asVoid)
    ),
    remove: Effect.fn("PdsProvider.remove")((fileId, options) =>
      remove(fileId, { isAsync: options?.isAsync ?? false })
    ),
    removeMany: Effect.fn("PdsProvider.removeMany")(PdsRemoval.many(client, tasks, removal))
  }
}
