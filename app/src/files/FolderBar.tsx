import type { FileRow } from "effect-drive/react"
import { FolderPlus } from "lucide-react"
import type { ReactElement, ReactNode } from "react"
import { useState } from "react"
import { useLanguage } from "../language/Language.js"
import { Button } from "../parts/Button.js"
import { useAreFilesOver } from "../parts/dropsOfFiles.js"
import { useIsDragging } from "../parts/grid/dragged.js"
import { loadedLater } from "../parts/loadedLater.js"
import { Part } from "../parts/Part.js"
import type { Place } from "../shell/routes.js"
import styles from "./Bar.module.css"
import type { BoundAction } from "./bindActions.js"
import { Crumbs } from "./Crumbs.js"
import type { Crumb } from "./queries.js"
import { SelectionBar } from "./SelectionBar.js"

const NarrowFind = loadedLater(async () => (await import("./NarrowFind.js")).NarrowFind)

const NarrowTools = loadedLater(async () => (await import("../shell/NarrowTools.js")).NarrowTools)

export interface FolderBarProps {
  readonly crumbs: ReadonlyArray<Crumb> | undefined
  readonly place: Place
  readonly title: string
  readonly isNarrow: boolean
  readonly selected: ReadonlyArray<FileRow>
  /** What can be done with those. */
  readonly actions: ReadonlyArray<BoundAction>
  readonly onClear: () => void
  readonly onDrop: (ids: ReadonlyArray<string>, to: Crumb, isCopy: boolean) => void
  readonly onNewFolder: () => void
  /** What else can be done in the folder. */
  readonly children: ReactNode
}

/** Above a folder: the way to it, and what can be done in it or with what is selected. */
export const FolderBar = ({ isNarrow, selected, ...props }: FolderBarProps): ReactElement => {
  const { t } = useLanguage()
  const isDragging = useIsDragging()
  const areFilesOver = useAreFilesOver()
  const [isFinding, setFinding] = useState(false)
  return (
    <div className={styles.bar} data-dragging={isDragging || areFilesOver || undefined} data-region="bar">
      {isNarrow && isFinding
        ? (
          <Part onFail={() => setFinding(false)}>
            <NarrowFind onClose={() => setFinding(false)} title={props.title} />
          </Part>
        )
        : <Crumbs crumbs={props.crumbs} onDrop={props.onDrop} place={props.place} />}
      {selected.length > 0
        ? (
          <SelectionBar
            actions={props.actions}
            count={selected.length}
            onClear={props.onClear}
            size={selected.reduce((sum, file) => sum + file.size, 0)}
          />
        )
        : (
          <div className={styles.actions} hidden={isNarrow}>
            <Button icon={FolderPlus} onPress={props.onNewFolder} variant="ghost">{t.files.newFolder}</Button>
            {props.children}
          </div>
        )}
      {isNarrow && !isFinding && selected.length === 0
        ? (
          <Part>
            <NarrowTools onFilter={() => setFinding(true)} />
          </Part>
        )
        : null}
    </div>
  )
}
