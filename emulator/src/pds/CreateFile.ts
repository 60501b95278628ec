/**
 * The beginning of an upload to a drive: the name's place, bytes that are there already, addresses for the parts.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { BlobNotFound } from "../blobs/BlobErrors.js"
import * as ByteSource from "../blobs/ByteSource.js"
import { undivided } from "../catalogue/Catalogue.js"
import type { Content, DriveFacts, Entry } from "../catalogue/CatalogueEntry.js"
import { statusOf } from "../catalogue/CatalogueEntry.js"
import { checkRoom, findRapid } from "../catalogue/CatalogueUploads.js"
import { newId } from "../catalogue/Identifiers.js"
import { contentTypeOf } from "../catalogue/Names.js"
import { invalidParameter, Refusal } from "../catalogue/Refusal.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import type { DriveAnswer, DriveCall, Failure } from "./DriveCall.js"
import { invalid } from "./DriveCall.js"
import type { DriveContext } from "./DriveContext.js"
import { domainId, driveIdOf } from "./Drives.js"
import type { DriveUpload } from "./DriveUploads.js"
import * as FreeNames from "./FreeNames.js"
import * as ObjectAddresses from "./ObjectAddresses.js"
import { checkProof } from "./ProofCode.js"
import type * as UploadRequests from "./UploadRequests.js"

type Body = typeof UploadRequests.Create.Type

/**
 * What a create call says of an entry beyond its name and bytes.
 */
export const factsOf = (body: Body): DriveFacts => ({
  ...typeof body.description === "string" ? { description: body.description } : {},
  ...typeof body.local_created_at === "string" ? { localCreatedAt: body.local_created_at } : {},
  ...typeof body.local_modified_at === "string" ? { localModifiedAt: body.local_modified_at } : {}
})

const shared = (space: SpaceRules, body: Body) => ({
  domain_id: domainId,
  drive_id: driveIdOf(space.spaceId),
  parent_file_id: body.parent_file_id,
  type: body.type
})

/**
 * The answer when mode refuse found the name taken: a success that names what is there.
 */
export const existing = (space: SpaceRules, body: Body, entry: Entry): DriveAnswer => ({
  status: 201,
  body: {
    ...shared(space, body),
    file_id: entry.fileId,
    file_name: entry.name,
    type: entry.type,
    status: statusOf(entry),
    exist: true
  }
})

const preHashMatched = new Refusal({ code: "PreHashMatched", status: 409, message: "Pre hash matched." })

const noParallel = new Refusal({
  code: "InvalidParameterNotSupported.ParallelUpload",
  status: 400,
  message: "The domain does not support parallel uploads."
})

/** The file that gets a new version; it keeps its name and place. */
const versionOf = (context: DriveContext, space: SpaceRules, body: Body): Effect.Effect<Entry | undefined, Refusal> =>
  Effect.gen(function*() {
    if (typeof body.file_id !== "string") return undefined
    const entry = yield* FreeNames.findListed(context.catalogue, space, body.file_id)
    if (entry.type === "folder") return yield* invalid("file_id", "It is a folder.")
    return entry
  })

const hashOfNothing = "DA39A3EE5E6B4B0D3255BFEF95601890AFD80709"

const isEmpty = (body: Body, hash: string | null | undefined): boolean =>
  body.size === 0 && hash?.toUpperCase() === hashOfNothing

const knowsPreHash = (context: DriveContext, space: SpaceRules, body: Body): boolean =>
  typeof body.pre_hash === "string" && typeof body.content_hash !== "string" && typeof body.size === "number" &&
  (isEmpty(body, body.pre_hash) ||
    context.catalogue.index.withPreHash(space.spaceId, body.pre_hash.toUpperCase(), body.size).length > 0)

