import type { ReactElement } from "react"
import { Button } from "../parts/Button.js"
import { EmptyState } from "../parts/EmptyState.js"
import { problemOf } from "../shell/problemOf.js"
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
  if (error !== null && count === 0) {
    return (
      <EmptyState
        action={<Button onPress={refetch} variant="primary">{t.parts.retry}</Button>}
        picture="broken"
        title={problemOf(error, t).text}
      />
    )
  }
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
