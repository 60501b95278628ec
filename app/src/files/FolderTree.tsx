import { useQuery } from "@tanstack/react-query"
import { driveQueries, useDrive } from "effect-drive/react"
import { ChevronRight, HardDrive } from "lucide-react"
import type { KeyboardEvent, ReactElement } from "react"
import { useEffect, useLayoutEffect, useState } from "react"
import { classes } from "../parts/classes.js"
import { FolderIcon } from "../parts/FileIcon.js"
import { Icon } from "../parts/Icon.js"
import { useAnnounce } from "../parts/LiveRegion.js"
import { Spinner } from "../parts/Spinner.js"
import { problemOf } from "../shell/problemOf.js"
import styles from "./MoveDialog.module.css"
import type { Crumb } from "./queries.js"
import { rootFolder } from "./queries.js"
import { useFilesLanguage } from "./useFilesLanguage.js"

export interface MadeFolder {
  readonly fileId: string
  readonly parent: string
}

export interface FolderTreeProps {
  readonly spaceId: string
  readonly label: string
  /** The folder they are in: it cannot be the goal of a move, and says so. */
  readonly here: string
  /** What is moved: folders among it cannot take anything. */
  readonly without: ReadonlySet<string>
  /** Open when the tree comes. */
  readonly unfolded: ReadonlySet<string>
  /** The folder that was made last, which opens the one that it is in. */
  readonly made: MadeFolder | undefined
  readonly needle: string
  readonly selected: string
  readonly onSelect: (folder: Crumb) => void
}

interface BranchProps extends FolderTreeProps {
  readonly folder: Crumb
  readonly level: number
  /** Whether Tab comes to the folder that is selected, which may be filtered away or below a closed one. */
  readonly hasStop: boolean
  readonly onStop: (isThere: boolean) => void
}

const step = (item: Element, by: 1 | -1): void => {
  const items = [...item.closest("[role='tree']")?.querySelectorAll<HTMLElement>("[role='treeitem']") ?? []]
    .filter((other) => other.checkVisibility())
  items[items.findIndex((other) => other === item) + by]?.focus()
}

/** A group stands beside its item, not in it: the name of an item is its own row alone. */
const focusParent = (item: Element): void =>
  item.closest("[role='group']")?.parentElement?.querySelector<HTMLElement>("[role='treeitem']")?.focus()

/** Where they are is a good place to begin from. */
const showHere = (item: HTMLElement | null): void => item?.scrollIntoView({ block: "center" })

/** It is the goal now, and the field that named it is gone. */
const showMade = (item: HTMLElement | null): void => item?.focus()

const Branch = (props: BranchProps): ReactElement => {
  const { folder, hasStop, here, level, made, needle, onSelect, onStop, selected, spaceId, unfolded, without } = props
  const { format, t } = useFilesLanguage()
  const drive = useDrive()
  const announce = useAnnounce()
  const [isOpen, setOpen] = useState(unfolded.has(folder.fileId))
  const [seen, setSeen] = useState(made)
  if (made !== seen) {
    setSeen(made)
    if (made?.parent === folder.fileId) setOpen(true)
  }
  const children = useQuery({ ...driveQueries(drive, { spaceId }).folderTree(folder.fileId), enabled: isOpen })
  const reason = children.error === null ? undefined : problemOf(children.error, t).text
  useEffect(() => {
    if (reason !== undefined) announce(reason, "assertive")
  }, [announce, reason])
  const folders = (children.data ?? []).filter(({ fileId }) => !without.has(fileId)).toSorted((one, other) =>
    format.compare(one.name, other.name)
  )
  const isLeaf = children.data !== undefined && folders.length === 0
  const isSelected = selected === folder.fileId
  const isHidden = needle !== "" && level > 1 && !folder.name.toLowerCase().includes(needle) && !isOpen
  const isStop = isSelected && !isHidden
  useLayoutEffect(() => {
    if (!isStop) return
    onStop(true)
    return () => onStop(false)
  }, [isStop, onStop])
  const hear = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return
    const item = event.currentTarget
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => step(item, 1),
      ArrowUp: () => step(item, -1),
      ArrowRight: () => isOpen ? step(item, 1) : setOpen(true),
      ArrowLeft: () => isOpen ? setOpen(false) : focusParent(item),
      Enter: () => onSelect(folder),
      " ": () => onSelect(folder)
    }
    const run = keys[event.key]
    if (run === undefined) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  /** As far in as its folders would be. */
  const indent = (element: HTMLElement | null) => element?.style.setProperty("--level", String(level))
  return (
    <li hidden={isHidden} role="none">
      <div
        aria-expanded={isLeaf ? undefined : isOpen}
        aria-label={here === folder.fileId ? undefined : folder.name}
        aria-level={level}
        aria-selected={isSelected}
        className={styles.item}
        onKeyDown={hear}
        ref={made?.fileId === folder.fileId ? showMade : here === folder.fileId ? showHere : undefined}
        role="treeitem"
        tabIndex={isSelected || (level === 1 && !hasStop) ? 0 : -1}
      >
        <div
          className={classes(styles.branch, isSelected && styles.chosen)}
          onClick={() => onSelect(folder)}
          ref={(element) => element?.style.setProperty("--level", String(level - 1))}
        >
          <span
            className={styles.twist}
            data-leaf={isLeaf || undefined}
            data-open={isOpen || undefined}
            onClick={(event) => {
              event.stopPropagation()
              setOpen(!isOpen)
            }}
          >
            <Icon of={ChevronRight} size={16} />
          </span>
          {folder.fileId === rootFolder ? <Icon of={HardDrive} /> : <FolderIcon />}
          <bdi className={here === folder.fileId ? styles.muted : styles.label}>{folder.name}</bdi>{" "}
          {here === folder.fileId ? <small>{t.files.move.here(without.size)}</small> : null}
        </div>
      </div>
      {!isOpen ? null : children.isPending
        ? (
          <div className={styles.wait} ref={indent}>
            <Spinner size={16} />
            {t.files.move.loading}
          </div>
        )
        : reason !== undefined
        ? <p className={styles.wait} ref={indent}>{reason}</p>
        : (
          <ul role="group">
            {folders.map(({ fileId, name }) => (
              <Branch {...props} folder={{ fileId, name }} key={fileId} level={level + 1} />
            ))}
          </ul>
        )}
    </li>
  )
}

/** The folders of a space; what is in one is asked for when it is opened. */
export const FolderTree = (props: FolderTreeProps): ReactElement => {
  const { t } = useFilesLanguage()
  const [hasStop, setHasStop] = useState(false)
  const root = { fileId: rootFolder, name: t.files.place }
  return (
    <ul aria-label={props.label} className={styles.tree} role="tree">
      <Branch {...props} folder={root} hasStop={hasStop} level={1} onStop={setHasStop} />
    </ul>
  )
}
