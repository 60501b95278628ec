import type { Selection } from "effect-drive/react"
import { useSelectedIds } from "effect-drive/react"
import { ArrowDown, ArrowUp } from "lucide-react"
import type { ReactElement, ReactNode } from "react"
import { useLanguage } from "../../language/Language.js"
import { CheckMark } from "../Checkbox.js"
import { classes } from "../classes.js"
import { Icon } from "../Icon.js"
import textStyles from "../style/text.module.css"
import type { Column, Sort } from "./Column.js"
import styles from "./Grid.module.css"
import type { Order } from "./GridModel.js"
import { SortMenu } from "./SortMenu.js"

export interface ListHeadProps<Item> {
  /** Those that are shown. */
  readonly columns: ReadonlyArray<Column<Item>>
  readonly all: ReadonlyArray<Column<Item>>
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort) => void
  readonly selection: Selection
  readonly order: Order
  readonly isNarrow: boolean
  /** Stands at the end of the head where the list is narrow. */
  readonly end?: ReactNode
}

interface SortHeadProps {
  readonly id: string
  readonly label: string
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort) => void
  readonly className: string
}

const SortHead = ({ className, id, label, onSort, sort }: SortHeadProps): ReactElement => {
  const isSorted = sort?.column === id
  const direction = !isSorted ? "none" : sort.isAscending ? "ascending" : "descending"
  return (
    <span aria-sort={direction} className={className} role="columnheader">
      <button
        className={styles.sort}
        onClick={() => onSort({ column: id, isAscending: isSorted ? !sort.isAscending : true })}
        type="button"
      >
        {label}
        {isSorted ? <Icon of={sort.isAscending ? ArrowUp : ArrowDown} size={14} /> : null}
      </button>
    </span>
  )
}

interface SelectAllProps {
  readonly selection: Selection
  readonly order: Order
  /** Where some are selected it selects the rest, rather than none. */
  readonly fills?: boolean
}

/** All or none; a mixed box where some are selected, and nothing to see where none is. */
const SelectAll = ({ fills = false, order, selection }: SelectAllProps): ReactElement => {
  const { t } = useLanguage()
  const { size } = useSelectedIds(selection)
  const state = size === 0 ? "off" : size >= order.count ? "on" : "mixed"
  return (
    <span role="columnheader">
      <button
        aria-checked={state === "mixed" ? "mixed" : state === "on"}
        aria-label={t.files.selectAll}
        className={styles.all}
        data-off={state === "off" || undefined}
        onClick={() => state === "off" || (fills && state === "mixed") ? selection.selectAll() : selection.clear()}
        role="checkbox"
        type="button"
      >
        <CheckMark state={state} />
      </button>
    </span>
  )
}

/** By touch nothing else selects all, and there is room for one thing. */
const NarrowEnd = (
  { children, order, selection }: Pick<ListHeadProps<object>, "order" | "selection"> & { readonly children: ReactNode }
): ReactElement | null => {
  const { size } = useSelectedIds(selection)
  if (size > 0) return <SelectAll fills order={order} selection={selection} />
  return children === undefined ? null : <span role="columnheader">{children}</span>
}

export const ListHead = <Item extends object>(
  { all, columns, end, isNarrow, onSort, order, selection, sort }: ListHeadProps<Item>
): ReactElement => {
  const { t } = useLanguage()
  const name = { id: "name", label: t.files.columns.name }
  if (isNarrow) {
    return (
      <div className={classes(styles.columns, styles.head)} role="row">
        <span className={styles.headName} role="columnheader">
          <SortMenu columns={all} onSort={onSort} sort={sort} />
        </span>
        <NarrowEnd order={order} selection={selection}>{end}</NarrowEnd>
      </div>
    )
  }
  return (
    <div className={classes(styles.columns, styles.head)} role="row">
      <SelectAll order={order} selection={selection} />
      <SortHead {...name} className={styles.headName ?? ""} onSort={onSort} sort={sort} />
      {columns.map((column) =>
        column.sortable === false
          ? (
            <span className={classes(column.align === "end" && styles.end)} key={column.id} role="columnheader">
              {column.label}
            </span>
          )
          : (
            <SortHead
              className={classes(column.align === "end" && styles.end)}
              id={column.id}
              key={column.id}
              label={column.label}
              onSort={onSort}
              sort={sort}
            />
          )
      )}
      <span role="columnheader">
        <span className={textStyles.hidden}>{t.files.columns.actions}</span>
      </span>
    </div>
  )
}
