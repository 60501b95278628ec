/**
 * The rows of what was read, whatever it was: a page list, an array, or one row alone.
 *
 * @since 1.0.7
 */

type Row = object

type Edit = (rows: ReadonlyArray<Row>) => ReadonlyArray<Row>

interface Paged {
  readonly pages: ReadonlyArray<{ readonly items: ReadonlyArray<Row> }>
  readonly pageParams: ReadonlyArray<unknown>
}

const isPaged = (data: unknown): data is Paged =>
  typeof data === "object" && data !== null && "pages" in data && Array.isArray(data.pages)

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null

/**
 * @since 1.0.7
 * @category accessors
 */
export const rowsIn = (data: unknown): ReadonlyArray<Row> => {
  if (isPaged(data)) return data.pages.flatMap(({ items }) => items)
  return Array.isArray(data) ? data.filter(isRow) : []
}

/**
 * These fields as they were; nothing when one of them is not known.
 *
 * @since 1.0.7
 * @category accessors
 */
export const fieldsOf = (
  row: Readonly<Record<string, unknown>> | undefined,
  names: ReadonlyArray<string>
): Readonly<Record<string, unknown>> | undefined => {
  const known = names.flatMap((name) => row?.[name] === undefined ? [] : [[name, row[name]] as const])
  return names.length > 0 && known.length === names.length ? Object.fromEntries(known) : undefined
}

/**
 * The same data with other rows; the very same when no row is another one. What is added comes into the first page.
 *
 * @since 1.0.7
 * @category combinators
 */
export const withRows = (data: unknown, edit: Edit, added: ReadonlyArray<Row> = []): unknown => {
  if (Array.isArray(data)) {
    const rows = edit(data)
    return rows === data && added.length === 0 ? data : [...added, ...rows]
  }
  if (!isPaged(data)) return data
  const pages = data.pages.map((page, index) => {
    const items = edit(page.items)
    const first = index === 0 ? added : []
    return items === page.items && first.length === 0 ? page : { ...page, items: [...first, ...items] }
  })
  return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages }
}

/**
 * @since 1.0.7
 * @category combinators
 */
export const patched =
  (ids: ReadonlySet<string>, of: "fileId" | "assetId" | "folderId", patch: object): Edit => (rows) =>
    rows.some((row) => ids.has(Reflect.get(row, of)))
      ? rows.map((row) => ids.has(Reflect.get(row, of)) ? { ...row, ...patch } : row)
      : rows

/**
 * @since 1.0.7
 * @category combinators
 */
export const without = (ids: ReadonlySet<string>, of: "fileId" | "assetId" | "folderId"): Edit => (rows) =>
  rows.some((row) => ids.has(Reflect.get(row, of))) ? rows.filter((row) => !ids.has(Reflect.get(row, of))) : rows

/**
 * The same data with these rows first, but for those that are there already.
 *
 * @since 1.0.7
 * @category combinators
 */
export const withNew = (
  data: unknown,
  of: "fileId" | "assetId" | "folderId",
  rows: ReadonlyArray<object>
): unknown => {
  const there = new Set(rowsIn(data).map((row): unknown => Reflect.get(row, of)))
  return withRows(data, (same) => same, rows.filter((row) => !there.has(Reflect.get(row, of))))
}

/**
 * The pages that were there before, and of the answer only the one that is new. The others in it are those that were shown when it
 * was asked for. No page is new where the list had ended; with a limit of pages one at the other end goes.
 *
 * @since 1.0.7
 * @category combinators
 */
export const grown = (before: unknown, answer: unknown, direction: "forward" | "backward"): unknown => {
  if (!isPaged(before) || !isPaged(answer)) return answer
  const { pageParams, pages } = answer
  const isForward = direction === "forward"
  const end = isForward ? -1 : 0
  if (pageParams.at(end) === before.pageParams.at(end)) return before
  return {
    pageParams,
    pages: isForward
      ? [...before.pages, ...pages.slice(-1)].slice(-pages.length)
      : [...pages.slice(0, 1), ...before.pages].slice(0, pages.length)
  }
}
