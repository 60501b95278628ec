import type { BinRow } from "effect-drive/react"
import type { ReactElement } from "react"
import { KindTile } from "../parts/FileIcon.js"
import { fileKind } from "../parts/fileKind.js"
import { FileName } from "../parts/FileName.js"
import styles from "./Bin.module.css"

export interface NameListProps {
  readonly items: ReadonlyArray<BinRow>
  /** What stands at the end of a line: a size, or a day. */
  readonly about: (item: BinRow) => string | undefined
  /** In place of those that are not shown. */
  readonly more?: string | undefined
}

/** What a question is about, by name. */
export const NameList = ({ about, items, more }: NameListProps): ReactElement => (
  <ul className={styles.names}>
    {items.map((item) => (
      <li key={item.fileId}>
        <KindTile kind={fileKind(item.name, item.type === "folder")} />
        <FileName className={styles.name} isFolder={item.type === "folder"} name={item.name} />
        <span className={styles.about}>{about(item)}</span>
      </li>
    ))}
    {more === undefined ? null : <li className={styles.more}>{more}</li>}
  </ul>
)
