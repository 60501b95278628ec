import type { DriveClient } from "effect-drive/promise"
import type { FileKind } from "../parts/fileKind.js"
import { fileKind } from "../parts/fileKind.js"

/** A file that is shown, wherever its bytes come from. */
export interface PreviewSource {
  /** Tells files, and versions of one, apart. */
  readonly id: string
  readonly name: string
  /** In bytes. */
  readonly size: number
  readonly kind: FileKind
  /** What the space gives at most, in bytes per second. */
  readonly speed: number | undefined
  /** A signed address for what loads by itself: pictures, films, sound. */
  readonly address: (signal: AbortSignal) => Promise<string>
  /** `end` is excluded. */
  readonly read: (range: { readonly start: number; readonly end: number }, signal?: AbortSignal) => Promise<Blob>
}

export interface DriveFileFacts {
  readonly fileId: string
  readonly name: string
  readonly size: number
  readonly updatedAt?: number | undefined
}

export interface SourceSpace {
  readonly spaceId: string
  readonly downloadSpeed?: number | undefined
}

export const driveSource = (drive: DriveClient, space: SourceSpace, file: DriveFileFacts): PreviewSource => {
  const { fileId, name, size } = file
  const { spaceId } = space
  return {
    id: `${spaceId}/${fileId}/${file.updatedAt ?? ""}/${size}`,
    name,
    size,
    kind: fileKind(name, false),
    speed: space.downloadSpeed,
    address: (signal) => drive.downloads.url(fileId, { spaceId, signal }).then(({ href }) => href),
    read: (range, signal) =>
      drive.downloads.blob({ fileId, range }, { spaceId, ...(signal === undefined ? {} : { signal }) })
  }
}
