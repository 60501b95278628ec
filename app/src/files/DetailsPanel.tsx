import { useQuery } from "@tanstack/react-query"
import type { FileRow } from "effect-drive/react"
import { driveQueries, useDrive } from "effect-drive/react"
import { Copy, X } from "lucide-react"
import type { ReactElement } from "react"
import { useEffect } from "react"
import { useLanguage } from "../language/Language.js"
import { Button } from "../parts/Button.js"
import { KindTile } from "../parts/FileIcon.js"
import { fileKind } from "../parts/fileKind.js"
import { IconButton } from "../parts/IconButton.js"
import { useAnnounce } from "../parts/LiveRegion.js"
import { useFeatures } from "../shell/Feature.js"
import { useSpace } from "../shell/Spaces.js"
import styles from "./DetailsPanel.module.css"
import { Tags } from "./Tags.js"

export interface DetailsPanelProps {
  readonly file: FileRow
  readonly where: string
  /** Facts that only who shows the file knows: its pixels, its length. */
  readonly more?: ReadonlyArray<readonly [label: string, value: string]> | undefined
  /** Stands in place of the file's name, where that is on the screen already. */
  readonly title?: string | undefined
  readonly onClose: () => void
}

/** What the drive knows of one file or folder, its tags among it. */
export const DetailsPanel = ({ file, more = [], onClose, title, where }: DetailsPanelProps): ReactElement => {
  const { format, t } = useLanguage()
  const drive = useDrive()
  const { spaceId } = useSpace()
  const announce = useAnnounce()
  const { data = file } = useQuery(driveQueries(drive, { spaceId }).file(file.fileId))
  const kind = fileKind(file.name, file.type === "folder")
  const sections = useFeatures().flatMap((feature) => feature.details ?? [])
  const words = t.files.facts
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) onClose()
    }
    document.addEventListener("keydown", hear)
    return () => document.removeEventListener("keydown", hear)
  }, [onClose])
  const hash = data.contentHash === undefined || data.contentHash === "" ? undefined : data.contentHash
  const facts: ReadonlyArray<readonly [string, string | undefined]> = [
    [words.kind, t.parts.fileKind(kind)],
    [words.size, file.type === "folder" ? undefined : format.bytes(data.size)],
    ...more,
    [words.added, data.createdAt === undefined ? undefined : format.date(data.createdAt)],
    [words.modified, data.updatedAt === undefined ? undefined : format.date(data.updatedAt)],
    [words.where, where]
  ]
  const support: ReadonlyArray<readonly [string, string | undefined]> = [
    [words.id, data.fileId],
    [data.contentHashName?.toUpperCase() ?? words.hash, hash],
    ["CRC-64", data.crc64]
  ]
  const list = (entries: typeof facts) => (
    <dl className={styles.facts}>
      {entries.map(([label, value]) =>
        value === undefined || value === "" ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        )
      )}
    </dl>
  )
  const copy = () => {
    const text = support.filter(([, value]) => value !== undefined).map((pair) => pair.join(": ")).join("\n")
    void navigator.clipboard.writeText(text).then(() => announce(t.parts.copied))
  }
  return (
    <aside aria-label={t.files.details} className={styles.panel}>
      <header className={styles.head}>
        {title === undefined ? <KindTile kind={kind} /> : null}
        <h2>
          <bdi>{title ?? data.name}</bdi>
        </h2>
        <IconButton icon={X} label={t.parts.close} onPress={onClose} />
      </header>
      {sections.map((Section, index) => <Section file={data} key={index} />)}
      <Tags fileId={file.fileId} key={file.fileId} tags={data.userTags} />
      <section>
        <h3 className={styles.heading}>{t.files.details}</h3>
        {list(facts)}
      </section>
      <section className={styles.support}>
        <h3 className={styles.heading}>{words.support}</h3>
        {list(support)}
        <Button icon={Copy} onPress={copy} size="small" variant="ghost">{t.parts.copy}</Button>
      </section>
    </aside>
  )
}
