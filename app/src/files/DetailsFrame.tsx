import { Copy, X } from "lucide-react"
import type { ReactElement, ReactNode } from "react"
import { Button } from "../parts/Button.js"
import { KindTile } from "../parts/FileIcon.js"
import type { FileKind } from "../parts/fileKind.js"
import { IconButton } from "../parts/IconButton.js"
import { leavePicture } from "../parts/leavePicture.js"
import { useCopy } from "../parts/useCopy.js"
import styles from "./DetailsPanel.module.css"
import type { Facts } from "./FactList.js"
import { FactList } from "./FactList.js"
import { useFilesLanguage } from "./useFilesLanguage.js"

export interface DetailsFrameProps {
  readonly title: string
  /** What it is, in a few words under its name. */
  readonly about?: string | undefined
  /** Left out where the picture is on the screen already. */
  readonly kind: FileKind | undefined
  /** Left out, as is the next, where nothing is known. */
  readonly facts?: Facts | undefined
  /** Ids and digests: what support asks for, in one piece. */
  readonly support?: Facts<string | undefined> | undefined
  readonly onClose: () => void
  /** Sections of its own, above the facts. */
  readonly children?: ReactNode
}

/** A panel beside the list that says what is known of one thing. */
export const DetailsFrame = (
  { about, children, facts, kind, onClose, support, title }: DetailsFrameProps
): ReactElement => {
  const { t } = useFilesLanguage()
  const copyText = useCopy()
  const copy = (known: Facts<string | undefined>) =>
    copyText(
      known.flatMap(([label, value]) => value === undefined ? [] : [t.parts.labelled(label, value)]).join("\n")
    )
  return (
    <aside
      aria-label={t.files.details}
      className={styles.panel}
      data-region="details"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return
        // what has the focus goes first, whatever is selected beside it
        event.preventDefault()
        onClose()
      }}
      ref={leavePicture}
    >
      <header className={styles.head}>
        {kind === undefined ? null : <KindTile kind={kind} />}
        <div>
          <h2>
            <bdi>{title}</bdi>
          </h2>
          {about === undefined ? null : <p>{about}</p>}
        </div>
        <IconButton icon={X} label={t.parts.close} onPress={onClose} />
      </header>
      {children}
      {facts === undefined ? null : (
        <section>
          <h3 className={styles.heading}>{t.files.details}</h3>
          <FactList facts={facts} />
        </section>
      )}
      {support === undefined ? null : (
        <section className={styles.support}>
          <h3 className={styles.heading}>{t.files.facts.support}</h3>
          <FactList facts={support} />
          <Button icon={Copy} onPress={() => copy(support)} size="small">{t.parts.copy}</Button>
        </section>
      )}
    </aside>
  )
}
