import type { Selection } from "effect-drive/react"
import { useIsFocused, useIsSelected } from "effect-drive/react"
import { Check } from "lucide-react"
import type { ReactElement } from "react"
import { memo, useLayoutEffect, useRef } from "react"
import { useLanguage } from "../../language/Language.js"
import { CheckMark } from "../Checkbox.js"
import { classes } from "../classes.js"
import { FileIcon } from "../FileIcon.js"
import { FileName } from "../FileName.js"
import { Icon } from "../Icon.js"
import { Spinner } from "../Spinner.js"
import type { Column } from "./Column.js"
import styles from "./Grid.module.css"
import type { GridFace } from "./GridModel.js"
import { RenameField } from "./RenameField.js"

export interface ListRowProps<Item> {
  readonly item: Item
  readonly index: number
  readonly top: number
  readonly columns: ReadonlyArray<Column<Item>>
  readonly face: GridFace<Item>
  readonly selection: Selection
  readonly isFirstStop: boolean
}

const Row = <Item extends object>(
  { columns, face, index, isFirstStop, item, selection, top }: ListRowProps<Item>
): ReactElement => {
  const { t } = useLanguage()
  const { describe, isNarrow, rename, takesFocus, tools } = face
  const id = describe.id(item)
  const name = describe.name(item)
  const kind = describe.kind(item)
  const isFolder = kind.group === "folder"
  const condition = describe.condition?.(item)
  const isPending = condition?._tag === "Pending"
  const isRenamed = rename?.id === id
  const isFocused = useIsFocused(selection, id)
  const isSelected = useIsSelected(selection, id)
  const row = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (isFocused && takesFocus(id)) row.current?.focus({ preventScroll: true })
  }, [id, isFocused, takesFocus])

  const cellOf = (column: Column<Item>) => {
    const isReason = column.tellsCondition === true && condition !== undefined && condition._tag !== "Cut"
    return isReason ? condition.text : column.cell(item, { isNarrow })
  }
  const cells = columns.map((column) => {
    const content = cellOf(column)
    if (isNarrow && content === undefined) return null
    const isWhy = column.tellsCondition === true && condition?._tag === "Failed"
    return (
      <span
        className={classes(styles.cell, column.align === "end" && !isNarrow && styles.end, isWhy && styles.why)}
        key={column.id}
        role={isNarrow ? undefined : "gridcell"}
      >
        {content ?? (isPending ? null : t.parts.none)}
      </span>
    )
  })
  return (
    <div
      aria-busy={isPending || undefined}
      aria-label={describe.spoken(item)}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={classes(styles.columns, styles.row)}
      data-cut={condition?._tag === "Cut" || undefined}
      data-failed={condition?._tag === "Failed" || undefined}
      data-folder={isFolder || undefined}
      data-id={id}
      data-index={index}
      data-name={name}
      ref={row}
      role="row"
      style={{ transform: `translateY(${top}px)` }}
      tabIndex={isFocused || isFirstStop ? 0 : -1}
    >
      <span className={styles.check} data-check="" role="gridcell">
        {isPending ? null : <CheckMark state={isSelected ? "on" : "off"} />}
      </span>
      <span className={styles.name} role="gridcell">
        <span className={styles.icon} data-grip="" draggable={!isPending && !isRenamed}>
          {isPending
            ? <Spinner label={t.parts.working} />
            : isNarrow && isSelected
            ? (
              <span className={styles.picked}>
                <Icon of={Check} size={20} />
              </span>
            )
            : (describe.picture?.(item, false) ?? <FileIcon kind={kind} />)}
        </span>
        {isRenamed
          ? (
            <span className={styles.text}>
              <RenameField isFolder={isFolder} name={name} rename={rename} />
            </span>
          )
          : (
            <span className={styles.text} data-grip="" draggable={!isPending}>
              <FileName
                isFolder={isFolder}
                linked={describe.isLinked?.(item)}
                name={name}
                pinned={describe.isPinned?.(item)}
                starred={describe.isStarred?.(item)}
              />
            </span>
          )}
      </span>
      {isNarrow ? <span className={styles.second} role="gridcell">{cells}</span> : cells}
      <span className={styles.tools} role="gridcell">
        {isPending
          ? null
          : condition?._tag === "Failed" && condition.retry !== undefined
          ? (
            <button className={styles.retry} onClick={condition.retry} tabIndex={-1} type="button">
              {t.parts.retry}
            </button>
          )
          : tools?.(item)}
      </span>
    </div>
  )
}

/** A row of the list; it is drawn again when its own item or its own part of the selection changes. */
export const ListRow = memo(Row) as typeof Row
