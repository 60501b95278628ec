/**
 * Changes to files that are there: names, tags, places, removal.
 */
import * as Effect from "effect/Effect"
import type { BatchResult } from "../../domain/BatchResult.js"
import * as CheckNameMode from "../../domain/CheckNameMode.js"
import type { UserTag } from "../../domain/DriveFile.js"
import { InvalidInput, UnsupportedOperation } from "../../domain/errors/InputErrors.js"
import * as FieldNames from "../../domain/FieldNames.js"
import * as FileIdInput from "../../domain/FileIdInput.js"
import * as FileName from "../../domain/FileName.js"
import * as Shape from "../../domain/Shape.js"
import type { Files, FilesError, FilesRelocateError, Relocation } from "../../services/Files.js"
import type { AsyncOptions } from "../../services/RecycleBin.js"
import type { InSpace } from "../../services/Spaces.js"
import type { StorageProvider } from "../../services/StorageProvider.js"
import * as Batches from "./FileBatches.js"
import type { FoundPaths } from "./FoundPaths.js"

/** Calls of a batch at a time. */
const concurrency = 4

/** With the mode misspelled the service would go by its own rule, and what has the name could be replaced. */
const relocationFields: ReadonlyArray<keyof Relocation> = ["fileIds", "toParentFileId", "checkNameMode"]

const isTag = (tag: UserTag | undefined): boolean => typeof tag?.key === "string" && typeof tag.value === "string"

const checkTags = (tags: ReadonlyArray<UserTag>): Effect.Effect<void, InvalidInput> => {
  // `every` alone passes over an empty place in the list.
  if (!Array.isArray(tags) || !Array.from(tags).every(isTag)) {
    return new InvalidInput({ field: "userTags", message: "userTags must be a list of { key, value }, both text" })
  }
  if (tags.some(({ key }) => key === "")) {
    return new InvalidInput({ field: "userTags", message: "a tag needs a key" })
  }
  return new Set(tags.map(({ key }) => key)).size === tags.length
    ? Effect.void
    : new InvalidInput({ field: "userTags", message: "each key of userTags may be there once" })
}

/**
 * The part of `Files` that changes what is there. Each change makes the space's remembered paths forgotten.
 */
export const make = (
  open: (options: InSpace | undefined) => Effect.Effect<StorageProvider, FilesError>,
  found: FoundPaths
): Pick<Files.Service, "copy" | "move" | "remove" | "rename" | "star" | "updateInfo"> => {
  const rename: Files.Service["rename"] = Effect.fn("Files.rename")(function*(wanted, options) {
    yield* Shape.record("file", wanted)
    const fileId = yield* FileIdInput.changeable(wanted.fileId, "renamed")
    const name = yield* FileName.make(wanted.name)
    const mode = yield* CheckNameMode.make(wanted.checkNameMode)
    const provider = yield* open(options)
    const checkNameMode = mode ?? CheckNameMode.defaultCheckNameMode.rename
    yield* Effect.ensuring(
      provider.files.rename({ fileId, name, checkNameMode }),
      found.forget(provider.space.spaceId)
    )
  })

  const updateInfo: Files.Service["updateInfo"] = Effect.fn("Files.updateInfo")(function*(wanted, options) {
    const { fileId: id, hidden, name, userTags, ...fields } = yield* Shape.record("file", wanted)
    const fileId = yield* FileIdInput.changeable(id, "tagged")
    yield* Shape.optionalFlag("hidden", hidden)
    if (name !== undefined) yield* FileName.make(name)
    if (userTags !== undefined) yield* checkTags(userTags)
    if ([hidden, name, userTags, ...Object.values(fields)].every((value) => value === undefined)) {
      return yield* new InvalidInput({
        field: "file",
        message: "nothing to update: userTags, hidden, name or another field required"
      })
    }
    const provider = yield* open(options)
    yield* Effect.ensuring(
      provider.files.updateInfo({ fileId, hidden, name, userTags, fields }),
      name === undefined ? Effect.void : found.forget(provider.space.spaceId)
    )
  })

  const relocate = Effect.fnUntraced(function*(
    wanted: Relocation,
    verb: "copy" | "move",
    options: (InSpace & AsyncOptions) | undefined
  ): Effect.fn.Return<BatchResult<FilesRelocateError>, FilesRelocateError> {
    yield* FieldNames.only("files", wanted, relocationFields)
    yield* CheckNameMode.make(wanted.checkNameMode)
    yield* Shape.optionalFlag("isAsync", options?.isAsync)
    const fileIds = yield* FileIdInput.batch(wanted.fileIds, verb === "copy" ? "copied" : "moved")
    const toParentFileId = yield* FileIdInput.make(wanted.toParentFileId, "toParentFileId")
    const { files, space } = yield* open(options)
    const isAsync = options?.isAsync ?? false
    const send = (group: typeof fileIds): Effect.Effect<BatchResult<FilesRelocateError>, FilesRelocateError> =>
      files[verb]({ fileIds: group, toParentFileId, checkNameMode: wanted.checkNameMode, isAsync })
    return yield* Effect.ensuring(
      Batches.inGroups(fileIds, { size: files.batchSize, concurrency }, send),
      found.forget(space.spaceId)
    )
  })

  const remove: Files.Service["remove"] = Effect.fn("Files.remove")(function*(ids, options) {
    const fileIds = yield* FileIdInput.batch(ids, "removed")
    yield* Shape.optionalFlag("isAsync", options?.isAsync)
    const { files, space } = yield* open(options)
    const { removeMany } = files
    const isAsync = options?.isAsync ?? false
    return yield* Effect.ensuring(
      Batches.oneOrMany(fileIds, { size: files.batchSize, concurrency }, {
        one: (fileId) => files.remove(fileId, { isAsync }),
        many: removeMany && ((group) => removeMany(group, { isAsync }))
      }),
      found.forget(space.spaceId)
    )
  })

  const star: Files.Service["star"] = Effect.fn("Files.star")(function*(wanted, options) {
    yield* FieldNames.only("file", wanted, ["fileId", "starred"])
    const fileId = yield* FileIdInput.changeable(wanted.fileId, "starred")
    yield* Shape.flag("starred", wanted.starred)
    const { files, platform } = yield* open(options)
    if (files.star === undefined) {
      const message = `files of ${platform} are starred as assets: Assets.star`
      return yield* new UnsupportedOperation({ operation: "Files.star", platform, message })
    }
    yield* files.star(fileId, wanted.starred)
  })

  return {
    rename,
    star,
    updateInfo,
    copy: Effect.fn("Files.copy")((wanted, options) => relocate(wanted, "copy", options)),
    move: Effect.fn("Files.move")((wanted, options) => relocate(wanted, "move", options)),
    remove
  }
}
