import { useQuery } from "@tanstack/react-query"
import type { FileRow } from "effect-drive/react"
import { useDrive } from "effect-drive/react"
import type { ReactElement } from "react"
import { useEffect, useState } from "react"
import { FileIcon } from "../parts/FileIcon.js"
import { fileKind } from "../parts/fileKind.js"
import { useSpace } from "../shell/Spaces.js"
import { smallPicture } from "./smallPicture.js"

export interface ThumbnailProps {
  readonly file: FileRow
  readonly isWhole: boolean
}

/** Rows that fly past while one scrolls are not asked for. */
const rest = 120
const widths = { icon: 96, whole: 480 }

/** Larger ones are scaled by nobody: a list would load them whole. */
const largest = 64 * 1024 * 1024

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
  const width = isWhole ? widths.whole : widths.icon
  const thumbnail = useQuery({
    ...smallPicture(drive, { spaceId, file, width }),
    enabled: isAtRest && kind.group === "image" && file.size > 0 && file.size <= largest
  })
  return <FileIcon kind={kind} thumbnail={thumbnail.data?.href} whole={isWhole} />
}
