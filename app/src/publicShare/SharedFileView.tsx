import { ArrowDownToLine, Eye, Printer } from "lucide-react"
import type { MouseEvent, ReactElement } from "react"
import { useCallback, useEffect, useRef, useState } from "react"
import { fileKind } from "../parts/fileKind.js"
import { Icon } from "../parts/Icon.js"
import styles from "./SharedPage.module.css"
import { SharedPreview } from "./SharedPreview.js"
import type { SharedFile, Visit } from "./visit.js"
import { useWords } from "./Words.js"

export interface SharedFileViewProps {
  readonly file: SharedFile
  readonly code: string | undefined
  /** When the service gave the addresses. */
  readonly at: number
  /** Asks for new addresses with the code that opened the link. */
  readonly onRenew: () => Promise<Visit>
}

/** An address that was given with a code is taken for some minutes only; an older one is asked for anew. */
const freshFor = 5 * 60_000

export const SharedFileView = ({ at, code, file, onRenew }: SharedFileViewProps): ReactElement => {
  const { t } = useWords()
  const heading = useRef<HTMLHeadingElement>(null)
  const [print, setPrint] = useState<() => void>()
  const onPrintable = useCallback((next: (() => void) | undefined) => setPrint(() => next), [])
  useEffect(() => heading.current?.focus(), [])
  const renew = async (): Promise<string | undefined> => {
    const next = await onRenew()
    return next._tag === "Shown" ? next.file.downloadUrl : undefined
  }
  const download = (event: MouseEvent) => {
    if (code === undefined || Date.now() - at < freshFor) return
    event.preventDefault()
    void renew().then((fresh) => {
      if (fresh !== undefined) location.assign(fresh)
    })
  }
  // a line ends between two of them, and not within one
  const about = [
    t.kind(fileKind(file.name, false)),
    t.format.bytes(file.size),
    file.expiresAt === undefined ? undefined : t.until(file.expiresAt)
  ]
  return (
    <main className={styles.sheet}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h1 className={styles.name} ref={heading} tabIndex={-1} title={file.name}>
            <bdi>{file.name}</bdi>
          </h1>
          <p className={styles.about}>{about.flatMap((part) => part?.replaceAll(" ", "\u00a0") ?? []).join(" · ")}</p>
        </div>
        {print === undefined ?
          null :
          (
            <button className={`${styles.button} ${styles.second}`} onClick={print} type="button">
              <Icon of={Printer} />
              {t.print}
            </button>
          )}
        {file.downloadUrl === undefined
          ? (
            <p className={styles.look}>
              <Icon of={Eye} size={16} />
              {t.lookOnly}
            </p>
          )
          : (
            <a className={styles.button} download={file.name} href={file.downloadUrl} onClick={download}>
              <Icon of={ArrowDownToLine} />
              {t.download}
            </a>
          )}
      </div>
      <SharedPreview file={file} onPrintable={onPrintable} onRenew={renew} />
    </main>
  )
}
