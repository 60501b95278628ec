import type { FileRow } from "effect-drive/react"
import type { ReactElement } from "react"
import { useMemo } from "react"
import { Thumbnail } from "../../files/Thumbnail.js"
import { stageKind } from "../stageKind.js"
import { usePreviewLanguage } from "../usePreviewLanguage.js"
import styles from "./Picture.module.css"

export interface FilmStripProps {
  readonly files: ReadonlyArray<FileRow>
  readonly fileId: string
  /** How many there is room for. */
  readonly room: number
  readonly onShow: (fileId: string) => void
}

/** The pictures around the one that is shown. */
export const FilmStrip = ({ fileId, files, onShow, room }: FilmStripProps): ReactElement | null => {
  const { t } = usePreviewLanguage()
  const pictures = useMemo(
    () => files.filter(({ name, size }) => ["picture", "drawing"].includes(stageKind(name, size))),
    [files]
  )
  const at = pictures.findIndex((file) => file.fileId === fileId)
  if (at === -1 || pictures.length < 2 || room < 3) return null
  const count = Math.min(11, room, pictures.length)
  const first = Math.min(Math.max(0, at - Math.floor(count / 2)), pictures.length - count)
  return (
    <nav aria-label={t.preview.pictures} className={styles.film}>
      {pictures.slice(first, first + count).map((file) => (
        <button
          aria-current={file.fileId === fileId ? "true" : undefined}
          aria-label={file.name}
          key={file.fileId}
          onClick={() => onShow(file.fileId)}
          type="button"
        >
          <Thumbnail file={file} isWhole={false} />
        </button>
      ))}
    </nav>
  )
}
