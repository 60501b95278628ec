import type { ReactElement } from "react"
import { Button } from "../parts/Button.js"
import { KindTile } from "../parts/FileIcon.js"
import type { PreviewSource } from "./PreviewSource.js"
import { usePreviewLanguage } from "./usePreviewLanguage.js"
import styles from "./Viewer.module.css"

export interface NoStageProps {
  readonly source: PreviewSource
  readonly onDownload: (() => void) | undefined
  /** Files of its kind can be shown, and this one could not. */
  readonly isUnreadable: boolean
}

/** A file that browsers cannot show, one that is not what its name says, or one that holds nothing. */
export const NoStage = ({ isUnreadable, onDownload, source }: NoStageProps): ReactElement => {
  const { format, t } = usePreviewLanguage()
  const words = t.preview
  const isEmpty = source.size === 0
  const [title, text] = isEmpty
    ? [words.empty, words.emptyText]
    : isUnreadable
    ? [words.unreadable, words.unreadableText]
    : [words.none, words.noneText]
  return (
    <div className={styles.centre}>
      <div className={styles.card}>
        <KindTile big kind={source.kind} />
        <h2>{title}</h2>
        <p>{text}</p>
        {isEmpty || onDownload === undefined ? null : (
          <Button onPress={onDownload} variant="primary">
            {words.downloadSize(format.bytes(source.size))}
          </Button>
        )}
      </div>
    </div>
  )
}
