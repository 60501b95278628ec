import type { ReactElement } from "react"
import { Button } from "../parts/Button.js"
import { EmptyState } from "../parts/EmptyState.js"
import { ProblemState } from "../shell/ProblemState.js"
import { useAssetLanguage } from "./useAssetLanguage.js"

export interface RoomEmptyProps {
  readonly error: Error | null
  readonly isFiltered: boolean
  readonly needle: string
  /** How many there are behind the filter. */
  readonly count: number
  readonly empty: ReactElement
  readonly clearFilters: () => void
  readonly refetch: () => void
}

/** Why no asset is shown, and what to do about it. */
export const RoomEmpty = (
  { clearFilters, count, empty, error, isFiltered, needle, refetch }: RoomEmptyProps
): ReactElement => {
  const { t } = useAssetLanguage()
  if (error !== null && count === 0) return <ProblemState error={error} retry={refetch} />
  if (!isFiltered || count === 0) return empty
  return (
    <EmptyState
      action={<Button onPress={clearFilters}>{t.files.empty.clearFilter}</Button>}
      picture="filter"
      text={t.files.empty.filterHides(count)}
      title={needle === "" ? t.assets.emptyFilter : t.files.empty.filterText(needle)}
    />
  )
}
