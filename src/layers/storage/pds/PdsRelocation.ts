/**
 * Copies and moves on pds, in batches; folders by tasks, which are followed to their end.
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { BatchSuccess } from "../../../domain/BatchResult.js"
import type { CheckNameMode } from "../../../domain/CheckNameMode.js"
import { NameConflict, ParentNotFound } from "../../../domain/errors/FileErrors.js"
import { UnsupportedOperation } from "../../../domain/errors/InputErrors.js"
import { FileId, rootFileId } from "../../../domain/Ids.js"
import type { RelocateFailure, RelocateFiles, StorageProvider } from "../../../services/StorageProvider.js"
import * as PdsBatch from "./PdsBatch.js"
import type { PdsClient, PdsFailure } from "./PdsClient.js"
import { writing } from "./PdsErrors.js"
import * as PdsFileKinds from "./PdsFileKinds.js"
import type { PdsTasks } from "./PdsTasks.js"

type Verb = "copy" | "move"

const Relocated = Schema.NullishOr(Schema.Struct({
  file_id: Schema.optional(Schema.NullOr(FileId)),
  exist: Schema.optional(Schema.NullOr(Schema.Boolean)),
  async_task_id: Schema.optional(Schema.NullOr(Schema.String))
}))

type Answer = Either.Either<typeof Relocated.Type, PdsFailure>

const isNotFound = (answer: Answer): boolean => Either.isLeft(answer) && PdsFileKinds.isNotFound(answer.left)

const unsupported = (verb: Verb, mode: CheckNameMode) =>
  new UnsupportedOperation({
    operation: `Files.${verb}`,
    platform: "pds",
    message: `pds cannot ${verb} with check_name_mode ${mode}`
  })

/** A copy knows `auto_rename` or not, a move the modes of the wire. */
const modeFields = (verb: Verb, mode: CheckNameMode | undefined): Either.Either<object, UnsupportedOperation> => {
  if (mode === undefined) return Either.right({})
  if (mode === "overwrite" || (verb === "copy" && mode === "refuse")) return Either.left(unsupported(verb, mode))
  return Either.right(verb === "copy" ? { auto_rename: mode === "auto_rename" } : { check_name_mode: mode })
}

/**
 * The part of `files` that takes files elsewhere.
 */
export const make = (
  client: PdsClient,
  tasks: PdsTasks
): Pick<StorageProvider["files"], "batchSize" | "copy" | "move"> => {
  const settle = Effect.fnUntraced(function*(
    verb: Verb,
    wanted: RelocateFiles,
    fileId: FileId,
    answer: Answer,
    found: ReadonlyMap<FileId, PdsFileKinds.Found>
  ): Effect.fn.Return<BatchSuccess, RelocateFailure> {
    const target = found.get(wanted.toParentFileId)
    if (isNotFound(answer) && target !== undefined && target !== "folder" && found.get(fileId) !== "missing") {
      return yield* new ParentNotFound({ parentFileId: wanted.toParentFileId })
    }
    const subject = { operation: `Files.${verb}`, fileId, name: fileId, parentFileId: wanted.toParentFileId }
    const done = yield* writing(subject)(Effect.suspend(() => answer))
    // `exist` is a success on the wire, and means that the file stayed where it was.
    if (verb === "move" && done?.exist === true) {
      return yield* new NameConflict({ name: fileId, parentFileId: wanted.toParentFileId, fileId })
    }
    const task = yield* tasks.ended(done, { isAsync: wanted.isAsync ?? false })
    const newFileId = verb === "copy" ? done?.file_id ?? undefined : undefined
    return { fileId, ...(newFileId === undefined ? {} : { newFileId }), ...task }
  })

  /** One code says it of the file and of the folder: what was refused for it is looked at, and nothing else. */
  const whichIsMissing = (verb: Verb, { toParentFileId }: RelocateFiles, refused: ReadonlyArray<FileId>) =>
    refused.length === 0 || toParentFileId === rootFileId
      ? Effect.succeed<ReadonlyMap<FileId, PdsFileKinds.Found>>(new Map())
      : PdsFileKinds.find(client, `Files.${verb}`, [toParentFileId, ...refused])

  const relocate = Effect.fnUntraced(function*(verb: Verb, wanted: RelocateFiles) {
    const mode = yield* modeFields(verb, wanted.checkNameMode)
    const answers = yield* PdsBatch.answersOf(client, {
      operation: `Files.${verb}`,
      path: `/file/${verb}`,
      fileIds: wanted.fileIds,
      body: (drive_id, file_id) => ({ drive_id, file_id, to_parent_file_id: wanted.toParentFileId, ...mode }),
      response: Relocated
    }).pipe(writing({ operation: `Files.${verb}`, parentFileId: wanted.toParentFileId }))
    const refused = [...answers].flatMap(([fileId, answer]) => isNotFound(answer) ? [fileId] : [])
    const found = yield* whichIsMissing(verb, wanted, refused)
    return yield* PdsBatch.settleAnswers(answers, (fileId, answer) => settle(verb, wanted, fileId, answer, found))
  })

  return {
    batchSize: PdsBatch.callsPerBatch,
    copy: Effect.fn("PdsProvider.copy")((wanted) => relocate("copy", wanted)),
    move: Effect.fn("PdsProvider.move")((wanted) => relocate("move", wanted))
  }
}
