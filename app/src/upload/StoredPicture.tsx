import { useQuery } from "@tanstack/react-query"
import { driveQueries, useDrive } from "effect-drive/react"
import type { ReactElement } from "react"
import { LoadedPicture } from "./LoadedPicture.js"

/** A picture of the drive, as small as the dialog shows it. */
export const StoredPicture = (
  { fileId, spaceId }: { readonly fileId: string; readonly spaceId: string }
): ReactElement | null => {
  const drive = useDrive()
  const { data } = useQuery(driveQueries(drive, { spaceId }).thumbnail(fileId, { width: 480 }))
  return data === undefined || data === null ? null : <LoadedPicture src={data.href} />
}
