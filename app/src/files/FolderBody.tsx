import type { ReactElement, ReactNode } from "react"
import { Suspense } from "react"
import { useLanguage } from "../language/Language.js"
import { EmptyState } from "../parts/EmptyState.js"
import { ErrorBoundary } from "../parts/ErrorBoundary.js"
import type { KindFilter } from "../parts/fileKind.js"
import { loadedLater } from "../parts/loadedLater.js"
import { ProblemState } from "../shell/ProblemState.js"
import type { Folder } from "./useFolder.js"

const FilterEmpty = loadedLater(async () => (await import("./FilterEmpty.js")).FilterEmpty)

export interface FolderBodyProps {
  readonly folder: Folder
  /** What stands in its place while the first rows come. */
  readonly skeleton: ReactElement
  readonly title: string
  readonly isFiltered: boolean
  readonly kinds: ReadonlySet<KindFilter>
  readonly needle: string
  readonly shownCount: number
  readonly clearFilter: () => void
  /** The first step in a folder with nothing in it. */
  readonly firstAction: ReactNode
  /** Nobody drops files on a phone. */
  readonly isNarrow: boolean
  readonly children: ReactNode
}

/** The list, or why there is none. */
export const FolderBody = (
  {
    children,
    clearFilter,
    firstAction,
    folder,
    isFiltered,
    isNarrow,
    kinds,
    needle,
    shownCount,
    skeleton,
    title
  }: FolderBodyProps
): ReactElement => {
  const { t } = useLanguage()
  if (folder.error !== null && folder.files.length === 0) {
    return <ProblemState error={folder.error} retry={folder.refetch} />
  }
  // of a folder with no name it would be said that nothing is in it
  if (folder.isPending || (folder.files.length === 0 && folder.crumbs === undefined)) {
    return skeleton
  }
  if (folder.files.length === 0) {
    return (
      <EmptyState
        action={firstAction}
        picture="folder"
        text={isNarrow ? undefined : t.files.empty.text}
        title={t.files.empty.title(title)}
      />
    )
  }
  if (isFiltered && shownCount === 0) {
    return (
      <ErrorBoundary heading="h2">
        <Suspense fallback={null}>
          <FilterEmpty clearFilter={clearFilter} count={folder.files.length} kinds={kinds} needle={needle} />
        </Suspense>
      </ErrorBoundary>
    )
  }
  return <>{children}</>
}
