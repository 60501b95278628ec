import { useQuery } from "@tanstack/react-query"
import type { UserTag } from "effect-drive/promise"
import type { FileRow } from "effect-drive/react"
import { driveQueries, useDrive, useUpdateFileInfo } from "effect-drive/react"
import { Copy, Plus, X } from "lucide-react"
import type { ReactElement } from "react"
import { useEffect, useState } from "react"
import { useLanguage } from "../language/Language.js"
import { Button } from "../parts/Button.js"
import { KindTile } from "../parts/FileIcon.js"
import { fileKind } from "../parts/fileKind.js"
import { IconButton } from "../parts/IconButton.js"
import { useAnnounce } from "../parts/LiveRegion.js"
import { problemOf } from "../shell/problemOf.js"
import { useSpace } from "../shell/Spaces.js"
import styles from "./DetailsPanel.module.css"

interface TagsProps {
  readonly fileId: string
  readonly tags: ReadonlyArray<UserTag>
}

interface Pair extends UserTag {
  readonly id: number
}

const lastId = { current: 0 }
const pairOf = ({ key, value }: UserTag): Pair => ({ id: ++lastId.current, key, value })

/** Pairs are saved when a field is left; the same key twice stays here until one of them is another. */
const Tags = ({ fileId, tags }: TagsProps): ReactElement => {
  const { t } = useLanguage()
  const { spaceId } = useSpace()
  const announce = useAnnounce()
  const update = useUpdateFileInfo({ spaceId })
  const words = t.files.tags
  const [pairs, setPairs] = useState<ReadonlyArray<Pair>>(() => tags.map(pairOf))
  const isTwice = (pair: Pair, index: number) =>
    pair.key !== "" && pairs.findIndex(({ key }) => key === pair.key) < index
  const save = (next: ReadonlyArray<Pair>) => {
    const userTags = next.filter(({ key }, index) =>
      key !== "" && next.findIndex((other) => other.key === key) === index
    ).map(({ key, value }) => ({ key, value }))
    if (JSON.stringify(userTags) === JSON.stringify(tags)) return
    update.mutate({ fileId, userTags }, { onSuccess: () => announce(words.saved) })
  }
  const change = (id: number, part: Partial<UserTag>) =>
    setPairs(pairs.map((pair) => pair.id === id ? { ...pair, ...part } : pair))
  const add = () => setPairs([...pairs, pairOf({ key: "", value: "" })])
  return (
    <section>
      <h3 className={styles.heading}>{words.title}</h3>
      {pairs.map((pair, index) => (
        <div key={pair.id}>
          <div className={styles.pair}>
            <input
              aria-invalid={isTwice(pair, index) || undefined}
              aria-label={`${words.key} ${index + 1}`}
              autoFocus={pair.key === "" && index === pairs.length - 1}
              onBlur={() => save(pairs)}
              onChange={(event) => change(pair.id, { key: event.target.value })}
              value={pair.key}
            />
            <input
              aria-label={`${words.value} ${index + 1}`}
              onBlur={() => save(pairs)}
              onChange={(event) => change(pair.id, { value: event.target.value })}
              onKeyDown={(event) => {
                if (event.key === "Enter" && index === pairs.length - 1) add()
              }}
              value={pair.value}
            />
            <IconButton
              icon={X}
              iconSize={16}
              label={words.remove(pair.key)}
              onPress={() => {
                const next = pairs.filter(({ id }) => id !== pair.id)
                setPairs(next)
                save(next)
              }}
            />
          </div>
          {isTwice(pair, index) ? <p className={styles.bad}>{words.twice(pair.key)}</p> : null}
        </div>
      ))}
      <Button icon={Plus} onPress={add} size="small" variant="ghost">{words.add}</Button>
      <p className={update.error === null ? styles.saved : styles.bad} role="status">
        {update.error === null ? update.isSuccess ? words.saved : "" : problemOf(update.error, t).text}
      </p>
    </section>
  )
}

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
