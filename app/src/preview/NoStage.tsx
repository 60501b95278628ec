import type { ReactElement } from "react"
import { Button } from "../parts/Button.js"
import { KindTile } from "../parts/FileIcon.js"
import type { PreviewSource } from "./PreviewSource.js"
import { usePreviewLanguage } from "./usePreviewLanguage.js"
import styles from "./Viewer.module.css"

export interface NoStageProps {
  readonly source: PreviewSource
  readonly onDownload: (() => void) | undefined
}

/** A file that browsers cannot show, or one that holds nothing. */
export const NoStage = ({ onDownload, source }: NoStageProps): ReactElement => {
  const { format, t } = usePreviewLanguage()
  const words = t.preview
  const isEmpty = source.size === 0
  return (
    <div className={styles.centre}>
      <div className={styles.card}>
        <KindTile big kind={source.kind} />
        <h2>{isEmpty ? words.empty : words.none}</h2>
        <p>{isEmpty ? words.emptyText : words.noneText}</p>
        {isEmpty || onDownload === undefined ? null : (
          <Button onPress={onDownload} variant="primary">
            {words.downloadSize(format.bytes(source.size))}
          </Button>
        )}
      </div>
    </div>
  )
}
