/**
 * What is selected in a list, and where the focus is. One row asks for its own part in constant time, and a change tells
 * only the rows that changed; a list of 100,000 is no slower than one of ten.
 */

export interface Selection {
  readonly ids: () => ReadonlySet<string>
  readonly focused: () => string | undefined
  readonly has: (id: string) => boolean
  /** This one only; ranges go from here. */
  readonly select: (id: string) => void
  readonly toggle: (id: string) => void
  /** From the last that was selected alone or toggled to this one, in the order of `order`. */
  readonly extend: (id: string, order: Order) => void
  /** These and, where `kept` is given, what was selected before. */
  readonly replace: (ids: Iterable<string>, kept?: ReadonlySet<string>) => void
  readonly focus: (id: string | undefined) => void
  readonly clear: () => void
  /** Forgets those that are gone. */
  readonly retain: (isThere: (id: string) => boolean) => void
  readonly subscribe: (listener: () => void) => () => void
  readonly subscribeTo: (id: string, listener: () => void) => () => void
}

/** The rows as they stand below each other. */
export interface Order {
  readonly count: number
  readonly idAt: (index: number) => string | undefined
  readonly indexOf: (id: string) => number | undefined
}

const none: ReadonlySet<string> = new Set()

export const makeSelection = (): Selection => {
  let selected: ReadonlySet<string> = none
  let focused: string | undefined
  let anchor: string | undefined
  const listeners = new Set<() => void>()
  const listenersOf = new Map<string, Set<() => void>>()

  const tell = (isChanged: (id: string) => boolean) => {
    for (const [id, ofRow] of listenersOf) {
      if (isChanged(id)) { for (const listener of ofRow) listener() }
    }
    for (const listener of listeners) listener()
  }
  const set = (next: ReadonlySet<string>) => {
    const before = selected
    if (next.size === 0 && before.size === 0) return
    selected = next.size === 0 ? none : next
    tell((id) => before.has(id) !== selected.has(id))
  }
  const focus = (id: string | undefined) => {
    const before = focused
    if (id === before) return
    focused = id
    tell((row) => row === id || row === before)
  }

  return {
    ids: () => selected,
    focused: () => focused,
    has: (id) => selected.has(id),
    select: (id) => {
      anchor = id
      focus(id)
      if (selected.size !== 1 || !selected.has(id)) set(new Set([id]))
    },
    toggle: (id) => {
      anchor = id
      focus(id)
      const next = new Set(selected)
      if (!next.delete(id)) next.add(id)
      set(next)
    },
    extend: (id, order) => {
      const to = order.indexOf(id)
      const from = (anchor === undefined ? undefined : order.indexOf(anchor)) ?? to
      if (to === undefined || from === undefined) return
      anchor ??= id
      focus(id)
      const next = new Set<string>()
      for (let index = Math.min(from, to); index <= Math.max(from, to); index++) {
        const at = order.idAt(index)
        if (at !== undefined) next.add(at)
      }
      set(next)
    },
    replace: (ids, kept = none) => set(new Set([...kept, ...ids])),
    focus,
    clear: () => {
      anchor = undefined
      set(none)
    },
    retain: (isThere) => {
      const next = new Set([...selected].filter(isThere))
      if (next.size !== selected.size) set(next)
      if (focused !== undefined && !isThere(focused)) focus(undefined)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    subscribeTo: (id, listener) => {
      const ofRow = listenersOf.get(id) ?? new Set()
      listenersOf.set(id, ofRow.add(listener))
      return () => {
        ofRow.delete(listener)
        if (ofRow.size === 0 && listenersOf.get(id) === ofRow) listenersOf.delete(id)
      }
    }
  }
}
