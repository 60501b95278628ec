/**
 * A selection of rows: what is selected, which row has the focus, and from where a range grows. Knows nothing of React.
 *
 * @since 1.0.7
 */

/**
 * How a click or key changes the selection: alone, one more or less, or the range from the anchor.
 *
 * @since 1.0.7
 * @category models
 */
export type SelectionMode = "replace" | "toggle" | "range"

/**
 * What is selected, and which row has the focus, before anybody has done anything.
 *
 * @since 1.0.7
 * @category models
 */
export interface SelectionStart {
  readonly selected?: Iterable<string> | undefined
  readonly focused?: string | undefined
}

interface Positions {
  readonly order: ReadonlyArray<string>
  readonly byId: ReadonlyMap<string, number>
}

/**
 * A row hears of its own changes only, however many rows there are.
 *
 * @since 1.0.7
 * @category models
 */
export class Selection {
  private ids: Set<string>
  private readonly rows = new Map<string, Set<() => void>>()
  private readonly wholes = new Set<() => void>()
  private shown: ReadonlySet<string> | undefined
  private anchor: string | undefined
  private focus: string | undefined

  private positions: Positions | undefined

  /** `order` gives the ids as they are shown now, the same array until they change. */
  constructor(private readonly order: () => ReadonlyArray<string>, start: SelectionStart = {}) {
    this.ids = new Set(start.selected)
    this.focus = start.focused
  }

  /** Whether the row is selected. */
  has(id: string): boolean {
    return this.ids.has(id)
  }

  /** How many rows are selected. */
  get size(): number {
    return this.ids.size
  }

  /** The same set until something changes. */
  get selected(): ReadonlySet<string> {
    return this.shown ??= new Set(this.ids)
  }

  /** The row that has the focus. */
  get focused(): string | undefined {
    return this.focus
  }

  /** Selects as a click on the row does: `toggle` with Ctrl or Command, `range` with Shift. */
  readonly select = (id: string, mode: SelectionMode = "replace"): void => {
    if (mode === "toggle") this.setMany([id], !this.has(id))
    else this.replace(mode === "range" ? this.rangeTo(id) : [id])
    if (mode !== "range" || this.anchor === undefined) this.anchor = id
    this.moveFocus(id)
  }

  /** Moves the focus by so many rows. With a `mode` the new row is selected too. */
  readonly move = (by: number, mode?: SelectionMode): void => {
    const order = this.order()
    const at = this.positionOf(this.focus) ?? -1
    const next = order[Math.max(0, Math.min(order.length - 1, at + by))]
    if (next === undefined) return
    if (mode === undefined) this.moveFocus(next)
    else this.select(next, mode)
  }

  /** Moves the focus to the row, and selects nothing. */
  readonly moveFocus = (id: string | undefined): void => {
    const before = this.focus
    if (before === id) return
    this.focus = id
    this.tell([before, id])
  }

  /** The row's index among those shown, from 0; `undefined` if it is not shown. */
  readonly positionOf = (id: string | undefined): number | undefined => {
    const order = this.order()
    if (this.positions?.order !== order) {
      this.positions = { order, byId: new Map(order.map((one, position) => [one, position])) }
    }
    return id === undefined ? undefined : this.positions.byId.get(id)
  }

  /** The ids from one row to another in the order shown, including both; empty if one of them is not shown. */
  readonly range = (from: string, to: string): ReadonlyArray<string> => {
    const one = this.positionOf(from)
    const other = this.positionOf(to)
    if (one === undefined || other === undefined) return []
    return this.order().slice(Math.min(one, other), Math.max(one, other) + 1)
  }

  /** Adds these rows to the selection, or removes them, in one change. For selection by dragging a rectangle. */
  readonly setMany = (ids: Iterable<string>, isSelected = true): void => {
    const changed = [...new Set(ids)].filter((id) => this.has(id) !== isSelected)
    this.change(isSelected ? changed : [], isSelected ? [] : changed)
  }

  /** Selects all rows that are shown. */
  readonly selectAll = (): void => this.replace(this.order())

  /** Clears the selection. The next range starts at its own first row. */
  readonly clear = (): void => {
    this.anchor = undefined
    this.replace([])
  }

  /** Removes all ids but these from the selection, for example when another folder is shown. */
  readonly retain = (ids: Iterable<string>): void => {
    const kept = new Set(ids)
    this.setMany([...this.ids].filter((id) => !kept.has(id)), false)
    if (this.focus !== undefined && !kept.has(this.focus)) this.moveFocus(undefined)
  }

  /** Selects these rows and no others, in this order. */
  readonly replace = (ids: Iterable<string>): void => {
    const wanted = new Set(ids)
    const added = [...wanted].filter((id) => !this.has(id))
    const removed = [...this.ids].filter((id) => !wanted.has(id))
    this.ids = wanted
    this.change(added, removed)
  }

  /** Calls back when the row of `id` changes. Returns the function that ends it. */
  readonly subscribe = (listener: () => void, id: string): () => void => {
    const listeners = this.rows.get(id) ?? new Set()
    this.rows.set(id, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.rows.get(id) === listeners) this.rows.delete(id)
    }
  }

  /** Calls back when the selection changes, or the focus. Returns the function that ends it. */
  readonly subscribeAll = (listener: () => void): () => void => {
    this.wholes.add(listener)
    return () => void this.wholes.delete(listener)
  }

  private rangeTo(id: string): ReadonlyArray<string> {
    const ids = this.range(this.anchor ?? id, id)
    return ids.length === 0 ? [id] : ids
  }

  private change(added: ReadonlyArray<string>, removed: ReadonlyArray<string>): void {
    const changed = [...removed, ...added]
    if (changed.length === 0) return
    for (const id of removed) this.ids.delete(id)
    for (const id of added) this.ids.add(id)
    this.shown = undefined
    this.tell(changed)
  }

  private tell(ids: ReadonlyArray<string | undefined>): void {
    for (const id of ids) {
      for (const listener of [...this.rows.get(id ?? "") ?? []]) listener()
    }
    for (const listener of [...this.wholes]) listener()
  }
}
