import type { FileRow } from "effect-drive/react"
import { useEffect, useMemo, useState } from "react"
import { useLanguage } from "../language/Language.js"
import type { Sort } from "../parts/grid/Column.js"
import { keepOrder, keptOrder } from "./keptOrders.js"
import { orderBy } from "./orderBy.js"

/** Up to here sorting at once takes less than a frame. */
const atOnce = 2_000

/** The code of long lists comes with the first. Where it cannot come, the page stands still for once. */
const sortLong = async (
  files: ReadonlyArray<FileRow>,
  compare: (one: FileRow, other: FileRow) => number,
  signal: AbortSignal
): Promise<ReadonlyArray<FileRow>> => {
  const code = await import("./sortInSlices.js").catch(() => undefined)
  return code === undefined ? files.toSorted(compare) : code.sortInSlices(files, compare, signal)
}

/** Files in their order. A long list keeps the order that it has until the new one is there. */
export const useSorted = (files: ReadonlyArray<FileRow>, sort: Sort): ReadonlyArray<FileRow> => {
  const { format, t } = useLanguage()
  const isShort = files.length <= atOnce
  const compare = useMemo(() => orderBy(sort, format.compare, t.parts.fileKind), [sort, format, t])
  const sorted = useMemo(() => isShort ? files.toSorted(compare) : undefined, [isShort, files, compare])
  const by = useMemo(() => ({ ...sort, format }), [sort, format])
  const [long, setLong] = useState(() => isShort ? undefined : keptOrder(files, by))

  useEffect(() => {
    if (isShort) return
    const stop = new AbortController()
    sortLong(files, compare, stop.signal).then((next) => {
      keepOrder(files, by, next)
      setLong(next)
    }, (cause: unknown) => {
      if (!stop.signal.aborted) throw cause
    })
    return () => stop.abort()
  }, [isShort, files, compare, by])

  return sorted ?? long ?? files
}
