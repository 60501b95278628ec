import { useQuery } from "@tanstack/react-query"
import type { FileRow } from "effect-drive/react"
import { useDrive } from "effect-drive/react"
import type { ReactElement } from "react"
import { smallPicture } from "../files/smallPicture.js"
import { LoadedPicture } from "./LoadedPicture.js"

/** A picture of the drive, as small as the dialog shows it. */
export const StoredPicture = (
  { file, spaceId }: { readonly file: Pick<FileRow, "fileId" | "size" | "updatedAt">; readonly spaceId: string }
): ReactElement | null => {
  const drive = useDrive()
  const { data } = useQuery(smallPicture(drive, { spaceId, file, width: 480 }))
  return data === undefined || data === null ? null : <LoadedPicture src={data.href} />
}