/** The bytes of an empty file are known before anybody has sent one. */
const storeNothing = (context: DriveContext, space: SpaceRules) =>
  Effect.gen(function*() {
    const bucket = yield* context.blobs.bucket(space.bucket)
    const objectKey = `${space.spaceId}/${newId()}/${newId()}`
    yield* bucket.put({ key: objectKey, body: ByteSource.fromBytes(), size: 0, digests: ["crc64"] }).pipe(
      // A put without a condition conflicts with nothing.
      Effect.catchTag("BlobConflict", Effect.die)
    )
    const content: Content = {
      objectKey,
      size: 0,
      contentType: "",
      preHash: hashOfNothing,
      contentHash: hashOfNothing,
      crc64: "0"
    }
    return content
  })

/** Where the same bytes lie already, as the store itself has checked. */
const knownBytes = (context: DriveContext, space: SpaceRules, body: Body, call: DriveCall) =>
  Effect.gen(function*() {
    if (typeof body.size !== "number" || typeof body.content_hash !== "string") return undefined
    const objectKey = yield* findRapid(context.catalogue, space, { size: body.size, contentHash: body.content_hash })
    if (objectKey === undefined) {
      return isEmpty(body, body.content_hash)
        ? yield* storeNothing(context, space)
        : undefined
    }
    yield* checkProof(context, space, objectKey, body, call)
    return context.catalogue.index.holdersOf(space.spaceId, objectKey)
      .map((fileId) => context.catalogue.entry(space.spaceId, fileId)?.content)
      .find((content) => content?.objectKey === objectKey)
  })

const uploadOf = (
  space: SpaceRules,
  body: Body,
  version: Entry | undefined,
  name: string,
  now: number
): DriveUpload => {
  const fileId = version?.fileId ?? newId()
  return {
    uploadId: newId() + newId(),
    spaceId: space.spaceId,
    fileId,
    isNew: version === undefined,
    isRapid: false,
    isParallel: body.parallel_upload === true,
    parentFileId: version?.parentFileId ?? body.parent_file_id,
    name: version?.name ?? name,
    mode: body.check_name_mode ?? "ignore",
    objectKey: `${space.spaceId}/${fileId}/${newId()}`,
    storeId: "",
    contentType: body.content_type || contentTypeOf(body.name),
    ...typeof body.size === "number" ? { size: body.size } : {},
    ...typeof body.content_hash === "string" ? { contentHash: body.content_hash.toUpperCase() } : {},
    contexts: {},
    startedAt: now,
    ...typeof body.hidden === "boolean" ? { hidden: body.hidden } : {},
    ...body.user_tags === undefined || body.user_tags === null ? {} : { userTags: body.user_tags },
    facts: factsOf(body)
  }
}

/**
 * The entry that an upload ends in: a new one, or the old one with new bytes.
 */
export const entryOf = (
  context: DriveContext,
  upload: DriveUpload,
  content: Content,
  at: { readonly before: Entry | undefined; readonly name: string; readonly now: number }
): Entry => ({
  ...at.before ?? {
    fileId: upload.fileId,
    spaceId: upload.spaceId,
    parentFileId: upload.parentFileId,
    type: "file",
    sequence: context.catalogue.nextSequence(),
    createdAt: at.now,
    hidden: false,
    userTags: [],
    pending: []
  },
  name: at.name,
  content,
  pending: [],
  updatedAt: at.now,
  ...upload.hidden === undefined ? {} : { hidden: upload.hidden },
  ...upload.userTags === undefined ? {} : { userTags: upload.userTags },
  drive: { ...at.before?.drive, ...upload.facts }
})

/** Nothing, when the last file with these bytes went while the proof was read. */
const rapid = (context: DriveContext, space: SpaceRules, body: Body, upload: DriveUpload, content: Content) =>
  undivided(Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const isHeld = context.catalogue.index.holdersOf(space.spaceId, content.objectKey).length > 0
    if (!isHeld && content.size > 0) return undefined
    const before = context.catalogue.entry(space.spaceId, upload.fileId)
    const after = entryOf(context, upload, { ...content, contentType: upload.contentType }, {
      before,
      name: upload.name,
      now
    })
    yield* context.catalogue.change(space, [{ before, after }], [context.uploads.put({ ...upload, isRapid: true })])
    return {
      status: 201,
      body: {
        ...shared(space, body),
        file_id: after.fileId,
        file_name: after.name,
        upload_id: upload.uploadId,
        status: "available",
        rapid_upload: true,
        exist: false
      }
    }
  }))

