import { LayoutGrid, List } from "lucide-react"
import type { ReactElement } from "react"
import { ToggleButton } from "react-aria-components/ToggleButton"
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup"
import { Toolbar } from "react-aria-components/Toolbar"
import { useLanguage } from "../language/Language.js"
import { Chip } from "../parts/Chip.js"
import type { KindFilter } from "../parts/fileKind.js"
import type { View } from "../parts/grid/layout.js"
import { Icon } from "../parts/Icon.js"
import { Tooltip } from "../parts/Tooltip.js"
import styles from "./Bar.module.css"

export const kindFilters: ReadonlyArray<KindFilter> = ["images", "video", "audio", "documents", "folders"]

export interface FilterBarProps {
  readonly kinds: ReadonlySet<KindFilter>
  readonly onKinds: (kinds: ReadonlySet<KindFilter>) => void
  /** "31 of 248 items"; empty while nothing is known. */
  readonly count: string
  readonly view: View
  readonly onView: (view: View) => void
}

const views = { list: List, grid: LayoutGrid }

export const FilterBar = ({ count, kinds, onKinds, onView, view }: FilterBarProps): ReactElement => {
  const { t } = useLanguage()
  return (
    <div className={styles.chips} data-dims="">
      <Toolbar aria-label={t.files.filters} className={styles.kinds ?? ""}>
        {kindFilters.map((kind) => (
          <Chip
            key={kind}
            onChange={(pressed) =>
              onKinds(new Set(pressed ? [...kinds, kind] : [...kinds].filter((other) => other !== kind)))}
            pressed={kinds.has(kind)}
          >
            {t.files.kinds[kind]}
          </Chip>
        ))}
      </Toolbar>
      <span className={styles.number}>{count}</span>
      <ToggleButtonGroup
        aria-label={t.files.view}
        className={styles.views ?? ""}
        disallowEmptySelection
        onSelectionChange={(keys) => onView(keys.has("grid") ? "grid" : "list")}
        selectedKeys={[view]}
        selectionMode="single"
      >
        {(["list", "grid"] as const).map((id) => (
          <Tooltip key={id} text={t.files.views[id]}>
            <ToggleButton aria-label={t.files.views[id]} className={styles.view ?? ""} id={id}>
              <Icon of={views[id]} size={16} />
            </ToggleButton>
          </Tooltip>
        ))}
      </ToggleButtonGroup>
    </div>
  )
}
