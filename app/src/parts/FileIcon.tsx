import type { LucideIcon } from "lucide-react"
import {
  AudioLines,
  Clapperboard,
  CodeXml,
  File,
  FileText,
  Image,
  Package,
  Presentation,
  Table2,
  Text,
  Type,
  VectorSquare
} from "lucide-react"
import type { ReactElement } from "react"
import { useState } from "react"
import { classes } from "./classes.js"
import styles from "./FileIcon.module.css"
import type { FileKind, KindGroup } from "./fileKind.js"
import { Icon } from "./Icon.js"

const icons: Readonly<Record<Exclude<KindGroup, "folder">, LucideIcon>> = {
  image: Image,
  video: Clapperboard,
  audio: AudioLines,
  pdf: FileText,
  document: FileText,
  slides: Presentation,
  sheet: Table2,
  code: CodeXml,
  text: Text,
  archive: Package,
  drawing: VectorSquare,
  font: Type,
  other: File
}

/** A folder in two tones; its size is `--row-icon`. */
export const FolderIcon = (): ReactElement => (
  <svg aria-hidden="true" className={styles.folder} viewBox="0 0 32 32">
    <path
      className={styles.back}
      d="M3.5 8.6C3.5 6.9 4.9 5.5 6.6 5.5h5.2c.8 0 1.6.3 2.2.9l1.5 1.5c.4.4.9.6 1.5.6h8.4c1.7 0 3.1 1.4 3.1 3.1v6H3.5z"
    />
    <path
      className={styles.front}
      d="M3.5 14.2c0-1.3 1.1-2.4 2.4-2.4h20.2c1.3 0 2.4 1.1 2.4 2.4v9.2c0 1.7-1.4 3.1-3.1 3.1H6.6c-1.7 0-3.1-1.4-3.1-3.1z"
    />
  </svg>
)

/** The tile of a kind; its size is `--row-icon`, or 64 px where `big`. */
export const KindTile = ({ big = false, kind }: { readonly kind: FileKind; readonly big?: boolean }): ReactElement =>
  kind.group === "folder"
    ? <FolderIcon />
    : (
      <span aria-hidden="true" className={classes(styles.tile, styles[kind.group], big && styles.big)}>
        <Icon of={icons[kind.group]} />
      </span>
    )

export interface FileIconProps {
  readonly kind: FileKind
  /** Address of a small picture; until it is there, and where it does not come, the tile of the kind stands. */
  readonly thumbnail?: string | undefined
  /** Fills its box, as in the grid view. */
  readonly whole?: boolean | undefined
}

export const FileIcon = ({ kind, thumbnail, whole = false }: FileIconProps): ReactElement => {
  const [loaded, setLoaded] = useState<string>()
  if (thumbnail === undefined && !whole) return <KindTile kind={kind} />
  const isLoaded = thumbnail !== undefined && loaded === thumbnail
  const isPaper = kind.group !== "image" && kind.group !== "video"
  return (
    <span
      aria-hidden="true"
      className={classes(styles.thumbnail, whole && styles.whole, isPaper && styles.paper)}
      data-loaded={isLoaded || undefined}
    >
      {isLoaded ? null : <KindTile big={whole} kind={kind} />}
      {thumbnail === undefined
        ? null
        : (
          <img
            alt=""
            data-loaded={isLoaded || undefined}
            decoding="async"
            draggable={false}
            loading="lazy"
            onLoad={() => setLoaded(thumbnail)}
            src={thumbnail}
          />
        )}
    </span>
  )
}
