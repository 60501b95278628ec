/**
 * Files and folders as PDS spells them.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import type { Entry } from "../catalogue/CatalogueEntry.js"
import { statusOf } from "../catalogue/CatalogueEntry.js"
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

/** A process of a caller's own name has one for each kind of file. */
const ofPictures = (processes: unknown): string =>
  Predicate.hasProperty(processes, "image_thumbnail_process") && typeof processes.image_thumbnail_process === "string"
    ? processes.image_thumbnail_process
    : ""

const thumbnails = (context: DriveContext, space: SpaceRules, entry: Entry, url: string, asked: Asked) =>
  Effect.gen(function*() {
    const one = (process: string) => context.thumbnails.addressOf({ space, entry, process, whole: Effect.succeed(url) })
    const { image_thumbnail_process: plain, thumbnail_processes } = asked
    const single = typeof plain === "string" ? yield* one(plain) : Option.none()
    const named: Array<readonly [name: string, address: string]> = []
    for (const [name, processes] of Object.entries(thumbnail_processes ?? {})) {
      const address = yield* one(ofPictures(processes))
      if (Option.isSome(address)) named.push([name, address.value])
    }
    return {
      ...Option.isSome(single) ? { thumbnail: single.value } : {},
      ...named.length === 0 ? {} : { thumbnail_urls: Object.fromEntries(named) }
    }
  })

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
  return Effect.flatMap(
    addressOf(context.addresses, space, entry, { lifetime }),
    (url) =>
      Effect.map(thumbnails(context, space, entry, url, asked), (small) => ({
        ...listed(entry),
        url,
        download_url: url,
        ...small
      }))
  )
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
