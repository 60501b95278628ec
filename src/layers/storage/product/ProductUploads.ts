/**
 * Uploads of a space on s3 or oss: the product API says what to store under which key, the bucket stores it.
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { defaultCheckNameMode } from "../../../domain/CheckNameMode.js"
import { NameConflict } from "../../../domain/errors/FileErrors.js"
import { SuccessCallbackFailed } from "../../../domain/errors/TransferErrors.js"
import { TransportError } from "../../../domain/errors/TransportError.js"
import { essential } from "../../../domain/Essential.js"
import * as FileName from "../../../domain/FileName.js"
import type { Digests } from "../../../domain/HashPlan.js"
import { AssetId, FileId, ObjectKey } from "../../../domain/Ids.js"
import type { SupportedPlatform } from "../../../domain/Platform.js"
import type { Space } from "../../../domain/Space.js"
import { valueOf } from "../../../services/atOnce.js"
import type { ApiRequest, DriveApi, MadeCall } from "../../../services/DriveApi.js"
import { makeMark } from "../../../services/makeMark.js"
import type { ObjectStore } from "../../../services/ObjectStore.js"
import type {
  CreateFailure,
  PreparedUpload,
  StorageProvider,
  UploadTicket,
  UploadToCreate
} from "../../../services/StorageProvider.js"
import { withSpanIfTraced } from "../../../services/withSpanIfTraced.js"
import * as ApiAnswer from "../../api/ApiAnswer.js"
import { partStoreOf } from "../bucket/partStoreOf.js"
import { type Subject, writeFailure } from "./ProductErrors.js"

const optionalId = essential(Schema.optional(Schema.NullOr(Schema.String)))

const Prepared = Schema.Struct({
  file_id: FileId,
  object_key: optionalId,
  asset_id: optionalId,
  rapid_upload: Schema.optional(Schema.NullOr(Schema.Union(Schema.Boolean, Schema.Literal(0, 1))))
})

type Prepared = typeof Prepared.Type

type PreparedWire = typeof Prepared.Encoded

const isRapid = ({ rapid_upload: rapid }: Prepared): boolean => rapid === true || rapid === 1

const Confirmed = Schema.NullishOr(
  Schema.Struct({ failed: essential(Schema.optional(Schema.NullOr(Schema.Array(FileId)))) })
)

const idOf = <A extends string>(schema: { readonly make: (id: string) => A }, id: string | null | undefined) =>
  id === null || id === undefined || id === "" ? undefined : schema.make(id)

/** An answer that does not fit at once is none of those that are read here. */
const unread = Effect.dieMessage("an odd answer is left to the service")

const digestBody = (digests: Digests | undefined) => ({
  pre_hash: digests?.preHash,
  content_hash: digests?.contentHash,
  content_hash_name: digests?.contentHashName
})

/**
 * What a provider's uploads are made of.
 */
export interface ProductUploadsOptions {
  readonly api: DriveApi.Service
  readonly objects: ObjectStore
  readonly platform: SupportedPlatform
  readonly space: Space
}

/**
 * @see {@link StorageProvider}
 */
