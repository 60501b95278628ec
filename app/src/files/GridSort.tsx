import type { ReactElement } from "react"
import type { SortMenuProps } from "../parts/grid/SortMenu.js"
import { SortMenu } from "../parts/grid/SortMenu.js"
import styles from "./Bar.module.css"

/** A grid has no heads of columns: over it stands what it is sorted by. A narrow one has that in its own head. */
export const GridSort = (menu: SortMenuProps): ReactElement => (
  <span className={styles.sorting}>
    <SortMenu {...menu} />
  </span>
)
