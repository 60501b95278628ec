/**
 * Uploads of a pds space: the file is created on pds itself, which gives the addresses of its parts. The product API is not asked.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { CheckNameMode } from "../../../domain/CheckNameMode.js"
import { defaultCheckNameMode } from "../../../domain/CheckNameMode.js"
import { NameConflict } from "../../../domain/errors/FileErrors.js"
import { TransportError } from "../../../domain/errors/TransportError.js"
import * as FileName from "../../../domain/FileName.js"
import type { FileId } from "../../../domain/Ids.js"
import { rootFileId } from "../../../domain/Ids.js"
import type { Space } from "../../../domain/Space.js"
import type {
  PreparedUpload,
  StorageProvider,
  UnfinishedFile,
  UploadTicket,
  UploadToCreate
} from "../../../services/StorageProvider.js"
import { available } from "../../hash/SourceSha1States.js"
import type { PdsClient, PdsFailure } from "./PdsClient.js"
import { meaningOf } from "./PdsCodes.js"
import { writing } from "./PdsErrors.js"
import { PdsPartAddresses, windowFrom } from "./PdsPartAddresses.js"
import * as PdsPartStore from "./PdsPartStore.js"
import { Created } from "./PdsUploadWire.js"
import * as Sha1States from "./Sha1States.js"

/**
 * What a space's uploads are made of.
 */
export interface PdsUploadsOptions {
  readonly client: PdsClient
  readonly space: Space
  readonly files: Pick<StorageProvider["files"], "info" | "rename">
  readonly parallelUpload: boolean
}

/** The modes of the wire; `overwrite` is two calls. */
type WireMode = Exclude<CheckNameMode, "overwrite">

interface HowToCreate {
  readonly mode: WireMode
  readonly fileId?: string | undefined
}

/** The states of SHA-1 exist between its blocks only. */
const canBeParallel = ({ plan }: UploadToCreate): boolean =>
  plan._tag === "Multipart" && plan.partCount > 1 && plan.partSize % Sha1States.blockSize === 0

const isNotParallel = (failure: PdsFailure): boolean =>
  failure._tag === "PdsRefusal" && meaningOf(failure.code) === "NotParallel"

const partCountOf = ({ plan }: UploadToCreate): number => plan._tag === "Direct" ? 1 : plan.partCount

/**
 * @see {@link StorageProvider}
 */
