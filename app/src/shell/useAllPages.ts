import { useEffect } from "react"

/** Why a list is not all that it should be, and what helps. */
export interface Trouble {
  /** `part`: later rows are missing; `old`: what is shown is that of before; `path`: the way to it is not known. */
  readonly of: "part" | "old" | "path"
  readonly error: Error
  readonly isRetrying: boolean
  readonly retry: () => void
}

export interface Listing<Row> {
  readonly rows: ReadonlyArray<Row>
  readonly isPending: boolean
  /** Whether all of it is here. */
  readonly isWhole: boolean
  readonly error: Error | null
  readonly trouble: Trouble | undefined
  readonly loadedAt: number
  readonly refetch: () => void
}

interface Pages<Row> {
  readonly data: ReadonlyArray<Row> | undefined
  readonly error: Error | null
  readonly isError: boolean
  readonly isFetchNextPageError: boolean
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly dataUpdatedAt: number
  readonly fetchNextPage: () => Promise<unknown>
  readonly refetch: () => Promise<unknown>
}

const none: ReadonlyArray<never> = []

/** All pages, one after the other. A page that fails is not asked for again and again: somebody is told, and asks. */
export const useAllPages = <Row>(pages: Pages<Row>): Listing<Row> => {
  const { data, error, fetchNextPage, hasNextPage, isError, isFetchNextPageError, isFetchingNextPage } = pages
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isError, isFetchingNextPage])
  const refetch = () => void pages.refetch()
  return {
    rows: data ?? none,
    isPending: pages.isPending,
    isWhole: !hasNextPage,
    error,
    trouble: error === null ? undefined : {
      of: hasNextPage || data === undefined ? "part" : "old",
      error,
      isRetrying: pages.isFetching,
      retry: isFetchNextPageError ? () => void fetchNextPage() : refetch
    },
    loadedAt: pages.dataUpdatedAt,
    refetch
  }
}
