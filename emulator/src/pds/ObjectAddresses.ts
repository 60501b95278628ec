/**
 * Where objects of drives lie: keys in the store, and the signed addresses that stand for them.
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Entry } from "../catalogue/CatalogueEntry.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import { dispositionOf } from "../http/ContentDisposition.js"
import type { SignedAddresses } from "../http/SignedAddresses.js"
import { driveIdOf } from "./Drives.js"
import type { DriveUpload } from "./DriveUploads.js"
import type { PartInfo } from "./UploadRequests.js"

/**
 * What every address of bytes begins with.
 */
export const dataPath = "/data/"

/** `spaceId/fileId/id` in the store is `/data/driveId/fileId/id`; only the first may hold odd characters. */
const pathOf = (space: SpaceRules, objectKey: string): string =>
  `${dataPath}${driveIdOf(space.spaceId)}${objectKey.slice(space.spaceId.length)}`

/**
 * The drive and the object's key of a path, if it is such a path.
 */
export const objectAt = (
  spaces: ReadonlyArray<SpaceRules>,
  path: string
): { readonly space: SpaceRules; readonly objectKey: string } | undefined => {
  const [, driveId, rest] = /^\/data\/(\d+)(\/[0-9a-f]+\/[0-9a-f]+)$/.exec(path) ?? []
  const space = spaces.find((one) => one.platform === "pds" && driveIdOf(one.spaceId) === driveId)
  return space === undefined || rest === undefined ? undefined : { space, objectKey: `${space.spaceId}${rest}` }
}

/**
 * An address from which anybody can read a file for a while, under its name or another.
 */
export const addressOf = (
  addresses: SignedAddresses,
  space: SpaceRules,
  { content, name }: Entry,
  options: {
    readonly lifetime: Duration.Duration
    readonly name?: string | null | undefined
    readonly contentType?: string | null | undefined
  }
): Effect.Effect<string> =>
  addresses.sign({
    method: "GET",
    path: pathOf(space, content?.objectKey ?? `${space.spaceId}/`),
    query: {
      "response-content-disposition": dispositionOf(options.name ?? name),
      "response-content-type": options.contentType ?? content?.contentType ?? ""
    },
    lifetime: options.lifetime
  })

/**
 * The part with the address to which its bytes go. Its content type is signed, so the same must be sent, or none when
 * the part names none.
 */
export const ofPart = (
  addresses: SignedAddresses,
  space: SpaceRules,
  upload: DriveUpload,
  part: PartInfo,
  lifetime: Duration.Duration
) => {
  const contentType = part.content_type ?? ""
  return Effect.map(
    addresses.sign({
      method: "PUT",
      path: pathOf(space, upload.objectKey),
      query: { partNumber: String(part.part_number), uploadId: upload.uploadId },
      contentType,
      contentMd5: part.content_md5 ?? "",
      lifetime
    }),
    (upload_url) => ({
      part_number: part.part_number,
      upload_url,
      internal_upload_url: upload_url,
      content_type: contentType
    })
  )
}
