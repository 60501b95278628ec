import type { DriveClient } from "effect-drive/promise"
import { pickFiles } from "./pickFiles.js"

/** Lets the user pick files, and puts them into the queue of the drive. */
export const chooseFiles = (drive: DriveClient, spaceId: string, parentFileId: string): void =>
  pickFiles((files) => {
    for (const source of files) drive.uploads.start({ source, parentFileId }, { spaceId })
  })