export const make = ({ api, objects, platform, space }: ProductUploadsOptions): StorageProvider["uploads"] => {
  const spaceId = encodeURIComponent(space.spaceId)
  const base = `/api/v2/file/${spaceId}`

  const call = <A, I>(request: ApiRequest<A, I>, subject: Subject, made?: MadeCall) =>
    api.request(request, made).pipe(
      Effect.catchTag("ApiError", (error) => Effect.fail(writeFailure(error, subject))),
      Effect.catchTag("FolderExists", ({ name, parentFileId }) => new NameConflict({ name, parentFileId }))
    )

  const subjectOf = (intent: UploadToCreate): Subject => ({
    operation: "Uploads.prepare",
    name: intent.name,
    fileId: intent.fileId,
    parentFileId: intent.parentFileId,
    size: intent.size,
    sizeLimit: space.fileSizeLimit,
    refuses: intent.checkNameMode === "refuse"
  })

  const create = (intent: UploadToCreate, digests: Digests | undefined): ApiRequest<Prepared, PreparedWire> => ({
    operation: "Uploads.create",
    method: "POST",
    path: base,
    body: {
      file_name: intent.name,
      file_size: intent.size,
      file_type: 1,
      content_type: intent.contentType,
      parent_file_id: intent.parentFileId,
      ...digestBody(digests),
      check_name_mode: intent.checkNameMode
    },
    response: Prepared
  })

  const update = (
    fileId: string,
    intent: UploadToCreate,
    digests: Digests | undefined
  ): ApiRequest<Prepared, PreparedWire> => ({
    operation: "Uploads.update",
    method: "PUT",
    path: `${base}/update`,
    body: {
      file_id: fileId,
      file_size: intent.size,
      content_type: intent.contentType,
      ...digestBody(digests),
      check_name_mode: intent.checkNameMode
    },
    response: Prepared,
    repeatable: true
  })

  const reopen = (ticket: UploadTicket) => partStoreOf(objects, ticket.objectKey ?? "", ticket)

  const inSettleSpan = withSpanIfTraced("ProductProvider.settle")

  const settle: StorageProvider["uploads"]["settle"] = ({ assetId, checkNameMode, fileId, kind, name }) => {
    const subject = { operation: "Uploads.settle", fileId, name }
    if (kind === "update") {
      return inSettleSpan(Effect.asVoid(call({
        operation: "Files.rename",
        method: "PUT",
        path: `${base}/rename`,
        body: {
          file_id: fileId,
          new_file_name: name,
          check_name_mode: checkNameMode ?? defaultCheckNameMode.rename
        },
        response: Schema.Unknown,
        repeatable: true
      }, subject)))
    }
    return assetId === undefined ? Effect.void : inSettleSpan(Effect.asVoid(call({
      operation: "Assets.update",
      method: "PUT",
      path: `/api/v2/drive/${spaceId}/asset/${encodeURIComponent(assetId)}`,
      body: { status: 1 },
      response: Schema.Unknown,
      repeatable: true
    }, subject)))
  }

  const ticketOf = (intent: UploadToCreate, name: string, answer: Prepared, mark: string): UploadTicket => ({
    platform,
    spaceId: space.spaceId,
    fileId: answer.file_id,
    objectKey: idOf(ObjectKey, answer.object_key),
    assetId: idOf(AssetId, answer.asset_id),
    name,
    kind: intent.fileId === undefined ? "new" : "update",
    checkNameMode: intent.checkNameMode,
    contentType: intent.contentType,
    mark,
    uploadId: undefined
  })

  const rapidOf = ({ assetId, fileId, objectKey }: UploadTicket): PreparedUpload => ({
    _tag: "Rapid",
    result: { fileId, objectKey, assetId, rapid: true }
  })

  const announcement: StorageProvider["uploads"]["announcement"] = (intent, digests) => {
    const { head } = api
    const name = FileName.make(intent.name)
    if (head === undefined || intent.fileId !== undefined || !Either.isRight(name)) return undefined
    const request = create(intent, digests)
    return {
      head,
      request,
      read: (reply, mark) => {
        const answer = valueOf(ApiAnswer.read(request, reply, unread))
        if (answer === undefined) return undefined
        const ticket = ticketOf(intent, name.right, answer, mark)
        if (isRapid(answer)) return Exit.isExit(settle(ticket)) ? rapidOf(ticket) : undefined
        return ticket.objectKey === undefined ? undefined : { _tag: "Ready", ticket, stores: reopen(ticket) }
      }
    }
  }

  const prepare: StorageProvider["uploads"]["prepare"] = Effect.fnUntraced(
    function*(
      intent: UploadToCreate,
      digests: Digests | undefined,
      made?: MadeCall
    ): Effect.fn.Return<PreparedUpload, CreateFailure> {
      const name = yield* FileName.make(intent.name)
      const request = intent.fileId === undefined
        ? create(intent, digests)
        : update(intent.fileId, intent, digests)
      const answer = yield* call(request, subjectOf(intent), made)
      const ticket = ticketOf(intent, name, answer, yield* makeMark)
      if (isRapid(answer)) {
        yield* settle(ticket)
        return rapidOf(ticket)
      }
      if (ticket.objectKey === undefined) {
        return yield* new TransportError({
          reason: "Decode",
          method: intent.fileId === undefined ? "POST" : "PUT",
          path: intent.fileId === undefined ? base : `${base}/update`,
          field: "object_key",
          detail: "is missing"
        })
      }
      return { _tag: "Ready", ticket, stores: reopen(ticket) }
    },
    withSpanIfTraced("ProductProvider.prepare")
  )

  const confirm: StorageProvider["uploads"]["confirm"] = Effect.fn("ProductProvider.confirm")((tickets) => {
    const fileIds = tickets.map((ticket) => ticket.fileId)
    return fileIds.length === 0 ? Effect.succeed(new Set<FileId>()) : api.request({
      operation: "Uploads.confirm",
      method: "PUT",
      path: `${base}/upload/success-callback`,
      body: { file_ids: fileIds },
      response: Confirmed,
      repeatable: true
    }).pipe(
      Effect.map((answer): ReadonlySet<FileId> => new Set(answer?.failed ?? [])),
      Effect.catchTag(
        "ApiError",
        (error) => new SuccessCallbackFailed({ spaceId: space.spaceId, failed: fileIds, code: error.code })
      )
    )
  })

  const comparesChecksums = objects.comparesChecksums ?? Effect.succeed(false)
  const integrity: StorageProvider["uploads"]["integrity"] = platform === "s3"
    ? Effect.map(comparesChecksums, (compares) => compares ? "crc32" : "etag")
    : Effect.succeed("crc64")

  return { rules: objects.rules, integrity, prepare, announcement, reopen, confirm, settle }
}
