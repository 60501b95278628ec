import type { DriveClient } from "effect-drive/promise"
import { setPanel } from "../upload/panelState.js"

/** Downloads for which the drive packs an archive first. */
const archives = new Set<string>()

export const isArchive = (id: string): boolean => archives.has(id)

export interface Wanted {
  readonly drive: DriveClient
  readonly spaceId: string
  readonly files: ReadonlyArray<{ readonly fileId: string; readonly name: string; readonly type: string }>
  /** What the archive of several is called. */
  readonly archiveName: string
}

/** One file as it is; several, or a folder, as an archive. Call it in the click: a save dialog opens then or never. */
export const startDownload = ({ archiveName, drive, files, spaceId }: Wanted): void => {
  const [file] = files
  if (file === undefined) return
  setPanel("open", "downloads")
  if (files.length === 1 && file.type !== "folder") {
    drive.downloads.start({ fileId: file.fileId, target: file.name }, { spaceId })
    return
  }
  const archive = { fileIds: files.map(({ fileId }) => fileId), name: archiveName }
  archives.add(drive.downloads.start({ archive, target: archiveName }, { spaceId }).id)
}
