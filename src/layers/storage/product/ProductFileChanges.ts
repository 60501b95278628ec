/**
 * Changes to files and folders of a space, by the product API: names, tags, places, removal.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { BatchResult } from "../../../domain/BatchResult.js"
import { ApiError } from "../../../domain/errors/ApiErrors.js"
import { NameConflict } from "../../../domain/errors/FileErrors.js"
import { TransportError } from "../../../domain/errors/TransportError.js"
import { essential } from "../../../domain/Essential.js"
import { FileId } from "../../../domain/Ids.js"
import * as ServerText from "../../../domain/ServerText.js"
import type { ApiRequest, DriveApi } from "../../../services/DriveApi.js"
import type { CreateFailure, RelocateFiles, StorageProvider } from "../../../services/StorageProvider.js"
import type { Subject } from "./ProductErrors.js"
import { readFailure, writeFailure } from "./ProductErrors.js"
import { startedTaskOf, TaskStarted } from "./ProductTasks.js"

const idsPerCall = 100

const Done = Schema.Struct({
  file_id: FileId,
  new_file_id: Schema.optional(Schema.NullOr(FileId)),
  async_task_id: essential(Schema.optional(Schema.NullOr(Schema.String)))
})

const Refused = Schema.Struct({
  file_id: FileId,
  code: Schema.Union(Schema.Number, Schema.String),
  message: Schema.optional(Schema.NullOr(Schema.String))
})

/**
 * An answer that has no list of those with which it was done means all that it does not refuse. So does one whose lists are both empty; an
 * empty one beside refusals means none.
 */
const Relocated = Schema.NullishOr(Schema.Struct({
  success_items: essential(Schema.optional(Schema.NullOr(Schema.Array(Done)))),
  error_items: essential(Schema.optional(Schema.NullOr(Schema.Array(Refused))))
}))

interface RelocateCall {
  readonly operation: string
  readonly path: string
}

const subjectOf = ({ checkNameMode, fileIds, toParentFileId }: RelocateFiles): Omit<Subject, "operation"> => ({
  ...(fileIds.length === 1 ? { fileId: fileIds[0], name: fileIds[0] } : { fileIds, name: fileIds.join(", ") }),
  parentFileId: toParentFileId,
  refuses: checkNameMode === "refuse"
})

/** Of a file that is missing in an answer that names others, nobody knows. */
const unanswered = ({ path }: RelocateCall): TransportError =>
  new TransportError({ reason: "Decode", method: "POST", path, field: "success_items", detail: "a file is missing" })

const failureOf = (error: ApiError, subject: Subject): CreateFailure => {
  const failure = writeFailure(error, subject)
  return failure._tag === "FolderExists"
    ? new NameConflict({ name: failure.name, parentFileId: subject.parentFileId, fileId: subject.fileId })
    : failure
}

const refusalOf = (
  { code, file_id, message }: typeof Refused.Type,
  wanted: RelocateFiles,
  call: RelocateCall
): CreateFailure => {
  const error = new ApiError({
    code: typeof code === "string" ? ServerText.clean(code) : code,
    reason: ServerText.cleanIfGiven(message ?? undefined),
    method: "POST",
    path: call.path
  })
  return failureOf(error, { ...subjectOf({ ...wanted, fileIds: [file_id] }), operation: call.operation })
}

const resultOf = (
  wanted: RelocateFiles,
  answer: typeof Relocated.Type,
  call: RelocateCall
): BatchResult<CreateFailure> => {
  const done = new Map((answer?.success_items ?? []).map((item) => [item.file_id, item]))
  const refused = new Map((answer?.error_items ?? []).map((item) => [item.file_id, item]))
  const isTold = done.size > 0 || (Array.isArray(answer?.success_items) && refused.size > 0)
  const errorOf = (fileId: FileId): CreateFailure | undefined => {
    const item = refused.get(fileId)
    if (item !== undefined) return refusalOf(item, wanted, call)
    return isTold && !done.has(fileId) ? unanswered(call) : undefined
  }
  const outcomes = wanted.fileIds.map((fileId) => ({ fileId, error: errorOf(fileId) }))
  return {
    successItems: outcomes.filter(({ error }) => error === undefined).map(({ fileId }) => ({
      fileId,
      newFileId: done.get(fileId)?.new_file_id ?? undefined,
      asyncTaskId: done.get(fileId)?.async_task_id || undefined
    })),
    errorItems: outcomes.flatMap(({ error, fileId }) => error === undefined ? [] : [{ fileId, error }])
  }
}

