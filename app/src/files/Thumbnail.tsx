import { useQuery } from "@tanstack/react-query"
import type { DriveFile } from "effect-drive/promise"
import { useDrive } from "effect-drive/react"
import type { ReactElement } from "react"
import { useEffect, useState } from "react"
import { FileIcon } from "../parts/FileIcon.js"
import { fileKind } from "../parts/fileKind.js"
import { useSpace } from "../shell/Spaces.js"

export interface ThumbnailProps {
  readonly file: DriveFile
  readonly isWhole: boolean
}

/** Rows that fly past while one scrolls are not asked for. */
const rest = 120

/** The small picture of a picture. Asked for once it stands still on the screen. */
export const Thumbnail = ({ file, isWhole }: ThumbnailProps): ReactElement => {
  const drive = useDrive()
  const { spaceId } = useSpace()
  const kind = fileKind(file.name, file.type === "folder")
  const [isAtRest, setAtRest] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setAtRest(true), rest)
    return () => clearTimeout(timer)
  }, [])
  const width = isWhole ? 480 : 96
  const thumbnail = useQuery({
    queryKey: ["drive", spaceId, "thumbnail", file.fileId, file.contentHash, width],
    enabled: isAtRest && kind.group === "image" && file.size > 0,
    staleTime: 600_000,
    queryFn: async ({ signal }) => (await drive.files.thumbnail(file.fileId, { width, spaceId, signal }))?.href ?? null
  })
  return <FileIcon kind={kind} thumbnail={thumbnail.data ?? undefined} whole={isWhole} />
}
