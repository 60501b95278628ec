/**
 * What the emulated service answers: plain objects in the wire's spelling.
 */
import type * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { Asset } from "../assets/Assets.js"
import type { Entry } from "../catalogue/CatalogueEntry.js"
import { shownContent, statusOf } from "../catalogue/CatalogueEntry.js"
import type { Announced } from "../catalogue/CatalogueUploads.js"
import { categoryOf } from "../catalogue/Names.js"
import type { Outcome } from "../catalogue/Relocation.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import type { Tasks } from "../tasks/Tasks.js"

const typeCode = { file: 1, folder: 2 } as const

/**
 * The platform codes of the wire.
 */
export const platformCode: Readonly<Record<SpaceRules["platform"], number>> = { pds: 1, oss: 2, s3: 3, cos: 4, obs: 5 }

const shared = (entry: Entry, path: string, content = shownContent(entry)) => ({
  file_id: entry.fileId,
  parent_file_id: entry.parentFileId,
  file_path: path,
  object_key: content?.objectKey ?? "",
  asset_id: entry.asset?.assetId ?? "",
  content_type: content?.contentType ?? "",
  category: content === undefined ? "" : categoryOf(content.contentType),
  pre_hash: content?.preHash ?? null,
  content_hash: content?.contentHash ?? null,
  content_hash_name: content?.contentHash === undefined ? null : "sha1",
  status: statusOf(entry),
  hidden: entry.hidden,
  user_tags: entry.userTags,
  created_at: new Date(entry.createdAt).toISOString(),
  updated_at: new Date(entry.updatedAt).toISOString()
})

/**
 * A file or folder as lists spell it.
 */
export const listed = (entry: Entry, path: string) => ({
  ...shared(entry, path),
  file_name: entry.name,
  file_size: shownContent(entry)?.size ?? 0,
  file_type: typeCode[entry.type]
})

/**
 * What lies in the recycle bin, under the path where it was.
 */
export const recycled = (entry: Entry, path: string) => ({
  ...listed(entry, path),
  recycled_at: new Date(entry.recycledAt ?? 0).toISOString()
})

/**
 * An entry with the fields that were asked for, and its id in any case. Nothing and `*` ask for all, words that no field
 * has for none.
 */
export const only = (fields: string | undefined, entry: object): object => {
  const wanted = new Set((fields ?? "*").split(",").map((field) => field.trim()))
  if (wanted.has("*")) return entry
  wanted.add("file_id")
  return Object.fromEntries(Object.entries(entry).filter(([field]) => wanted.has(field)))
}

export const task = ({ error, status, taskId }: Effect.Effect.Success<ReturnType<Tasks["get"]>>) => ({
  task_id: taskId,
  task_status: status,
  error_code: status === "FAILED" ? error?.code ?? "" : "",
  error_message: status === "FAILED" ? error?.message ?? "" : ""
})

/**
 * A file or folder as the info call spells it: name, size and type go without their prefix.
 */
export const info = (entry: Entry, path: string) => ({
  ...shared(entry, path),
  name: entry.name,
  size: shownContent(entry)?.size ?? 0,
  type: typeCode[entry.type]
})

/**
 * What became of each entry of a batch.
 */
export const batch = (outcomes: ReadonlyArray<Outcome>) => ({
  success_items: outcomes.flatMap(({ fileId, result }) =>
    Either.isRight(result)
      ? [{ file_id: fileId, new_file_id: result.right === fileId ? null : result.right, async_task_id: "" }]
      : []
  ),
  error_items: outcomes.flatMap(({ fileId, result }) =>
    Either.isLeft(result) ? [{ file_id: fileId, code: result.left.code, message: result.left.message }] : []
  )
})

/**
 * The root folder, which has no entry.
 */
export const rootInfo = {
  file_id: "root",
  file_path: "/",
  name: "root",
  size: 0,
  type: 2,
  status: "available",
  user_tags: []
}

export const announced = ({ entry, objectKey, rapid }: Announced) => ({
  file_id: entry.fileId,
  object_key: objectKey,
  asset_id: entry.asset?.assetId ?? "",
  rapid_upload: rapid
})

export const asset = (asset: Asset, path: string) => ({
  asset_id: asset.assetId,
  space_id: asset.spaceId,
  file_id: asset.entry?.fileId ?? "",
  name: asset.name ?? "",
  size: asset.entry?.content?.size ?? 0,
  status: asset.status ?? 0,
  starred: asset.starred,
  folder_id: asset.folderId ?? "",
  raw_action: asset.rawAction ?? null,
  created_at: new Date(asset.createdAt).toISOString(),
  file: asset.entry === undefined ? null : listed(asset.entry, path)
})