/**
 * @see {@link StorageProvider}
 */
export const make = (
  api: DriveApi.Service,
  spaceId: string
): Pick<StorageProvider["files"], "batchSize" | "copy" | "move" | "remove" | "rename" | "updateInfo"> => {
  const base = `/api/v2/file/${encodeURIComponent(spaceId)}`

  const change = <A, I>(request: ApiRequest<A, I>, subject: Omit<Subject, "operation">) =>
    Effect.catchTag(
      api.request(request),
      "ApiError",
      (error) => Effect.fail(failureOf(error, { ...subject, operation: request.operation }))
    )

  const rename: StorageProvider["files"]["rename"] = Effect.fn("ProductProvider.rename")((wanted) =>
    Effect.asVoid(change({
      operation: "Files.rename",
      method: "PUT",
      path: `${base}/rename`,
      body: { file_id: wanted.fileId, new_file_name: wanted.name, check_name_mode: wanted.checkNameMode },
      response: Schema.Unknown,
      repeatable: true
    }, { fileId: wanted.fileId, name: wanted.name, refuses: wanted.checkNameMode === "refuse" }))
  )

  const updateInfo: StorageProvider["files"]["updateInfo"] = Effect.fn("ProductProvider.updateInfo")((wanted) =>
    api.request({
      operation: "Files.updateInfo",
      method: "PUT",
      path: `${base}/update-info`,
      body: {
        ...wanted.fields,
        file_id: wanted.fileId,
        user_tags: wanted.userTags?.map(({ key, value }) => ({ key, value })),
        hidden: wanted.hidden,
        name: wanted.name
      },
      response: Schema.Unknown,
      repeatable: true
    }).pipe(
      Effect.asVoid,
      Effect.catchTag(
        "ApiError",
        (error) => Effect.fail(readFailure(error, { operation: "Files.updateInfo", fileId: wanted.fileId }))
      )
    )
  )

  const relocate = (given: RelocateFiles, verb: "copy" | "move"): Effect.Effect<
    BatchResult<CreateFailure>,
    CreateFailure
  > => {
    // An id that is there twice would be copied twice.
    const wanted = { ...given, fileIds: [...new Set(given.fileIds)] }
    const call = { operation: `Files.${verb}`, path: `${base}/${verb}` }
    return Effect.map(
      change({
        ...call,
        method: "POST",
        body: {
          file_ids: wanted.fileIds,
          to_parent_file_id: wanted.toParentFileId,
          check_name_mode: wanted.checkNameMode
        },
        response: Relocated,
        // What lies in the folder already is moved there without harm; a second copy would be one too many.
        repeatable: verb === "move"
      }, subjectOf(wanted)),
      (answer) => resultOf(wanted, answer, call)
    )
  }

  const remove: StorageProvider["files"]["remove"] = Effect.fn("ProductProvider.remove")((fileId) =>
    api.request({
      operation: "Files.remove",
      method: "DELETE",
      path: `${base}/${encodeURIComponent(fileId)}`,
      response: TaskStarted
    }).pipe(
      Effect.map(startedTaskOf),
      Effect.catchTag("ApiError", (error) => Effect.fail(readFailure(error, { operation: "Files.remove", fileId })))
    )
  )

  return {
    batchSize: idsPerCall,
    rename,
    updateInfo,
    copy: Effect.fn("ProductProvider.copy")((wanted) => relocate(wanted, "copy")),
    move: Effect.fn("ProductProvider.move")((wanted) => relocate(wanted, "move")),
    remove
  }
}