export const make = ({ client, files, parallelUpload, space }: PdsUploadsOptions): StorageProvider["uploads"] => {
  const addresses = new PdsPartAddresses()
  const reopen = (ticket: UploadTicket) => PdsPartStore.make(client, addresses, ticket)

  /** Not every domain has parallel uploads: the first refusal is remembered. */
  let mayBeParallel = parallelUpload

  const callCreate = (intent: UploadToCreate, how: HowToCreate, parallel: boolean) =>
    client.call({
      operation: "Uploads.create",
      path: "/file/create",
      body: (drive_id) => ({
        drive_id,
        parent_file_id: intent.parentFileId,
        name: intent.name,
        type: "file",
        size: intent.size,
        content_type: intent.contentType,
        check_name_mode: how.mode,
        file_id: how.fileId,
        ...(parallel
          ? {
            parallel_upload: true,
            part_info_list: [{ part_number: 1, parallel_sha1_ctx: { h: [], part_offset: 0 } }]
          }
          : { part_info_list: windowFrom(1, partCountOf(intent)).map((part_number) => ({ part_number })) })
      }),
      response: Created,
      // The upload engine repeats: what a lost answer created stays invisible and ends by itself.
      repeat: "never"
    }).pipe(Effect.map((created) => ({ created, parallel })))

  const create = (intent: UploadToCreate, how: HowToCreate) =>
    Effect.suspend(() => mayBeParallel && canBeParallel(intent) ? available : Effect.succeed(false)).pipe(
      Effect.flatMap((parallel) => callCreate(intent, how, parallel)),
      Effect.catchIf(isNotParallel, () => {
        mayBeParallel = false
        return callCreate(intent, how, false)
      }),
      writing({
        operation: "Uploads.create",
        name: intent.name,
        fileId: how.fileId,
        parentFileId: intent.parentFileId,
        size: intent.size,
        sizeLimit: space.fileSizeLimit
      })
    )

  /** New content for a file that exists: a new version under its id. */
  const createVersion = (intent: UploadToCreate, fileId: string) =>
    Effect.map(create(intent, { mode: "ignore", fileId }), (made) => ({ ...made, overwrites: true }))

  /** A file that is listed and not finished may be this upload's own: the answer to an earlier create call got lost. */
  const isOwn = Effect.fnUntraced(function*(intent: UploadToCreate, { file_id: fileId, status, type }: Created) {
    if (intent.announcedBefore === undefined || type === "folder" || status !== "uploading") return false
    const unfinished = Effect.catchTag(files.info(fileId), "FileNotFound", () => Effect.succeed({ fileId }))
    const { createdAt, size }: Partial<UnfinishedFile> = yield* unfinished
    // The upload knows by its own clock when it asked. Nothing that it signs tells it that this is wrong.
    return intent.announcedBefore({ fileId, size, createdAt: createdAt && createdAt + client.clockAhead() })
  })

  const taken = (intent: UploadToCreate) => new NameConflict({ name: intent.name, parentFileId: intent.parentFileId })

  /** `exist` is a success on the wire, and means that nothing was created. */
  const createNew = Effect.fnUntraced(function*(intent: UploadToCreate) {
    const mode = intent.checkNameMode ?? defaultCheckNameMode.pdsUpload
    const made = yield* create(intent, { mode: mode === "overwrite" ? "refuse" : mode })
    const { created } = made
    if (created.exist !== true) return { ...made, overwrites: false }
    // A file never takes the place of a folder.
    const isReplaced = mode === "overwrite" ? created.type !== "folder" : yield* isOwn(intent, created)
    return isReplaced
      ? yield* createVersion(intent, created.file_id)
      : yield* taken(intent)
  })

  /** The call wants the folder that the file is in, whatever the upload says of folders. */
  const createUpdate = Effect.fnUntraced(function*(intent: UploadToCreate, fileId: string) {
    const { parentFileId } = yield* files.info(fileId)
    return yield* createVersion({ ...intent, parentFileId: parentFileId ?? rootFileId }, fileId)
  })

  const settle: StorageProvider["uploads"]["settle"] = Effect.fn("PdsProvider.settle")((ticket) => {
    if (ticket.kind === "new") return Effect.void
    const { checkNameMode = defaultCheckNameMode.rename, fileId, name } = ticket
    // The content is in place by now, and pds cannot overwrite by a rename.
    return files.rename({ fileId, name, checkNameMode: checkNameMode === "overwrite" ? "ignore" : checkNameMode })
  })

  const prepare: StorageProvider["uploads"]["prepare"] = Effect.fn("PdsProvider.prepare")(function*(wanted) {
    const name = yield* FileName.make(wanted.name)
    const intent = { ...wanted, name }
    const { created, overwrites, parallel } = yield* intent.fileId === undefined
      ? createNew(intent)
      : createUpdate(intent, intent.fileId)
    const fileId: FileId = created.file_id
    const ticket: UploadTicket = {
      platform: "pds",
      spaceId: space.spaceId,
      fileId,
      objectKey: undefined,
      assetId: undefined,
      name,
      kind: intent.fileId === undefined ? "new" : "update",
      checkNameMode: intent.checkNameMode,
      contentType: intent.contentType,
      mark: "",
      uploadId: created.upload_id || undefined,
      pds: { partCount: partCountOf(intent), overwrites, parallel }
    }
    if (created.rapid_upload === true || (ticket.uploadId === undefined && created.status === "available")) {
      yield* settle(ticket)
      const rapid: PreparedUpload = {
        _tag: "Rapid",
        result: { fileId, objectKey: undefined, assetId: undefined, rapid: true }
      }
      return rapid
    }
    if (ticket.uploadId === undefined) {
      return yield* new TransportError({
        reason: "Decode",
        method: "POST",
        path: "/v2/file/create",
        field: "upload_id",
        detail: "is missing"
      })
    }
    addresses.keep(ticket.uploadId, created.part_info_list ?? [], yield* Clock.currentTimeMillis)
    const ready: PreparedUpload = { _tag: "Ready", ticket, stores: reopen(ticket) }
    return ready
  })

  return {
    rules: PdsPartStore.partRules,
    integrity: Effect.succeed("crc64"),
    prepare,
    reopen,
    // The complete call has informed the service already.
    confirm: () => Effect.succeed(new Set()),
    settle
  }
}
