/** What pages of files read from the drive. */
import type { DriveClient } from "effect-drive/promise"
import { driveQueries } from "effect-drive/react"

export const rootFolder = "root"

/** Large enough that most folders come in one answer, small enough that the first rows come soon. */
const pageSize = 500

export const folderQuery = (drive: DriveClient, spaceId: string, folder: string) =>
  driveQueries(drive, { spaceId }).files({ parentFileId: folder, pageSize })

export interface Crumb {
  readonly fileId: string
  readonly name: string
}

export const crumbsQuery = (drive: DriveClient, spaceId: string, folder: string) =>
  driveQueries(drive, { spaceId }).path({ fileId: folder })
