import { LayoutGrid, List } from "lucide-react"
import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import type { View } from "../parts/grid/layout.js"
import { Icon } from "../parts/Icon.js"
import { Toolbar } from "../parts/Toolbar.js"
import styles from "./Bar.module.css"

export interface ViewSwitchProps {
  readonly view: View
  readonly onView: (view: View) => void
}

const views = { list: List, grid: LayoutGrid }

export const ViewSwitch = ({ onView, view }: ViewSwitchProps): ReactElement => {
  const { t } = useLanguage()
  return (
    <Toolbar className={styles.views} label={t.files.view} role="radiogroup">
      {(["list", "grid"] as const).map((id) => (
        <button
          aria-checked={view === id}
          aria-label={t.files.views[id]}
          className={styles.view}
          data-tip=""
          key={id}
          onClick={() => onView(id)}
          role="radio"
          type="button"
        >
          <Icon of={views[id]} size={16} />
        </button>
      ))}
    </Toolbar>
  )
}
