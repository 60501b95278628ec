/**
 * Files and folders as PDS spells them.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Entry } from "../catalogue/Entry.js"
import { statusOf } from "../catalogue/Entry.js"
import { categoryOf } from "../catalogue/Names.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import type { DriveContext } from "./DriveContext.js"
import { domainId, driveIdOf } from "./Drives.js"
import { addressOf } from "./ObjectAddresses.js"

const extensionOf = (name: string): string => /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ""

/** Digests are those of bytes that are there. */
const contentFields = ({ content, name, pending }: Entry) => {
  const promised = pending.at(-1)?.content
  if (content === undefined) {
    return promised === undefined ? {} : { size: promised.size, content_type: promised.contentType }
  }
  return {
    size: content.size,
    content_type: content.contentType,
    mime_type: content.contentType,
    file_extension: extensionOf(name),
    category: categoryOf(content.contentType),
    content_hash: content.contentHash ?? "",
    content_hash_name: "sha1",
    crc64_hash: content.crc64 ?? ""
  }
}

const factFields = ({ drive = {} }: Entry) => ({
  starred: drive.starred ?? false,
  ...drive.description === undefined ? {} : { description: drive.description },
  ...drive.labels === undefined ? {} : { labels: drive.labels },
  ...drive.localCreatedAt === undefined ? {} : { local_created_at: drive.localCreatedAt },
  ...drive.localModifiedAt === undefined ? {} : { local_modified_at: drive.localModifiedAt }
})

/**
 * An entry without addresses, as lists have it. Tags are written as a list and read as a map.
 */
export const listed = (entry: Entry) => ({
  domain_id: domainId,
  drive_id: driveIdOf(entry.spaceId),
  file_id: entry.fileId,
  parent_file_id: entry.parentFileId,
  name: entry.name,
  type: entry.type,
  status: statusOf(entry),
  hidden: entry.hidden,
  created_at: new Date(entry.createdAt).toISOString(),
  updated_at: new Date(entry.updatedAt).toISOString(),
  user_tags: Object.fromEntries(entry.userTags.map(({ key, value }) => [key, value])),
  ...contentFields(entry),
  ...factFields(entry),
  ...entry.recycledAt === undefined ? {} : { trashed: true, trashed_at: new Date(entry.recycledAt).toISOString() }
})

/**
 * Of an answer what the caller's `fields` name, separated by commas; all of it without them and for `*`.
 */
export const only = (fields: string | null | undefined) => (answer: object): object => {
  const names = (fields ?? "").split(",").map((name) => name.trim()).filter((name) => name !== "")
  return names.length === 0 || names.includes("*")
    ? answer
    : Object.fromEntries(Object.entries(answer).filter(([name]) => names.includes(name)))
}

interface Asked {
  readonly url_expire_sec?: number | null | undefined
  readonly image_thumbnail_process?: string | null | undefined
  /** By names of the caller's own. */
  readonly thumbnail_processes?: Readonly<Record<string, unknown>> | null | undefined
}

/** Nothing here scales pictures, so a picture's thumbnail is the picture. */
const thumbnails = (entry: Entry, url: string, asked: Asked) => {
  if (entry.content === undefined || categoryOf(entry.content.contentType) !== "image") return {}
  const names = Object.keys(asked.thumbnail_processes ?? {})
  return {
    ...typeof asked.image_thumbnail_process === "string" ? { thumbnail: url } : {},
    ...names.length === 0 ? {} : { thumbnail_urls: Object.fromEntries(names.map((name) => [name, url])) }
  }
}

/**
 * An entry with the addresses of its bytes, which work for `url_expire_sec` (15 minutes).
 */
export const detailed = (
  context: DriveContext,
  space: SpaceRules,
  entry: Entry,
  asked: Asked
) => {
  if (entry.content === undefined) return Effect.succeed(listed(entry))
  const lifetime = Duration.seconds(asked.url_expire_sec ?? 900)
  return Effect.map(addressOf(context.addresses, space, entry, { lifetime }), (url) => ({
    ...listed(entry),
    url,
    download_url: url,
    ...thumbnails(entry, url, asked)
  }))
}

/**
 * The root folder, which has no entry.
 */
export const root = (space: SpaceRules) => ({
  domain_id: domainId,
  drive_id: driveIdOf(space.spaceId),
  file_id: "root",
  parent_file_id: "",
  name: "root",
  type: "folder",
  status: "available",
  hidden: false,
  starred: false,
  user_tags: {}
})
