import { LayoutGrid, List } from "lucide-react"
import type { ReactElement } from "react"
import { ToggleButton } from "react-aria-components/ToggleButton"
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup"
import { useLanguage } from "../language/Language.js"
import type { View } from "../parts/grid/layout.js"
import { Icon } from "../parts/Icon.js"
import styles from "./Bar.module.css"

export interface ViewSwitchProps {
  readonly view: View
  readonly onView: (view: View) => void
}

const views = { list: List, grid: LayoutGrid }

export const ViewSwitch = ({ onView, view }: ViewSwitchProps): ReactElement => {
  const { t } = useLanguage()
  return (
    <ToggleButtonGroup
      aria-label={t.files.view}
      className={styles.views ?? ""}
      disallowEmptySelection
      onSelectionChange={(keys) => onView(keys.has("grid") ? "grid" : "list")}
      selectedKeys={[view]}
      selectionMode="single"
    >
      {(["list", "grid"] as const).map((id) => (
        <ToggleButton aria-label={t.files.views[id]} className={styles.view ?? ""} data-tip="" id={id} key={id}>
          <Icon of={views[id]} size={16} />
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
