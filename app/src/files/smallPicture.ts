import type { DriveClient } from "effect-drive/promise"
import type { FileRow } from "effect-drive/react"
import { driveQueries } from "effect-drive/react"

/** An address of the service's own small pictures, or one that tells a storage what to make of the picture. */
const isScaled = /^[^?]*\/thumbnail\/|[?&][^=&]*process=/

export interface SmallPictureOptions {
  readonly spaceId: string
  readonly file: Pick<FileRow, "fileId" | "size" | "updatedAt">
  readonly width: number
}

type PictureQuery = ReturnType<ReturnType<typeof driveQueries>["thumbnail"]>

/** A query for a small picture of a picture. Where the service gives the picture itself, this page scales it. */
export const smallPicture = (drive: DriveClient, options: SmallPictureOptions): PictureQuery => {
  const { file: { fileId }, spaceId, width } = options
  return {
    ...driveQueries(drive, { spaceId }).thumbnail(fileId, { width }),
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
      const link = await drive.files.thumbnail(fileId, { width, spaceId, signal })
      if (link === undefined) return null
      return isScaled.test(link.href) ? link : (await import("./scalePicture.js")).scalePicture(link, options, signal)
    }
  }
}
