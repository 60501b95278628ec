import type { FileRow } from "effect-drive/react"
import type { ReactElement, ReactNode } from "react"
import { useLanguage } from "../language/Language.js"
import { KindTile } from "../parts/FileIcon.js"
import { fileKind } from "../parts/fileKind.js"
import { FileName } from "../parts/FileName.js"
import styles from "./MenuHead.module.css"
import { Thumbnail } from "./Thumbnail.js"

export interface MenuHeadProps {
  readonly files: ReadonlyArray<FileRow>
  /** On top of a bottom sheet: one file itself, with its picture. */
  readonly isLarge?: boolean | undefined
  /** Drawn in place of the file's small picture. */
  readonly picture?: ReactNode
}

/** What a menu will act on. */
export const MenuHead = ({ files, isLarge = false, picture }: MenuHeadProps): ReactElement => {
  const { format, t } = useLanguage()
  const size = files.reduce((sum, file) => sum + file.size, 0)
  const first = files[0]
  const many = [t.files.selected(files.length), size === 0 ? undefined : format.bytes(size)]
  if (!isLarge || first === undefined || files.length > 1) {
    return (
      <div className={isLarge ? styles.many : undefined}>{many.filter((part) => part !== undefined).join(" · ")}</div>
    )
  }
  const isFolder = first.type === "folder"
  const about = [
    isFolder ? undefined : format.bytes(first.size),
    first.updatedAt === undefined ? undefined : format.date(first.updatedAt)
  ]
  return (
    <div className={styles.large}>
      {picture ??
        (isFolder ? <KindTile kind={fileKind(first.name, true)} /> : <Thumbnail file={first} isWhole={false} />)}
      <div>
        <FileName className={styles.name} isFolder={isFolder} name={first.name} starred={first.starred} />
        <div className={styles.about}>{about.filter((part) => part !== undefined).join(" · ")}</div>
      </div>
    </div>
  )
}
