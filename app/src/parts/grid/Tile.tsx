import type { Selection } from "effect-drive/react"
import { useIsFocused, useIsSelected } from "effect-drive/react"
import type { ReactElement } from "react"
import { memo, useLayoutEffect, useRef } from "react"
import { useLanguage } from "../../language/Language.js"
import { CheckMark } from "../Checkbox.js"
import { FileIcon } from "../FileIcon.js"
import { FileName } from "../FileName.js"
import { Spinner } from "../Spinner.js"
import styles from "./Grid.module.css"
import type { GridFace } from "./GridModel.js"
import { RenameField } from "./RenameField.js"

export interface TileProps<Item> {
  readonly item: Item
  readonly index: number
  readonly face: GridFace<Item>
  readonly selection: Selection
  readonly isFirstStop: boolean
}

const TileView = <Item extends object>(
  { face, index, isFirstStop, item, selection }: TileProps<Item>
): ReactElement => {
  const { t } = useLanguage()
  const { describe, isNarrow, rename, takesFocus, tools } = face
  const id = describe.id(item)
  const name = describe.name(item)
  const kind = describe.kind(item)
  const isFolder = kind.group === "folder"
  const condition = describe.condition?.(item)
  const isPending = condition?._tag === "Pending"
  const isFocused = useIsFocused(selection, id)
  const isSelected = useIsSelected(selection, id)
  const tile = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (isFocused && takesFocus(id)) tile.current?.focus({ preventScroll: true })
  }, [id, isFocused, takesFocus])

  const label = (
    <span className={styles.text}>
      {rename?.id === id
        ? <RenameField isFolder={isFolder} name={name} rename={rename} />
        : (
          <FileName
            isFolder={isFolder}
            linked={describe.isLinked?.(item)}
            name={name}
            pinned={!isNarrow && describe.isPinned?.(item) === true}
            starred={describe.isStarred?.(item)}
          />
        )}
    </span>
  )
  return (
    <div
      aria-busy={isPending || undefined}
      aria-selected={isSelected}
      className={isFolder ? styles.folder : styles.file}
      data-cut={condition?._tag === "Cut" || undefined}
      data-folder={isFolder || undefined}
      data-grip=""
      data-id={id}
      data-index={index}
      data-name={name}
      draggable={!isPending && rename?.id !== id}
      ref={tile}
      role="gridcell"
      tabIndex={isFocused || isFirstStop ? 0 : -1}
    >
      {isFolder
        ? (
          <>
            {isPending ? <Spinner label={t.parts.working} size={24} /> : <FileIcon kind={kind} />}
            {label}
          </>
        )
        : (
          <>
            <span className={styles.check} data-check="">
              <CheckMark state={isSelected ? "on" : "off"} />
            </span>
            <span className={styles.picture}>
              {describe.picture?.(item, true) ?? <FileIcon kind={kind} whole />}
              {isPending
                ? (
                  <span className={styles.veil}>
                    <Spinner label={t.parts.working} size={24} />
                  </span>
                )
                : null}
            </span>
            <span className={styles.caption}>{label}</span>
            <span className={styles.sub}>
              {condition !== undefined && condition._tag !== "Cut" ? condition.text : describe.caption(item)}
            </span>
          </>
        )}
      {isPending ? null : tools?.(item)}
    </div>
  )
}

/** A file with its picture, or a folder as a low chip. */
export const Tile = memo(TileView) as typeof TileView
