import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import { Button } from "../parts/Button.js"
import { EmptyState } from "../parts/EmptyState.js"
import type { KindFilter } from "../parts/fileKind.js"

export interface FilterEmptyProps {
  readonly kinds: ReadonlySet<KindFilter>
  readonly needle: string
  /** So many items are hidden. */
  readonly count: number
  readonly clearFilter: () => void
}

/** A filter that leaves nothing of a folder. */
export const FilterEmpty = ({ clearFilter, count, kinds, needle }: FilterEmptyProps): ReactElement => {
  const { t } = useLanguage()
  const [kind, other] = kinds
  const reason = needle !== "" && kind === undefined
    ? t.files.empty.filterText(needle)
    : kind !== undefined && other === undefined && needle === ""
    ? t.files.empty.filterKind[kind]
    : t.files.empty.filterMany
  return (
    <EmptyState
      action={<Button onPress={clearFilter}>{t.files.empty.clearFilter}</Button>}
      picture="filter"
      text={t.files.empty.filterHides(count)}
      title={reason}
    />
  )
}