/**
 * Keeps what a parallel upload says of its parts; the first part of any other needs no word.
 */
export const withContexts = (
  upload: DriveUpload,
  parts: ReadonlyArray<UploadRequests.PartInfo>
): Effect.Effect<DriveUpload, Refusal> =>
  Effect.gen(function*() {
    if (!upload.isParallel) return upload
    const contexts: Record<string, typeof UploadRequests.Sha1Context.Type> = { ...upload.contexts }
    for (const { parallel_sha1_ctx: context, part_number } of parts) {
      if (context === undefined || context === null) {
        return yield* invalid("parallel_sha1_ctx", "A part of a parallel upload needs one.")
      }
      if (context.part_offset % 64 !== 0) return yield* invalid("parallel_sha1_ctx", "part_offset % 64 must be 0.")
      contexts[String(part_number)] = context
    }
    return { ...upload, contexts }
  })

/** Where uploads are listed, a new file is an entry from here on. */
const announce = (
  context: DriveContext,
  space: SpaceRules,
  upload: DriveUpload,
  version: Entry | undefined,
  now: number
) =>
  undivided(Effect.suspend(() => {
    if (!context.rules.listAnnounced || version !== undefined) return context.uploads.keep(upload)
    const { contentType, name, objectKey, size = 0 } = upload
    const promised: Content = { objectKey, size, contentType }
    const { content: _, ...entry } = entryOf(context, upload, promised, { before: undefined, name, now })
    const after: Entry = { ...entry, pending: [{ content: promised, checkNameMode: upload.mode }] }
    return context.catalogue.change(space, [{ after }], [context.uploads.put(upload)])
  }))

/**
 * Begins an upload: 201 with addresses for the parts, with `rapid_upload`, or with `exist`; 409 PreHashMatched.
 */
export const createFile = (
  context: DriveContext,
  space: SpaceRules,
  body: Body,
  call: DriveCall
): Effect.Effect<DriveAnswer, Failure | BlobNotFound> =>
  Effect.gen(function*() {
    if (body.parallel_upload === true && !context.rules.parallelUpload) return yield* noParallel
    if (body.type !== "file") return yield* invalidParameter("type", "is not file")
    const version = yield* versionOf(context, space, body)
    const placement = version === undefined ? yield* FreeNames.place(context.catalogue, space, body) : undefined
    if (placement?._tag === "Taken") return existing(space, body, placement.entry)
    yield* checkRoom(context.catalogue, space, body.size ?? 0, version?.content?.size)
    if (knowsPreHash(context, space, body)) return yield* preHashMatched
    const bytes = yield* knownBytes(context, space, body, call)
    const now = yield* Clock.currentTimeMillis
    const begun = uploadOf(space, body, version, placement?.name ?? body.name, now)
    const answer = bytes === undefined ? undefined : yield* rapid(context, space, body, begun, bytes)
    if (answer !== undefined) return answer

    const parts = body.part_info_list ?? [{ part_number: 1 }]
    const told = yield* withContexts(begun, parts)
    const bucket = yield* context.blobs.bucket(space.bucket)
    const { uploadId: storeId } = yield* bucket.begin({ key: told.objectKey })
    const upload: DriveUpload = { ...told, storeId }
    yield* announce(context, space, upload, version, now)
    return {
      status: 201,
      body: {
        ...shared(space, body),
        file_id: upload.fileId,
        file_name: upload.name,
        upload_id: upload.uploadId,
        status: "uploading",
        rapid_upload: false,
        exist: false,
        part_info_list: yield* Effect.forEach(parts, (part) =>
          ObjectAddresses.ofPart(context.addresses, space, upload, part, context.rules.addressLifetime))
      }
    }
  })
