import { ArrowDown, ArrowUp } from "lucide-react"
import type { ReactElement } from "react"
import { useRef, useState } from "react"
import { Button as AriaButton } from "react-aria-components/Button"
import { useLanguage } from "../../language/Language.js"
import { Icon } from "../Icon.js"
import { Menu } from "../Menu.js"
import type { Column, Sort } from "./Column.js"
import styles from "./Grid.module.css"

export interface SortMenuProps {
  /** All columns behind the name. */
  readonly columns: ReadonlyArray<Pick<Column<never>, "id" | "label" | "sortable">>
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort) => void
}

/** Stands for all heads where there is room for one: it says what the list is sorted by, and opens what it can be sorted by. */
export const SortMenu = ({ columns: behind, onSort, sort }: SortMenuProps): ReactElement => {
  const { t } = useLanguage()
  const columns = [{ id: "name", label: t.files.columns.name }, ...behind.filter(({ sortable }) => sortable !== false)]
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const sorted = columns.find(({ id }) => id === sort?.column)
  const arrow = sort?.isAscending === true ? ArrowUp : ArrowDown
  const shown = sorted?.label ?? t.files.columns.name
  return (
    <>
      <AriaButton
        aria-expanded={isOpen}
        aria-haspopup="menu"
        aria-label={t.parts.labelled(t.files.sortBy, shown)}
        className={styles.sort ?? ""}
        onPress={() => setOpen(true)}
        ref={anchor}
      >
        {shown}
        {sorted === undefined ? null : <Icon of={arrow} size={14} />}
      </AriaButton>
      <Menu
        anchor={anchor}
        groups={[columns.map(({ id, label }) => ({
          id,
          label,
          ...(id === sorted?.id ? { icon: arrow, checked: true } : {}),
          onAction: () => onSort({ column: id, isAscending: id === sorted?.id ? sort?.isAscending === false : true })
        }))]}
        head={t.files.sortBy}
        isOpen={isOpen}
        label={t.files.sortBy}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
