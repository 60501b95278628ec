import { useMemo } from "react"
import { useLanguage } from "../language/Language.js"
import type { Column, Sort } from "../parts/grid/Column.js"
import type { View } from "../parts/grid/layout.js"
import { useAnnounce } from "../parts/LiveRegion.js"
import { useSpace } from "../shell/Spaces.js"
import { useRoute } from "../shell/useRoute.js"
import { keepPreference, preferenceOf } from "./preferences.js"

export interface ListLook {
  readonly view: View
  readonly sort: Sort
  /** The file that is shown large. */
  readonly preview: string | undefined
  readonly changeView: (view: View) => void
  readonly changeSort: (sort: Sort) => void
}

/** How a folder is shown: as its address says, else as folders of this space were shown last. */
export const useListLook = (columns: ReadonlyArray<Pick<Column<never>, "id" | "label">>): ListLook => {
  const { t } = useLanguage()
  const { spaceId } = useSpace()
  const { address, look } = useRoute()
  const announce = useAnnounce()
  const asked = address === "Unknown" ? undefined : address.look
  const preference = preferenceOf(spaceId)
  const view = asked?.view ?? preference.view
  const column = asked?.sort?.column ?? preference.sort.column
  const isAscending = asked?.sort?.isAscending ?? preference.sort.isAscending
  const sort = useMemo((): Sort => ({ column, isAscending }), [column, isAscending])
  return {
    view,
    sort,
    preview: asked?.preview,
    changeView: (next) => {
      keepPreference(spaceId, { view: next, sort })
      look({ view: next })
    },
    changeSort: (next) => {
      keepPreference(spaceId, { view, sort: next })
      look({ sort: next })
      const name = next.column === "name" ? t.files.columns.name : columns.find(({ id }) => id === next.column)?.label
      announce(t.files.sorted(name ?? next.column, next.isAscending))
    }
  }
}
