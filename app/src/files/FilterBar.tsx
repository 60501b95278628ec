import type { ReactElement, ReactNode } from "react"
import { useLanguage } from "../language/Language.js"
import { Chip } from "../parts/Chip.js"
import type { KindFilter } from "../parts/fileKind.js"
import type { View } from "../parts/grid/layout.js"
import { Toolbar } from "../parts/Toolbar.js"
import styles from "./Bar.module.css"
import { DetailsButton } from "./DetailsButton.js"
import type { DetailsOfList } from "./useDetails.js"
import { ViewSwitch } from "./ViewSwitch.js"

export const kindFilters: ReadonlyArray<KindFilter> = ["images", "video", "audio", "documents", "folders"]

export interface FilterBarProps {
  readonly kinds: ReadonlySet<KindFilter>
  readonly onKinds: (kinds: ReadonlySet<KindFilter>) => void
  /** "31 of 248 items"; empty while nothing is known. */
  readonly count: string
  readonly view: View
  readonly onView: (view: View) => void
  readonly details: DetailsOfList
  /** What it is sorted by, where no heads of columns say it. */
  readonly sorting: ReactNode
}

export const FilterBar = ({ count, details, kinds, onKinds, onView, sorting, view }: FilterBarProps): ReactElement => {
  const { t } = useLanguage()
  return (
    <div className={styles.chips} data-dims="">
      <Toolbar className={styles.kinds} label={t.files.filters}>
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
      {sorting}
      <ViewSwitch onView={onView} view={view} />
      <DetailsButton isOpen={details.isOpen} onToggle={details.toggle} />
    </div>
  )
}
